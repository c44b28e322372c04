import type { Logger } from 'pino';
import type { Pool } from '../db/database.ts';
import { isUnavailable } from '../db/failures.ts';
import type { Source } from '../db/server/reading.ts';
import { hasReplayed, type StandbyRow, selectStandbyState, selectWritten } from './queries.ts';

/** What an answer says that may be older than the primary (`extensions.replica`). */
export type ReplicaState = {
  /** Seconds since the last replayed commit; 0 if all that was received is replayed; null if not known. */
  lagSeconds: number | null;
  /** False if the standby receives nothing from the primary, so that it can be further behind than it knows. */
  isStreaming: boolean;
};

/** What this process knows of the standby. */
export type Replica = {
  /** False while the standby cannot be reached, or has not replayed the migrations of this version. */
  isUp(): boolean;
  isPrimaryConfigured: boolean;
  /** True if the process has a primary that can be reached. */
  hasPrimary(): boolean;
  /**
   * True if the standby has everything of the project that this process has written, or has heard of. False
   * without a primary, from which alone this can be known.
   */
  isCurrent(projectId: string): Promise<boolean>;
  /** True if changes of the project are not known to be on the standby. */
  isBehind(projectId: string): boolean;
  /** The number of times that changes of the project have become readable on the standby. */
  timesCaughtUp(projectId: string): number;
  /** Notes a change of the project, which the standby must have replayed before it is current. */
  changed(projectId: string): void;
  /** Notes that changes of any project can have been missed. */
  missed(): void;
  /** The state of the standby when it was last checked. */
  state(): ReplicaState;
  /** Checks the standby now. @throws the error of the check, or of a standby without the migrations */
  check(): Promise<ReplicaState>;
  describe(): Promise<string>;
  pool(): Pool;
  close(): Promise<void>;
};

/** A position of the primary's log that the standby must have replayed; null if it must still be asked. */
type Mark = { position: Promise<string | null> | null };

/** Interval of the check of the standby, and of a primary that could not be reached. */
const CHECK_MS = 1000;

const UNKNOWN: ReplicaState = { lagSeconds: null, isStreaming: false };

type Opened = { standby: Source; primary: Source | null; migrations: number; log: Logger };

export function openReplica({ standby, primary, migrations, log }: Opened): Replica {
  // A project that is not in the map was not read yet, so that its changes may have been missed.
  const marks = new Map<string, Mark | null>();
  const caughtUp = new Map<string, number>();
  let state = UNKNOWN;
  let isMigrated = false;

  const check = async (): Promise<ReplicaState> => {
    try {
      const row = await selectStandbyState(standby.connection.db);
      state = { lagSeconds: row.lagSeconds, isStreaming: row.isStreaming };
      isMigrated = isOfVersion(row, migrations, log, isMigrated);
      standby.succeeded();
    } catch (error) {
      standby.failed(error);
      throw error;
    }
    if (!isMigrated) throw new Error('The standby has not replayed the migrations of this version');
    return state;
  };
  const checkPrimary = async () => {
    if (primary === null || primary.isUp()) return;
    await selectWritten(primary.connection.db).then(primary.succeeded, primary.failed);
  };
  const timer = setInterval(() => {
    // The source has logged the failure.
    check().catch(() => {});
    void checkPrimary();
  }, CHECK_MS);
  timer.unref();

  const isUp = () => standby.isUp() && isMigrated;
  const hasPrimary = () => primary?.isUp() ?? false;
  /** The position of a mark; null if the primary cannot be reached. */
  const positionOf = (mark: Mark, of: Source): Promise<string | null> => {
    mark.position ??= selectWritten(of.connection.db).catch((error: unknown) => {
      mark.position = null;
      of.failed(error);
      return null;
    });
    return mark.position;
  };

  return {
    isUp,
    isPrimaryConfigured: primary !== null,
    hasPrimary,
    isCurrent: async (projectId) => {
      if (primary === null || !isUp()) return false;
      const known = marks.get(projectId);
      if (known === null) return true;
      const mark: Mark = known ?? { position: null };
      marks.set(projectId, mark);
      const position = await positionOf(mark, primary);
      if (position === null) return false;
      try {
        if (!(await hasReplayed(standby.connection.db, position))) return false;
      } catch (error) {
        if (isUnavailable(error)) standby.failed(error);
        return false;
      }
      // A later change has set another mark.
      if (marks.get(projectId) !== mark) return false;
      marks.set(projectId, null);
      caughtUp.set(projectId, (caughtUp.get(projectId) ?? 0) + 1);
      return true;
    },
    isBehind: (projectId) => marks.get(projectId) !== null,
    timesCaughtUp: (projectId) => caughtUp.get(projectId) ?? 0,
    changed: (projectId) => void marks.set(projectId, { position: null }),
    missed: () => marks.clear(),
    state: () => state,
    check,
    describe: () => standby.connection.describe(),
    pool: () => standby.connection.pool(),
    close: async () => {
      clearInterval(timer);
      await standby.connection.close();
    },
  };
}

function isOfVersion(
  { migrations }: StandbyRow,
  wanted: number,
  log: Logger,
  before: boolean,
): boolean {
  const isEnough = migrations >= wanted;
  if (isEnough !== before) log.info({ migrations, wanted }, 'The standby was checked');
  return isEnough;
}
