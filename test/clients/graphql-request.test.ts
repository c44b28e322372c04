import { ClientError, GraphQLClient, gql } from 'graphql-request';
import { describe, expect, it } from 'vitest';
import type { Data } from '../support/graphql.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

describe.each(['POST', 'GET'] as const)('graphql-request by %s', (method) => {
  const clientOf = (key: string) =>
    new GraphQLClient(`${server.url}/graphql`, { method, headers: { 'x-api-key': key } });

  it('queries with variables', async () => {
    const project = await server.project();
    const id = await project.memory({ name: 'Customers', tags: ['crm'] });
    const data = await clientOf(project.keys.READ).request<Data>(
      gql`
        query ($tags: [String!]) {
          memories(tags: $tags) { nodes { id name } }
        }
      `,
      { tags: ['crm'] },
    );
    expect(data.memories.nodes).toEqual([{ id, name: 'Customers' }]);
  });

  it('reads the code of an error', async () => {
    const { keys } = await server.project();
    const error = await clientOf(keys.READ)
      .request('{ searchKnowledge(input: { query: "" }) { results { score } } }')
      .catch((raised: unknown) => raised);
    const codes =
      error instanceof ClientError
        ? error.response.errors?.map(({ extensions }) => extensions.code)
        : error;
    expect(codes).toEqual(['BAD_USER_INPUT']);
  });
});
