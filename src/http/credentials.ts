/** Headers, or parameters like them, with names in lower case. */
type Fields = Readonly<Record<string, unknown>>;

/** The headers that can carry an API key. */
export const KEY_HEADERS = ['authorization', 'x-api-key'] as const;

/**
 * The headers of a WebSocket's request, and the parameters of its `connection_init`, whose names can be in any case. Of
 * several fields with the same name, the last one counts.
 */
export function shownFields(headers: Fields, connectionParams: Fields = {}): Fields {
  const fields = Object.entries({ ...headers, ...connectionParams });
  return Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value]));
}

/** The secret in the fields; null if there is none. */
export function secretIn(fields: Fields): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(textIn(fields, 'authorization'))?.[1];
  return bearer ?? (textIn(fields, 'x-api-key') || null);
}

/** The project that the fields name; null if they name none. */
export function projectIn(fields: Fields, header = 'lorebase-project'): string | null {
  return textIn(fields, header) || null;
}

function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value.trim() : '';
}
