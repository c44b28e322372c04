import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ReadingSources } from '../db/connect.ts';
import type { Connection, Pool } from '../db/database.ts';
import { isConflict, isUnavailable } from '../db/failures.ts';
import type { ReadSource } from '../db/server/failover-connection.ts';
import { readNumber } from '../events/read-events.ts';
import { every } from '../every.ts';
import { selectStandbyProgress, selectStandbyState, selectWritten } from './queries.ts';

/** The state of the standby, for answers that can be older than the primary (`extensions.replica`). */
export type StandbyState = {
  /** Seconds since the last replayed commit; 0 if all that was received is replayed; null if not known. */
  lagSeconds: number | null;
  /** False if the standby receives nothing from the primary. The lag can then be greater than `lagSeconds`. */
  isStreaming: boolean;
};

/** The standby of this process and its last known state. */
export type Standby = {
  isPrimaryConfigured: boolean;
  /** True if the process has a primary that can be reached. */
  hasPrimary(): boolean;
  /** False while the standby cannot be reached, or has not replayed the migrations of this version. */
  isUp(): boolean;
  /**
   * True if the standby has replayed all writes in the project: the events up to the number `latest`, those that the
   * primary had a second ago, all that was written before the last call of `written` or `missed`, and, while no
   * notifications arrive, all that the primary has now. False without a primary.
   */
  isCurrent(projectId: string, latest: bigint | null): Promise<boolean>;
  /** The number of the last event of the project that the standby is known to have replayed. */
  replayed(projectId: string): bigint;
  /** Whether the standby has replayed the events of the project up to a number. Queries it if that is not known. */
  hasEvents(projectId: string, latest: bigint | null): Promise<boolean>;
  /** Records that this process has written in the project, perhaps without an event. */
  written(projectId: string): void;
  /** Records that notifications of events can have been lost, in any project. */
  missed(): void;
  /** The state of the standby when it was last checked. */
  state(): StandbyState;
  /** Checks the standby now. @throws the error of the check, or of a standby without the migrations */
  check(): Promise<StandbyState>;
  describe(): Promise<string>;
  pool(): Pool;
  close(): Promise<void>;
};

/** Interval at which the standby is checked, and the primary while it cannot be reached. */
const CHECK_MS = 1000;

/**
 * Time between two questions to the primary for the last event of a project. If a process commits and ends before it
 * notifies the others, they miss its events for at most this time.
 */
const NUMBER_MS = 1000;

/** Maximum number of projects for which the primary's answer is kept. */
const NUMBERS_KEPT = 10_000;

type OpenedStandby = ReadingSources & {
  migrations: number;
  /** The connection on which the notifications of other processes' writes arrive. */
  connection: Pick<Connection, 'isReceivingNotifications'>;
  log: Logger;
};

export function openStandby(options: OpenedStandby): Standby {
  const { standby, primary, migrations, connection, log } = options;
  const marks = primary && openMarks(primary);
  const numberOnPrimary = primary && readNumbers(primary);
  const health = watchStandby(standby, {
    migrations,
    log,
    onReturn: () => {
      // The address can belong to another server now, which has replayed less.
      progress.forget();
      marks?.clear();
    },
  });
  const checkPrimary = async () => {
    if (primary === null || primary.isUp()) return;
    await selectWritten(primary.connection.db).then(primary.succeeded, primary.failed);
  };
  // `standby.failed` logs the error of a check.
  const timers = [
    every(CHECK_MS, () => health.check().catch(() => {})),
    every(CHECK_MS, checkPrimary),
  ];

  const isUp = () => standby.isUp() && health.isMigrated();
  const progress = openProgress(standby, isUp);

  return {
    isPrimaryConfigured: primary !== null,
    hasPrimary: () => primary?.isUp() ?? false,
    isUp,
    isCurrent: async (projectId, latest) => {
      if (marks === null || numberOnPrimary === null || !isUp()) return false;
      // Without notifications, this process does not know the writes of others. Then the standby must have replayed
      // all that the primary has now.
      const isNotified = connection.isReceivingNotifications();
      const mark = isNotified ? marks.of(projectId) : marks.set(projectId);
      const onPrimary = await numberOnPrimary(projectId);
      if (onPrimary === null) return false;
      const wanted = latest !== null && latest > onPrimary ? latest : onPrimary;
      if (mark === null && progress.replayed(projectId) >= wanted) return true;
      const position = mark && (await marks.positionOf(mark));
      if (mark !== null && position === null) return false;
      const found = await progress.ask(projectId, position);
      if (found === null || !found.hasReplayed) return false;
      if (mark !== null) marks.reached(projectId, mark);
      return found.lastNumber >= wanted;
    },
    replayed: progress.replayed,
    hasEvents: async (projectId, latest) => {
      if (progress.replayed(projectId) >= (latest ?? 0n)) return true;
      const found = await progress.ask(projectId, null);
      return found !== null && found.lastNumber >= (latest ?? 0n);
    },
    written: (projectId) => marks?.set(projectId),
    missed: () => marks?.clear(),
    state: health.state,
    check: health.check,
    describe: async () => (await standby.connection.describe()).description,
    pool: () => standby.connection.pool(),
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await standby.connection.close();
    },
  };
}

const UNKNOWN: StandbyState = { lagSeconds: null, isStreaming: false };

type WatchedStandby = {
  /** The number of migrations that the standby must have replayed. */
  migrations: number;
  log: Logger;
  /** Called when the standby can be reached again. */
  onReturn: () => void;
};

function watchStandby(standby: ReadSource, { migrations: wanted, log, onReturn }: WatchedStandby) {
  let state = UNKNOWN;
  let isMigrated = false;
  return {
    state: () => state,
    isMigrated: () => isMigrated,
    check: async (): Promise<StandbyState> => {
      try {
        const { migrations, ...found } = await selectStandbyState(standby.connection.db);
        const isEnough = migrations >= wanted;
        if (isEnough !== isMigrated) log.info({ migrations, wanted }, 'The standby was checked');
        isMigrated = isEnough;
        state = found;
      } catch (error) {
        standby.failed(error);
        throw error;
      }
      const wasUp = standby.isUp();
      standby.succeeded();
      if (!wasUp) onReturn();
      if (isMigrated) return state;
      throw new Error(
        'The standby does not have the migrations of this version yet; run `lorebase migrate` on the primary.',
      );
    },
  };
}

/** The number of the last event of each project that the standby is known to have replayed. */
function openProgress(standby: ReadSource, isUp: () => boolean) {
  const numbers = new Map<string, bigint>();
  return {
    replayed: (projectId: string) => numbers.get(projectId) ?? 0n,
    /** Reads from the standby the last event of a project, and whether it has replayed a position. Null if it fails. */
    ask: async (projectId: string, position: string | null) => {
      if (!isUp()) return null;
      try {
        const found = await selectStandbyProgress(standby.connection.db, { projectId, position });
        numbers.set(projectId, found.lastNumber);
        return found;
      } catch (error) {
        // A conflict with the replay is gone at the next query.
        if (isConflict(error)) return null;
        if (!isUnavailable(error)) throw error;
        standby.failed(error);
        return null;
      }
    },
    forget: () => numbers.clear(),
  };
}

/**
 * Returns a function that returns the number of a project's last event on the primary, or null if the primary cannot be
 * reached. It asks the primary at most once in `NUMBER_MS` for each project.
 */
function readNumbers(primary: ReadSource) {
  const known = new LRUCache<string, Promise<bigint | null>>({ max: NUMBERS_KEPT, ttl: NUMBER_MS });
  return (projectId: string): Promise<bigint | null> => {
    const last = known.get(projectId);
    if (last !== undefined) return last;
    const number = readNumber(primary.connection.db, projectId).catch((error: unknown) => {
      known.delete(projectId);
      primary.failed(error);
      return null;
    });
    known.set(projectId, number);
    return number;
  };
}

/** A position of the primary's log that the standby must have replayed; null before it is read. */
type ProjectMark = { position: Promise<string | null> | null };

/**
 * The marks of the projects: the standby must replay the log up to the mark of a project; null if it has done so. A
 * project that is not in the map was not read yet, so notifications of it may have been missed, and it gets a new mark.
 */
function openMarks(primary: ReadSource) {
  const marks = new Map<string, ProjectMark | null>();
  const set = (projectId: string): ProjectMark => {
    const mark = { position: null };
    marks.set(projectId, mark);
    return mark;
  };
  return {
    set,
    of: (projectId: string): ProjectMark | null => {
      const known = marks.get(projectId);
      return known === undefined ? set(projectId) : known;
    },
    /** The position of a mark, which is read once; null if the primary cannot be reached. */
    positionOf: (mark: ProjectMark): Promise<string | null> => {
      mark.position ??= selectWritten(primary.connection.db).catch((error: unknown) => {
        mark.position = null;
        primary.failed(error);
        return null;
      });
      return mark.position;
    },
    /** Removes a mark that the standby has reached, unless a later mark has replaced it. */
    reached: (projectId: string, mark: ProjectMark) => {
      if (marks.get(projectId) === mark) marks.set(projectId, null);
    },
    clear: () => marks.clear(),
  };
}
