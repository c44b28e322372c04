import type { Stats } from './collector.ts';

/** The statistics of a process that has no database to store them in: they are not collected. */
export const droppedStats: Stats = {
  add: () => {},
  flush: async () => {},
  withWaiting: (_projectId, read) => read([]),
  forget: async () => {},
  close: async () => {},
};
