import { LRUCache } from 'lru-cache';
import type { Connection } from '../db/database.ts';

/**
 * Rows that operations need again and again, kept in the process. Whoever opens them must forget them when they are
 * changed in any process. None is used unless the process has heard of changes until a second ago, so that none is
 * older than that, even if a connection hangs.
 */
export type KeptRows<Row> = {
  /** The kept row with this name in a group, such as a project. */
  known(group: string, name: string): Row | undefined;
  /** Reads rows with their names, and keeps them unless something was changed meanwhile. */
  keep(group: string, read: () => Promise<readonly Named<Row>[]>): Promise<Row[]>;
  /** Forgets the rows of a group; null for all. */
  forget(group: string | null): void;
};

type Named<Row> = readonly [name: string, row: Row];

/** Characters of all rows of one kind that are kept, as JSON. Those that were not used for longest are dropped. */
const MAX_KEPT_CHARACTERS = 16_000_000;

export function openKeptRows<Row extends object>(
  connection: Pick<Connection, 'isHearing'>,
): KeptRows<Row> {
  const rows = new LRUCache<string, Row>({
    maxSize: MAX_KEPT_CHARACTERS,
    sizeCalculation: (row, key) => key.length + JSON.stringify(row).length,
  });
  let changesSoFar = 0;
  return {
    known: (group, name) => (connection.isHearing() ? rows.get(`${group} ${name}`) : undefined),
    keep: async (group, read) => {
      const before = changesSoFar;
      const found = await read();
      if (changesSoFar === before) {
        for (const [name, row] of found) rows.set(`${group} ${name}`, row);
      }
      return found.map(([, row]) => row);
    },
    forget: (group) => {
      changesSoFar += 1;
      if (group === null) return rows.clear();
      for (const key of rows.keys()) if (key.startsWith(`${group} `)) rows.delete(key);
    },
  };
}

/** The rows of a group with these ids; those that are not kept are read together. */
export async function findKept<Row extends { id: string }>(
  kept: KeptRows<Row>,
  group: string,
  ids: readonly string[],
  read: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const known = new Map(
    ids.flatMap((id) => kept.known(group, id) ?? []).map((row) => [row.id, row]),
  );
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return [...known.values()];
  const others = await kept.keep(group, async () =>
    (await read(missing)).map((row) => [row.id, row] as const),
  );
  return [...known.values(), ...others];
}
