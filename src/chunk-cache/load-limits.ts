import { LRUCache } from 'lru-cache';

/**
 * Limits how many projects are read into the cache at the same time, how much memory they take, and how often each one
 * is read.
 */
export type LoadLimits = {
  /** Whether a project may be read now: it is not being read, was not refused lately, and few others are being read. */
  canBegin(projectId: string): boolean;
  begin(projectId: string): void;
  end(projectId: string): void;
  /** Whether this many bytes of a project fit beside the other projects that are in use or being read. */
  hasRoomFor(projectId: string, bytes: number): boolean;
  /** Sets the number of bytes of a project that is being read. Returns whether they fit. */
  reserve(projectId: string, bytes: number): boolean;
  /** Must be called for a project whose chunks do not fit. It is not read again for `REFUSED_MS`. */
  refuse(projectId: string): void;
  /**
   * Must be called after reading a project failed, or after it changed faster than it was read. It is not read again
   * for `RETRY_MS`.
   */
  retryLater(projectId: string): void;
};

/** The maximum number of projects that are read at the same time. Others are read at a later request. */
const MAX_LOADS = 2;

const REFUSED_MS = 5 * 60_000;
const RETRY_MS = 30_000;
const MAX_REFUSED = 10_000;

/** `hasRoom` tells whether so many bytes fit beside the cached projects that are in use. */
export function createLoadLimits(hasRoom: (bytes: number) => boolean): LoadLimits {
  const refused = new LRUCache<string, true>({ max: MAX_REFUSED, ttl: REFUSED_MS });
  /** The projects of which all chunks are being read, with the bytes that they take so far. */
  const loading = new Map<string, number>();
  const hasRoomFor = (projectId: string, bytes: number) => {
    const others = [...loading].filter(([id]) => id !== projectId);
    return hasRoom(others.reduce((sum, [, taken]) => sum + taken, bytes));
  };
  return {
    canBegin: (projectId) =>
      !loading.has(projectId) && loading.size < MAX_LOADS && !refused.has(projectId),
    begin: (projectId) => {
      loading.set(projectId, 0);
    },
    end: (projectId) => {
      loading.delete(projectId);
    },
    hasRoomFor,
    reserve: (projectId, bytes) => {
      loading.set(projectId, bytes);
      return hasRoomFor(projectId, bytes);
    },
    refuse: (projectId) => {
      refused.set(projectId, true);
    },
    retryLater: (projectId) => {
      refused.set(projectId, true, { ttl: RETRY_MS });
    },
  };
}
