/** A random key. `crypto.randomUUID` does not exist on a page that a server sends without TLS. */
export function newRandomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
