import {
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
} from 'graphql';
import type { App } from '../app.ts';
import type { Context } from '../graphql/context.ts';
import { costExtensions } from '../graphql/cost.ts';
import { formatError } from '../graphql/errors.ts';
import { newRequestId } from '../ids.ts';
import { logOperation, type OperationLog, outcomeOf, type Transport } from './operation-log.ts';
import { isSubscription, type PreparedOperation } from './prepare-operation.ts';

type OperationResult = {
  data?: Record<string, unknown> | null | undefined;
  errors?: readonly GraphQLError[] | undefined;
  extensions?: Record<string, unknown> | undefined;
};

/**
 * Running operations of WebSockets or event streams, each identified by an object: its subscribe message or
 * its HTTP request.
 */
export type RunningOperations<Asked extends object> = {
  begin(asked: Asked, requestId: string): void;
  prepared(asked: Asked, operation: PreparedOperation): void;
  /** The errors of an operation, formatted for the response. */
  show(asked: Asked, errors: readonly GraphQLError[]): GraphQLFormattedError[];
  /** A result of an operation for the response: with formatted errors, and the cost of the operation. */
  answer(asked: Asked, result: OperationResult): FormattedExecutionResult;
  /** Logs the operation, once. */
  end(asked: Asked): void;
  /** Ends an operation without logging it, because it is logged elsewhere. */
  endUnlogged(asked: Asked): void;
};

type RunningOperation = OperationLog & {
  requestId: string;
  startedAt: number;
  cost: number | null;
  replica: Context['replica'];
};

export function openRunningOperations<Asked extends object>(
  { log, metrics }: Pick<App, 'log' | 'metrics'>,
  transport: Transport,
): RunningOperations<Asked> {
  const running = new WeakMap<Asked, RunningOperation>();
  const show = (asked: Asked, errors: readonly GraphQLError[]) => {
    const known = running.get(asked);
    const requestId = known?.requestId ?? newRequestId();
    const shown = errors.map((error) => formatError(error, { requestId, log }));
    if (known?.outcome === 'ok') known.outcome = outcomeOf(shown);
    return shown;
  };
  const remove = (asked: Asked) => {
    const known = running.get(asked);
    if (running.delete(asked)) metrics.runningOperations.dec({ transport });
    return known;
  };
  return {
    begin: (asked, requestId) => {
      const operationLog: OperationLog = { operation: null, outcome: 'ok', actor: null };
      metrics.runningOperations.inc({ transport });
      const startedAt = performance.now();
      running.set(asked, { requestId, ...operationLog, startedAt, cost: null, replica: null });
    },
    prepared: (asked, prepared) => {
      const { document, operationName, contextValue, cost } = prepared;
      const operation = getOperationAST(document, operationName)?.name?.value ?? null;
      const known = running.get(asked);
      const { actor } = contextValue;
      // The lag is not logged for a subscription: it changes while the subscription runs.
      const replica = isSubscription(prepared) ? null : contextValue.replica;
      if (known) Object.assign(known, { operation, actor, cost, replica });
    },
    show,
    answer: (asked, { data = null, errors, extensions }) => {
      const { cost = null, replica = null } = running.get(asked) ?? {};
      return {
        data,
        ...(errors ? { errors: show(asked, errors) } : {}),
        extensions: {
          ...extensions,
          ...(cost === null ? {} : costExtensions(cost)),
          ...(replica === null ? {} : { replica }),
        },
      };
    },
    end: (asked) => {
      const known = remove(asked);
      if (known === undefined) return;
      const { startedAt, cost: _cost, replica: _replica, ...operationLog } = known;
      const durationMs = performance.now() - startedAt;
      logOperation(log, { ...operationLog, transport, durationMs });
    },
    endUnlogged: remove,
  };
}

/** An error of a hook as a GraphQL error. */
export function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(cause.message, { originalError: cause });
}
