/** What a store is opened with. */
export type Options = {
  databaseUrl: string;
  endpoint: { url: string; model: string };
  dimensions: number;
  /** Calls that are made at once, at most. */
  clients: number;
  /** Of Lorebase alone. */
  server?: { url: string; rootKey: string };
};

/** What is measured of each store. */
export type Store = {
  write(text: string): Promise<unknown>;
  writeMany(texts: string[]): Promise<unknown>;
  /** The texts of what was found, best first. */
  search(query: string, limit: number): Promise<string[]>;
  /** Resolves when nothing is left to do for what was written. */
  settle?(): Promise<unknown>;
  /** What became of the writes. */
  outcomes?(): Record<string, number>;
};
