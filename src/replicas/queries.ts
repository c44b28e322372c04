import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';

/** What a standby says of itself. The lag is null if nothing was replayed since its start. */
export type StandbyRow = {
  migrations: number;
  lagSeconds: number | null;
  isStreaming: boolean;
};

const isCaughtUp = sql`pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()`;
const isStreaming = sql<boolean>`exists (select 1 from pg_stat_wal_receiver)`;
const secondsBehind = sql<number | null>`case
  when not pg_is_in_recovery() or (${isStreaming} and ${isCaughtUp}) then 0
  else greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()))::float8 end`;

/** A database that is no standby, such as one that was promoted, is not behind. */
export async function selectStandbyState(db: Database): Promise<StandbyRow> {
  const [row] = await db
    .select({
      migrations: sql<number>`(select count(*)::int from drizzle.__drizzle_migrations)`,
      lagSeconds: secondsBehind,
      isStreaming: sql<boolean>`not pg_is_in_recovery() or ${isStreaming}`,
    })
    .from(ONE_ROW);
  if (row === undefined) throw new Error('The standby answered no state');
  return row;
}

/** The position up to which the primary has written its log, which includes every commit so far. */
export async function selectWritten(db: Database): Promise<string> {
  const position = sql<string>`(case when pg_is_in_recovery()
    then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end)::text`;
  const [row] = await db.select({ position }).from(ONE_ROW);
  if (row === undefined) throw new Error('The primary answered no position');
  return row.position;
}

/** True if the standby has replayed the primary's log up to a position. */
export async function hasReplayed(db: Database, position: string): Promise<boolean> {
  const replayed = sql<boolean>`not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= ${position}::pg_lsn`;
  const [row] = await db.select({ replayed }).from(ONE_ROW);
  return row?.replayed ?? false;
}

const ONE_ROW: SQL = sql`(values (1)) as one`;
