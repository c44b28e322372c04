/**
 * Where the browser keeps the API key: for this tab or, if the person asked for it, on this computer. It is never
 * part of an address: a sign-in link carries it behind "#", which browsers do not send, and it is removed at once.
 */
const NAME = 'lorebase-key';

/** True if a text has only characters that a key can have. A header cannot carry many of the others. */
export function isSendable(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

/** The key of a sign-in link, else the key of this tab, else the key that was kept on this computer. */
export function readKey(): string | null {
  const linked = new URLSearchParams(location.hash.slice(1)).get('key');
  if (linked !== null) {
    // The state has the router's name of this place, by which it finds its scroll position again.
    history.replaceState(history.state, '', location.pathname + location.search);
    if (isSendable(linked)) {
      storeKey(linked, { isKept: false });
      return linked;
    }
  }
  const kept = sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME);
  return kept !== null && isSendable(kept) ? kept : null;
}

export function storeKey(key: string, { isKept }: { isKept: boolean }): void {
  sessionStorage.setItem(NAME, key);
  if (isKept) localStorage.setItem(NAME, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(NAME);
  localStorage.removeItem(NAME);
}
