import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { breaksUnique } from '../db/failures.ts';
import { conflict, DomainError, requireFound } from '../errors.ts';
import { daysBefore, deleteInBatches } from '../retention.ts';
import { deleteCreates, insertCreate, selectCreate } from './create-queries.ts';
import { selectForUse } from './queries.ts';
import { requestHashOf } from './request-hash.ts';

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

/**
 * Stores the id of the object under the idempotency key, if there is one: in the transaction that inserts the object,
 * whose foreign key requires the project. For an object that exists already it is called with null.
 * @throws NOT_FOUND (the project of an existing object was deleted)
 */
export type Remember = (db: Database | null, objectId: string) => Promise<void>;

type Creation<Created> = {
  /**
   * Creates the object, and calls `remember` in the same transaction. If the object can violate a unique
   * constraint, such as that of its name, `remember` must be called before the object is inserted: a concurrent
   * call with the same key then violates the constraint of the key, after which the first object is returned.
   */
  create: (remember: Remember) => Promise<Created>;
  /** The object in its current state; null if it was deleted. */
  find: (objectId: string) => Promise<Created | null>;
};

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
  if (key === null || key === undefined) return create(async () => {});
  const requestHash = requestHashOf(request);
  const findFirst = async (): Promise<Created | null> => {
    const first = await selectCreate(app.db, { projectId, operation, key });
    if (first === null) return null;
    if (first.requestHash !== requestHash) {
      throw conflict(`The idempotency key ${key} was used with another input.`);
    }
    return (await find(first.objectId)) ?? deletedMeanwhile(key, first.objectId);
  };
  const remember: Remember = (db, objectId) => {
    const row = { projectId, operation, key, requestHash, objectId, createdAt: app.clock() };
    if (db !== null) return insertCreate(db, row);
    return app.connection.transaction(async (own) => {
      requireFound(await selectForUse(own, projectId), 'project', projectId);
      await insertCreate(own, row);
    });
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

/** Deletes the idempotency keys of creations that exceed the retention time. */
export async function purgeCreates(app: App): Promise<void> {
  const before = daysBefore(app.clock(), app.config.idempotencyRetentionDays);
  await deleteInBatches(BATCH, (limit) => deleteCreates(app.db, { before, limit }));
}
