import { badInput, DomainError } from '../errors.ts';

export const MAX_BULK_ITEMS = 500;

/**
 * Maximum size, in bytes of UTF-8, of all contents of a call together. A larger call would block other writers of the
 * memory for too long.
 */
export const MAX_BULK_BYTES = 2 * 1024 * 1024;

/** Checks the number and the total size of the items. @throws BAD_USER_INPUT at the path of the list */
export function requireBulkSize(
  items: readonly { content?: unknown }[],
  { path, noun }: { path: string; noun: string },
): void {
  if (items.length === 0 || items.length > MAX_BULK_ITEMS) {
    throw badInput(path, `must hold 1 to ${MAX_BULK_ITEMS} ${noun}`);
  }
  const bytes = items.reduce((sum, { content }) => sum + Buffer.byteLength(String(content)), 0);
  if (bytes > MAX_BULK_BYTES) {
    throw badInput(path, `must have at most ${MAX_BULK_BYTES} bytes of content in all`);
  }
}

/** Each checked item, or its error. An item with the idempotency key of an earlier item is an error. */
export function checkEach<Raw, Item extends { idempotencyKey?: string | null | undefined }>(
  items: readonly Raw[],
  path: string,
  check: (raw: Raw, path: string) => Item,
): (Item | DomainError)[] {
  const keys = new Set<string>();
  return items.map((raw, i) => {
    try {
      const item = check(raw, `${path}[${i}]`);
      const { idempotencyKey } = item;
      if (idempotencyKey && keys.has(idempotencyKey)) {
        throw badInput(`${path}[${i}].idempotencyKey`, 'must not be the key of an earlier item');
      }
      if (idempotencyKey) keys.add(idempotencyKey);
      return item;
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  });
}

/** The schema's `ItemError`. */
export function itemError({ code, message, details: { path } }: DomainError) {
  const at = typeof path === 'string' ? path : null;
  return { __typename: 'ItemError' as const, code, message, path: at };
}

/** Writes the valid items. Returns the outcome or the error of each item, in order. */
export async function writeValid<Item, Outcome>(
  checked: readonly (Item | DomainError)[],
  write: (valid: Item[]) => Promise<Outcome[]>,
): Promise<(Outcome | DomainError)[]> {
  const valid = checked.filter((item): item is Item => !(item instanceof DomainError));
  const outcomes = (valid.length > 0 ? await write(valid) : []).values();
  return checked.map((item) =>
    item instanceof DomainError ? item : (outcomes.next().value as Outcome),
  );
}
