import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { DomainError } from '../errors.ts';
import { requireAccess } from '../graphql/access.ts';
import { INSTANCE } from '../instance.ts';
import { renderMetrics } from '../metrics-of-workers.ts';
import { authenticate } from '../projects/authenticate.ts';
import { secretIn } from './credentials.ts';

export const READY_TIMEOUT_MS = 5000;

/** Serves `/healthz`, `/readyz` and `/metrics`. */
export function serveHealthAndMetrics(app: App, server: FastifyInstance): void {
  const role = app.config.isReadOnly ? 'read-only' : 'read-write';
  server.get('/healthz', async (_request, reply) =>
    reply.header('lorebase-instance', INSTANCE).send({ status: 'ok', role }),
  );

  server.get('/readyz', async (_request, reply) => {
    const [database, replica, embedder] = await Promise.all([
      healthCheckOf(describeDatabase(app)),
      checkStandby(app),
      healthCheckOf(describeEmbedder(app)),
    ]);
    // With a standby, queries are answered as long as one of the two databases can be reached.
    const canRead = !database.error || replica?.ok !== undefined;
    const isReady = canRead && !embedder.error;
    const state = { ready: isReady, role, database, ...(replica ? { replica } : {}), embedder };
    return reply.code(isReady ? 200 : 503).send(state);
  });

  server.get('/metrics', async (request, reply) => {
    const secret = secretIn(request.headers);
    requireAccess(secret === null ? null : await authenticate(app, secret), 'ROOT');
    const { registry } = app.metrics;
    return reply.type(registry.contentType).send(await renderMetrics(registry));
  });
}

/** Describes the database. @throws DATABASE_UNAVAILABLE if the database is read-only, but this process is not */
async function describeDatabase({ connection, config }: App): Promise<string> {
  const { description, isReadOnly } = await connection.describe();
  if (isReadOnly && !config.isReadOnly) {
    throw new DomainError('DATABASE_UNAVAILABLE', 'the database is read-only');
  }
  return description;
}

/** Describes the default embedding model. @throws DomainError if the model has no endpoint */
async function describeEmbedder({ embedders }: App): Promise<string> {
  return embedders.for(embedders.defaultSpace).describe();
}

/** The description of the standby and its lag behind the primary; null without a standby. */
async function checkStandby({ variants }: App) {
  if (variants === null) return null;
  const { standby } = variants;
  const description = async () => {
    await standby.check();
    return standby.describe();
  };
  return { ...(await healthCheckOf(description())), ...standby.state() };
}

type HealthCheck = { ok?: string; error?: string };

/** The description of a component, or its error, within `READY_TIMEOUT_MS`. */
async function healthCheckOf(asked: Promise<string>): Promise<HealthCheck> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<HealthCheck>((resolve) => {
    timer = setTimeout(() => resolve({ error: 'did not answer in time' }), READY_TIMEOUT_MS);
  });
  const answer = asked.then(
    (ok): HealthCheck => ({ ok }),
    (error: unknown): HealthCheck => ({
      error: error instanceof DomainError ? error.message : 'cannot be reached',
    }),
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
