import { placeholder, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { ONE_ROW, prepared } from '../db/prepared-queries.ts';
import { eventLogs } from '../db/tables/events.ts';

/** The replication state of a standby. The lag is null if nothing was replayed since its start. */
export type StandbyRow = {
  migrations: number;
  lagSeconds: number | null;
  isStreaming: boolean;
};

/** Reads the replication state. A database that is not a standby, such as a promoted one, has the lag 0. */
export async function selectStandbyState(db: Database): Promise<StandbyRow> {
  const receives = sql`exists (select 1 from pg_stat_wal_receiver)`;
  const hasAll = sql`pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()`;
  const age = sql`extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())`;
  const [row] = await db
    .select({
      migrations: sql<number>`(select count(*)::int from drizzle.__drizzle_migrations)`,
      lagSeconds: sql<number | null>`case
        when not pg_is_in_recovery() or (${receives} and ${hasAll}) then 0
        when ${age} is null then null
        else greatest(0, ${age})::float8 end`,
      isStreaming: sql<boolean>`not pg_is_in_recovery() or ${receives}`,
    })
    .from(ONE_ROW);
  if (row === undefined) throw new Error('The standby answered no state');
  return row;
}

/** The position (LSN) up to which the primary has written its log. The log up to it includes every commit so far. */
export async function selectWritten(db: Database): Promise<string> {
  const position = sql<string>`(case when pg_is_in_recovery()
    then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end)::text`;
  const [row] = await db.select({ position }).from(ONE_ROW);
  if (row === undefined) throw new Error('The primary answered no position');
  return row.position;
}

export type StandbyProgress = { lastNumber: bigint; hasReplayed: boolean };

/** The last event of a project, and whether the standby has replayed a position; true without a position. */
export async function selectStandbyProgress(
  db: Database,
  { projectId, position }: { projectId: string; position: string | null },
): Promise<StandbyProgress> {
  const query = prepared(db, 'replica_progress', () => {
    const log = sql`select ${eventLogs.lastNumber} from ${eventLogs}
      where ${eventLogs.projectId} = ${placeholder('projectId')}`;
    return db
      .select({
        lastNumber: sql<string>`coalesce((${log}), 0)::text`,
        hasReplayed: sql<boolean>`coalesce(not pg_is_in_recovery()
          or pg_last_wal_replay_lsn() >= ${placeholder('position')}::pg_lsn, true)`,
      })
      .from(ONE_ROW);
  });
  const [row] = await query.execute({ projectId, position });
  return { lastNumber: BigInt(row?.lastNumber ?? 0), hasReplayed: row?.hasReplayed ?? false };
}
