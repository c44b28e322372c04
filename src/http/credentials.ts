type Shown = Readonly<Record<string, unknown>>;

/** The headers that can carry an API key. */
export const KEY_HEADERS = ['authorization', 'x-api-key'] as const;

/** The secret in HTTP headers or in a WebSocket's `connectionParams`; null if there is none. */
export function secretIn(shown: Shown): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(textIn(shown, 'authorization'))?.[1];
  return bearer ?? (textIn(shown, 'x-api-key') || null);
}

/** The project that is named in HTTP headers or in a WebSocket's `connectionParams`; null if there is none. */
export function projectIn(shown: Shown, header = 'lorebase-project'): string | null {
  return textIn(shown, header) || null;
}

/** The value of a name in any case, without outer spaces. The last one counts if a name is there twice. */
function textIn(shown: Shown, wanted: string): string {
  const [, value] = Object.entries(shown).findLast(([name]) => name.toLowerCase() === wanted) ?? [];
  return typeof value === 'string' ? value.trim() : '';
}
