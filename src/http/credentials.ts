/** Headers, or parameters like them, with names in lower case. */
type Fields = Readonly<Record<string, unknown>>;

/** The headers that can carry an API key. */
export const KEY_HEADERS = ['authorization', 'x-api-key'] as const;

/**
 * The headers of a WebSocket's request together with the parameters of its `connection_init`. The names of parameters
 * can be in any case. If several fields have the same name, the last one counts.
 */
export function shownFields(headers: Fields, connectionParams: Fields = {}): Fields {
  const fields = Object.entries({ ...headers, ...connectionParams });
  return Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value]));
}

/** The API key that a request sends; null if it sends none. */
export function secretIn(fields: Fields): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(textIn(fields, 'authorization'))?.[1];
  return bearer ?? (textIn(fields, 'x-api-key') || null);
}

/** The project that a request names; null if it names none. */
export function projectIn(fields: Fields, header = 'lorebase-project'): string | null {
  return textIn(fields, header) || null;
}

function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value.trim() : '';
}
