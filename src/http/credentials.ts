type Shown = Readonly<Record<string, unknown>>;

/** The headers that can carry an API key. */
export const KEY_HEADERS = ['authorization', 'x-api-key'] as const;

/** The secret in HTTP headers or in a WebSocket's `connectionParams`; null if there is none. */
export function secretIn(shown: Shown): string | null {
  const values = new Map(Object.entries(shown).map(([name, value]) => [name.toLowerCase(), value]));
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(textOf(values.get('authorization')))?.[1];
  return bearer ?? (textOf(values.get('x-api-key')) || null);
}

/** The project that is named in HTTP headers or in a WebSocket's `connectionParams`; null if there is none. */
export function projectIn(shown: Shown, header = 'lorebase-project'): string | null {
  const values = new Map(Object.entries(shown).map(([name, value]) => [name.toLowerCase(), value]));
  return textOf(values.get(header)) || null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
