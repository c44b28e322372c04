import { ApolloClient, ApolloLink, HttpLink } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { RetryLink } from '@apollo/client/link/retry';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import type { Client } from 'graphql-ws';
import { createCache } from './cache.ts';
import { codeOf, describeError } from './errors.ts';

export type ApiClientOptions = {
  /** The key as it is when a request is sent. */
  currentKey: () => string;
  /** The project in which operations act; without it, the project of the key. */
  projectId?: string;
  /** The WebSocket of subscriptions; without it the client has none. */
  socket?: Client;
  onUnauthenticated: (reason: string) => void;
};

/**
 * Creates the GraphQL client for one person and one project. While the server cannot be reached, a query is repeated,
 * unless its context has `isRepeated: false`.
 */
export function createApiClient(options: ApiClientOptions): ApolloClient {
  const { currentKey, projectId, socket, onUnauthenticated } = options;
  const http = new HttpLink({
    uri: '/graphql',
    headers: projectId === undefined ? {} : { 'lorebase-project': projectId },
  });
  const authorization = () => `Bearer ${currentKey()}`;
  const authorize = new SetContextLink(({ headers }) => ({
    headers: { authorization: authorization(), ...headers },
  }));
  const transport =
    socket === undefined
      ? http
      : ApolloLink.split(
          ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
          new GraphQLWsLink(socket),
          http,
        );
  const onError = new ErrorLink(({ error, operation }) => {
    // The answer to a request with an earlier key says nothing about the present one.
    const isOfKey = operation.getContext().headers?.authorization === authorization();
    if (isOfKey && codeOf(error) === 'UNAUTHENTICATED') {
      onUnauthenticated(describeError(error).message);
    }
  });
  const retry = new RetryLink({
    delay: { initial: 500, max: 4000 },
    attempts: {
      max: 5,
      retryIf: (error, operation) =>
        codeOf(error) === 'OFFLINE' &&
        operation.operationType === OperationTypeNode.QUERY &&
        operation.getContext().isRepeated !== false,
    },
  });
  return new ApolloClient({
    cache: createCache(),
    link: ApolloLink.from([onError, retry, authorize, transport]),
    // A list that is read again after an event must not get the answer of a request that was sent before the event.
    queryDeduplication: false,
    defaultOptions: {
      watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' },
    },
  });
}
