import type { TestServer } from './server.ts';

/**
 * What is done behind earlier writes comes a moment later, at any time: events, chunks for the vector index, and the
 * look whether a project has become large enough for it.
 */
const BEHIND_WRITES = /pg_notify|is_indexed|having sum\(/;

/** Runs the work, and returns the SQL statements, with their parameters, that the server's process sent meanwhile. */
export async function statementsDuring(
  { app }: TestServer,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const { $client } = app.db as unknown as { $client: { query: (...args: never[]) => unknown } };
  const { query } = $client;
  const statements: string[] = [];
  $client.query = function (this: unknown, ...args: never[]) {
    statements.push(JSON.stringify(args));
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    $client.query = query;
  }
  return statements;
}

/** The statements without those that do not belong to the request that is counted. */
export const ofRequests = (statements: readonly string[]): string[] =>
  statements.filter((text) => !BEHIND_WRITES.test(text));
