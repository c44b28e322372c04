import type { App } from '../app.ts';
import { deleteInBatches } from '../batches.ts';
import type { Database } from '../db/database.ts';
import { breaksUnique } from '../db/failures.ts';
import { daysBefore } from '../durations.ts';
import { DomainError, requireFound } from '../errors.ts';
import { deleteCreates, insertCreate, selectCreate } from './create-queries.ts';
import { selectForUse } from './queries.ts';
import { requestHashOf, requireSameRequest } from './request-hash.ts';

/** A call of a mutation that creates an object. */
export type CreateCall = {
  /** The project of the object; `ROOT_SCOPE` for a project. */
  projectId: string;
  /** The name of the mutation. */
  operation: string;
  idempotencyKey: string | null | undefined;
  /** The checked input without the key. */
  request: object;
};

/** Stores the id of an object under the idempotency key, if there is one. */
export type Remember = {
  /** Must be called in the transaction that inserts the object. The foreign key of the object requires the project. */
  created(db: Database, objectId: string): Promise<void>;
  /** Called if an existing object is returned instead of a new one. @throws NOT_FOUND (the project was deleted) */
  existing(objectId: string): Promise<void>;
};

type Creation<Created> = {
  /**
   * Creates the object, and calls `remember.created` in the same transaction. If the object can violate a unique
   * constraint, such as that of its name, it must be called before the object is inserted: a concurrent
   * call with the same key then violates the constraint of the key, after which the first object is returned.
   */
  create: (remember: Remember) => Promise<Created>;
  /** The object in its current state; null if it was deleted. */
  find: (objectId: string) => Promise<Created | null>;
};

/** Used for a call without an idempotency key: it stores nothing. */
export const REMEMBER_NOTHING: Remember = { created: async () => {}, existing: async () => {} };

/**
 * Creates an object, or returns the object that the first call with the idempotency key created.
 * @throws CONFLICT (the key was used with another input), NOT_FOUND (the object was deleted meanwhile)
 */
export async function createOnce<Created>(
  app: App,
  { request, ...call }: CreateCall,
  { create, find }: Creation<Created>,
): Promise<Created> {
  const { projectId, operation, idempotencyKey: key } = call;
  if (key === null || key === undefined) return create(REMEMBER_NOTHING);
  const requestHash = requestHashOf(request);
  const findFirst = async (): Promise<Created | null> => {
    const first = await selectCreate(app.db, { projectId, operation, key });
    if (first === null) return null;
    requireSameRequest(first, { key, requestHash });
    return (await find(first.objectId)) ?? deletedMeanwhile(key, first.objectId);
  };
  const remember: Remember = {
    created: (db, objectId) => {
      const createdAt = app.clock();
      return insertCreate(db, { projectId, operation, key, requestHash, objectId, createdAt });
    },
    existing: (objectId) =>
      app.connection.transaction(async (db) => {
        requireFound(await selectForUse(db, projectId), 'project', projectId);
        await remember.created(db, objectId);
      }),
  };
  const first = await findFirst();
  if (first !== null) return first;
  return create(remember).catch(async (error: unknown) => {
    const isTaken = breaksUnique(error, 'idempotent_creates_project_id_operation_key_pk');
    const other = isTaken ? await findFirst() : null;
    if (other === null) throw error;
    return other;
  });
}

function deletedMeanwhile(key: string, objectId: string): never {
  throw new DomainError(
    'NOT_FOUND',
    `The first call with the idempotency key ${key} created ${objectId}, which was deleted.`,
  );
}

const BATCH = 500;

/** Deletes the idempotency keys of creations that are older than the retention time. */
export async function purgeCreates(app: App): Promise<void> {
  const before = daysBefore(app.clock(), app.config.idempotencyRetentionDays);
  await deleteInBatches(BATCH, (limit) => deleteCreates(app.db, { before, limit }));
}
