type Keyed = { idempotencyKey?: string | null | undefined };

/** A random key. `crypto.randomUUID` exists only in pages of a secure origin. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The input with an idempotency key, so that the server performs a repeated call once. */
export function keyed<Input extends Keyed>(input: Input): Input {
  return typeof input.idempotencyKey === 'string'
    ? input
    : { ...input, idempotencyKey: randomKey() };
}
