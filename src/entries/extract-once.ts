import type { App } from '../app.ts';
import type { Metadata } from '../db/tables/columns.ts';
import { transact } from '../events/transact.ts';
import { newId } from '../ids.ts';
import { requestHashOf, requireSameRequest } from '../projects/request-hash.ts';
import type { Caller } from '../projects/viewer.ts';
import { singleFlight } from '../single-flight.ts';
import { type ExtractionRow, insertExtraction, selectExtraction } from './extraction-queries.ts';

/** The texts of a document. */
export type ExtractedTexts = Pick<ExtractionRow, 'method' | 'texts'>;

/** A call with the idempotency key of a running call waits for its texts: the chat model is asked once. */
const shareExtraction = singleFlight<App, ExtractionRow>();

/** A call of `extractEntries`. */
type ExtractCall = {
  idempotencyKey: string | null | undefined;
  dryRun: boolean;
  /** The checked input without the key and `dryRun`. */
  request: { memoryId: string; metadata: Metadata };
};

/**
 * Extracts the texts of a document and stores them under the idempotency key, or returns those that the first call with
 * the key has stored. `id` is null if the texts are not stored: without a key, and for a dry run.
 * @throws CONFLICT (the key was used with another input), and the errors of `extract`, after which the key is still
 * free
 */
export async function extractOnce(
  app: App,
  caller: Caller,
  { idempotencyKey: key, dryRun, request }: ExtractCall,
  extract: () => Promise<ExtractedTexts>,
): Promise<ExtractedTexts & { id: string | null }> {
  const unstored = async () => ({ id: null, ...(await extract()) });
  if (key === null || key === undefined) return unstored();
  const { id: projectId } = caller.project;
  const requestHash = requestHashOf(request);
  const find = async ({ db }: Pick<App, 'db'>): Promise<ExtractionRow | null> => {
    const first = await selectExtraction(db, projectId, key);
    if (first !== null) requireSameRequest(first, { key, requestHash });
    return first;
  };
  if (dryRun) return (await find(app)) ?? unstored();
  const store = async (extracted: ExtractedTexts): Promise<ExtractionRow> => {
    const { memoryId, metadata } = request;
    const createdAt = app.clock();
    const id = newId('ext');
    const row = { ...extracted, projectId, id, key, requestHash, memoryId, metadata, createdAt };
    return transact(app, caller, { locks: [] }, async ({ db }) => {
      await insertExtraction(db, row);
      // Another process may have stored texts under the key meanwhile. Then both calls write those.
      return (await find({ db })) ?? row;
    });
  };
  return shareExtraction(app, JSON.stringify([projectId, key, requestHash]), async () => {
    return (await find(app)) ?? store(await extract());
  });
}
