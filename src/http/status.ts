/** HTTP statuses of errors that end a request before execution, by code. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  BAD_USER_INPUT: 400,
  QUERY_TOO_COMPLEX: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  QUOTA_EXCEEDED: 429,
  DATABASE_UNAVAILABLE: 503,
  DISK_FULL: 507,
};

/** The HTTP status of an error; 500 for any other code. */
export function statusOf(extensions: { code?: unknown } | undefined): number {
  return STATUS_BY_CODE[String(extensions?.code)] ?? 500;
}

/** The header that tells a client when to repeat a request; none without a number of seconds. */
export function retryHeaders(seconds: unknown): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

/** The HTTP statuses, outside GraphQL, of errors that have status 200 in GraphQL. */
const STATUS_OUTSIDE_GRAPHQL: Readonly<Record<string, number>> = {
  READ_ONLY: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  CHAT_NOT_CONFIGURED: 501,
  CHAT_UNAVAILABLE: 502,
  EMBEDDING_UNAVAILABLE: 502,
};

/** The HTTP status of an error of a request that is not one of GraphQL. */
export function statusOutsideGraphql(extensions: { code?: unknown } | undefined): number {
  return STATUS_OUTSIDE_GRAPHQL[String(extensions?.code)] ?? statusOf(extensions);
}
