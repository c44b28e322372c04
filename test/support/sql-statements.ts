import type { TestServer } from './server.ts';

/**
 * Matches statements that earlier writes cause in the background, at any time: notifications, the indexing of chunks,
 * and the check whether a project has become large enough for the vector index.
 */
const BEHIND_WRITES = /pg_notify|is_indexed|having sum\(/;

/** Runs `work`, and returns the SQL statements that the server sent meanwhile, with their parameters. */
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

/** The statements of requests: all but those in the background. */
export const ofRequests = (statements: readonly string[]): string[] =>
  statements.filter((text) => !BEHIND_WRITES.test(text));
