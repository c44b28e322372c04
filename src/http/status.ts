/** HTTP statuses of errors that end a request before execution, by code. */
const STATUS: Readonly<Record<string, number>> = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  QUOTA_EXCEEDED: 429,
  DATABASE_UNAVAILABLE: 503,
  DISK_FULL: 507,
};

/** The HTTP status of an error; 500 for any other code. */
export function statusOf(extensions: { code?: unknown } | undefined): number {
  return STATUS[String(extensions?.code)] ?? 500;
}
