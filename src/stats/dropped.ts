import type { Stats } from './collector.ts';

/** The statistics of a process without a database to store them in. Nothing is collected. */
export const droppedStats: Stats = {
  add: () => {},
  flush: async () => {},
  withWaiting: (_projectId, read) => read([]),
  forget: async () => {},
  close: async () => {},
};
