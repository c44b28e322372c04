import {
  type ExecutionArgs,
  type GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
} from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import type { Logger } from 'pino';
import type { Context } from '../graphql/context.ts';
import { formatError } from '../graphql/errors.ts';
import { newId } from '../ids.ts';
import { logOperation, type OperationLog, outcomeOf } from './operation-log.ts';

export type PreparedOperation = ExecutionArgs & { contextValue: Context; cost: number };

/** Running operations of WebSockets, each identified by its subscribe message. */
export type WebSocketOperations = {
  /** Registers an operation, and returns its request id. */
  begin(asked: SubscribePayload): string;
  prepared(asked: SubscribePayload, operation: PreparedOperation): void;
  /** The cost of an operation; null before it is prepared. */
  costOf(asked: SubscribePayload): number | null;
  /** The errors of an operation, formatted for the response. */
  show(asked: SubscribePayload, errors: readonly GraphQLError[]): GraphQLFormattedError[];
  /** Logs the operation, once. */
  end(asked: SubscribePayload): void;
};

type Running = OperationLog & { requestId: string; startedAt: number; cost: number | null };

export function openWebSocketOperations(log: Logger): WebSocketOperations {
  const running = new WeakMap<SubscribePayload, Running>();
  return {
    begin: (asked) => {
      const requestId = newId('req');
      const operationLog: OperationLog = { operation: null, outcome: 'ok', actor: null };
      running.set(asked, { requestId, ...operationLog, startedAt: performance.now(), cost: null });
      return requestId;
    },
    prepared: (asked, { document, operationName, contextValue, cost }) => {
      const operation = getOperationAST(document, operationName)?.name?.value ?? null;
      const known = running.get(asked);
      if (known) Object.assign(known, { operation, actor: contextValue.actor, cost });
    },
    costOf: (asked) => running.get(asked)?.cost ?? null,
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
      const { startedAt, cost: _, ...operationLog } = known;
      logOperation(log, {
        ...operationLog,
        transport: 'websocket',
        durationMs: performance.now() - startedAt,
      });
    },
  };
}
