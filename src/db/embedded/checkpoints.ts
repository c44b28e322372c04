import type { Logger } from 'pino';

const INTERVAL_MS = 10_000;

/** A checkpoint, which removes old parts of the write-ahead log, is due after this many bytes (four files). */
const DUE_BYTES = 64 * 1024 * 1024;

/** A client that sends statements to the database. */
export type StatementClient = {
  query<Row extends Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: Row[] }>;
};

/**
 * Makes a checkpoint if `DUE_BYTES` were logged since the last one. A PostgreSQL server has a separate
 * process for this. The embedded database has none, so its log would grow until the disk is full.
 */
export function createCheckpointer(client: StatementClient): () => Promise<void> {
  return async () => {
    const { rows } = await client.query<{ isDue: boolean }>(
      `SELECT pg_current_wal_insert_lsn() - redo_lsn > $1::bigint AS "isDue" FROM pg_control_checkpoint()`,
      [DUE_BYTES],
    );
    if (rows[0]?.isDue) await client.query('CHECKPOINT');
  };
}

export type Checkpoints = {
  /** Stops the checkpoints until the returned function is called, so that no part of the log is removed. */
  pause(): () => void;
  stop(): void;
};

/** Makes due checkpoints in the background. */
export function startCheckpoints(client: StatementClient, log: Logger): Checkpoints {
  const checkpoint = createCheckpointer(client);
  let pauses = 0;
  const timer = setInterval(() => {
    if (pauses > 0) return;
    checkpoint().catch((error: unknown) =>
      log.warn({ error }, 'No checkpoint could be made; trying again'),
    );
  }, INTERVAL_MS);
  timer.unref();
  return {
    pause: () => {
      pauses += 1;
      return () => {
        pauses -= 1;
      };
    },
    stop: () => clearInterval(timer),
  };
}
