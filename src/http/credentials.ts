type Fields = Readonly<Record<string, unknown>>;

/** The headers that can carry an API key. */
export const KEY_HEADERS = ['authorization', 'x-api-key'] as const;

/** The secret in HTTP headers or in a WebSocket's `connectionParams`; null if there is none. */
export function secretIn(fields: Fields): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(textIn(fields, 'authorization'))?.[1];
  return bearer ?? (textIn(fields, 'x-api-key') || null);
}

/** The project that is named in HTTP headers or in a WebSocket's `connectionParams`; null if there is none. */
export function projectIn(fields: Fields, header = 'lorebase-project'): string | null {
  return textIn(fields, header) || null;
}

/** The trimmed value of a field, whose name can be in any case. Of several such fields, the last one counts. */
function textIn(fields: Fields, wanted: string): string {
  const [, value] =
    Object.entries(fields).findLast(([name]) => name.toLowerCase() === wanted) ?? [];
  return typeof value === 'string' ? value.trim() : '';
}
