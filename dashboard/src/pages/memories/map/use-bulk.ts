import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { describeError } from '../../../api/errors.ts';
import type { MapEntryFragment } from '../../../api/types.ts';
import { notifyError } from '../../../api/use-action.ts';
import { MAX_BULK_ENTRIES, tellFailed } from '../entry-list/use-bulk-actions.ts';
import { MAP_ADD_METADATA, MAP_DELETE, MAP_MOVE } from './documents.ts';

/** Changes of single entries that run at once. */
const AT_ONCE = 4;

export type Bulk = {
  /** How many of the entries are done; null if nothing runs. */
  progress: { done: number; of: number } | null;
  /** Each returns the ids of the entries that were changed. */
  move: (ids: readonly string[], memoryId: string) => Promise<string[]>;
  remove: (ids: readonly string[]) => Promise<string[]>;
  addMetadata: (
    entries: readonly MapEntryFragment[],
    metadata: Record<string, unknown>,
  ) => Promise<string[]>;
};

type Outcome = Parameters<typeof tellFailed>[0][number];

/** Changes many entries, with progress. Entries that could not be changed are reported in a notification. */
export function useBulk(): Bulk {
  const client = useApolloClient();
  const [progress, setProgress] = useState<Bulk['progress']>(null);
  const inBatches = async (
    ids: readonly string[],
    change: (batch: string[]) => Promise<Outcome[]>,
  ) => {
    const outcomes: Outcome[] = [];
    setProgress({ done: 0, of: ids.length });
    try {
      for (let at = 0; at < ids.length; at += MAX_BULK_ENTRIES) {
        outcomes.push(...(await change(ids.slice(at, at + MAX_BULK_ENTRIES))));
        setProgress({ done: outcomes.length, of: ids.length });
      }
    } catch (error) {
      notifyError(describeError(error));
    } finally {
      setProgress(null);
    }
    return tellFailed(outcomes);
  };
  const move: Bulk['move'] = (ids, memoryId) =>
    inBatches(ids, async (entryIds) => {
      const variables = { input: { entryIds, memoryId } };
      const { data } = await client.mutate({ mutation: MAP_MOVE, variables });
      return data?.moveEntries.results ?? [];
    });
  const remove: Bulk['remove'] = (ids) =>
    inBatches(ids, async (entryIds) => {
      const variables = { input: { entryIds } };
      const { data } = await client.mutate({ mutation: MAP_DELETE, variables });
      return data?.deleteEntries.results ?? [];
    });
  const addMetadata: Bulk['addMetadata'] = async (entries, metadata) => {
    const outcomes: Outcome[] = [];
    const waiting = [...entries];
    setProgress({ done: 0, of: entries.length });
    const work = async () => {
      for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
        const changed = { ...entry.metadata, ...metadata };
        const input = { entryId: entry.id, ifVersion: entry.version, metadata: changed };
        try {
          await client.mutate({ mutation: MAP_ADD_METADATA, variables: { input } });
          outcomes.push({ id: entry.id });
        } catch (error) {
          outcomes.push(describeError(error));
        }
        setProgress({ done: outcomes.length, of: entries.length });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setProgress(null);
    return tellFailed(outcomes);
  };
  return { progress, move, remove, addMetadata };
}
