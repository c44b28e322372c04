import {
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
} from 'graphql';
import type { Logger } from 'pino';
import { formatError } from '../graphql/errors.ts';
import { newId } from '../ids.ts';
import { logOperation, type OperationLog, outcomeOf, type Transport } from './operation-log.ts';
import type { PreparedOperation } from './prepare-operation.ts';

/**
 * Running operations of WebSockets or event streams, each identified by an object: its subscribe message or
 * its HTTP request.
 */
export type RunningOperations<Asked extends object> = {
  begin(asked: Asked, requestId: string): void;
  prepared(asked: Asked, operation: PreparedOperation): void;
  /** The errors of an operation, formatted for the response. */
  show(asked: Asked, errors: readonly GraphQLError[]): GraphQLFormattedError[];
  /** Logs the operation, once. */
  end(asked: Asked): void;
};

type Running = OperationLog & { requestId: string; startedAt: number };

export function openRunningOperations<Asked extends object>(
  log: Logger,
  transport: Transport,
): RunningOperations<Asked> {
  const running = new WeakMap<Asked, Running>();
  return {
    begin: (asked, requestId) => {
      const operationLog: OperationLog = { operation: null, outcome: 'ok', actor: null };
      running.set(asked, { requestId, ...operationLog, startedAt: performance.now() });
    },
    prepared: (asked, { document, operationName, contextValue }) => {
      const operation = getOperationAST(document, operationName)?.name?.value ?? null;
      const known = running.get(asked);
      if (known) Object.assign(known, { operation, actor: contextValue.actor });
    },
    show: (asked, errors) => {
      const known = running.get(asked);
      const requestId = known?.requestId ?? newId('req');
      const shown = errors.map((error) => formatError(error, { requestId, log }));
      if (known?.outcome === 'ok') known.outcome = outcomeOf(shown);
      return shown;
    },
    end: (asked) => {
      const known = running.get(asked);
      if (known === undefined) return;
      running.delete(asked);
      const { startedAt, ...operationLog } = known;
      const durationMs = performance.now() - startedAt;
      logOperation(log, { ...operationLog, transport, durationMs });
    },
  };
}

/** An error of a hook as a GraphQL error. */
export function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(cause.message, { originalError: cause });
}

type Result = {
  data?: Record<string, unknown> | null | undefined;
  errors?: readonly GraphQLError[] | undefined;
  extensions?: Record<string, unknown> | undefined;
};

/** A result with formatted errors; undefined for a result without errors, which needs no other format. */
export function withErrors(
  { data, errors, extensions }: Result,
  show: (errors: readonly GraphQLError[]) => GraphQLFormattedError[],
): FormattedExecutionResult | undefined {
  if (!errors) return undefined;
  return { data: data ?? null, errors: show(errors), ...(extensions ? { extensions } : {}) };
}
