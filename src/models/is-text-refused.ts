/** Statuses with which an endpoint rejects a text permanently. */
const REFUSED = new Set([400, 413, 422]);

/** Whether the error of a chat model says that its endpoint refuses the text, so that a retry would fail too. */
export function isTextRefused(error: unknown): boolean {
  const { status } = ((error as Error).cause ?? {}) as { status?: unknown };
  return typeof status === 'number' && REFUSED.has(status);
}
