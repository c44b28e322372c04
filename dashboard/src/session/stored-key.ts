/**
 * Where the browser keeps the API key: for this tab or, if the person asked for it, on this computer. It is never
 * part of an address: a sign-in link carries it behind "#", which browsers do not send, and it is removed at once.
 */
const NAME = 'lorebase-key';

/** The key of a sign-in link, else the key of this tab, else the key that was kept on this computer. */
export function readKey(): string | null {
  const linked = new URLSearchParams(location.hash.slice(1)).get('key');
  if (linked !== null) {
    history.replaceState(null, '', location.pathname + location.search);
    storeKey(linked, { isKept: false });
    return linked;
  }
  return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME);
}

export function storeKey(key: string, { isKept }: { isKept: boolean }): void {
  sessionStorage.setItem(NAME, key);
  if (isKept) localStorage.setItem(NAME, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(NAME);
  localStorage.removeItem(NAME);
}
