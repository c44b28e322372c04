/** A text as it is, and another value as JSON. */
export function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
