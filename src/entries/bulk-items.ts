import { badInput, DomainError } from '../errors.ts';

const MAX_ITEMS = 500;

/** Of all contents together: more would hold up the memory's other writers for too long. */
const MAX_TOTAL_BYTES = 2 * 1024 * 1024;

/** @throws BAD_USER_INPUT at the path of the list, where there are none, too many or too much of them */
export function requireBulkSize(
  items: readonly { content?: unknown }[],
  { path, noun }: { path: string; noun: string },
): void {
  if (items.length === 0 || items.length > MAX_ITEMS) {
    throw badInput(path, `must hold 1 to ${MAX_ITEMS} ${noun}`);
  }
  const bytes = items.reduce((sum, { content }) => sum + Buffer.byteLength(String(content)), 0);
  if (bytes > MAX_TOTAL_BYTES) {
    throw badInput(path, `must have at most ${MAX_TOTAL_BYTES} bytes of content in all`);
  }
}

/** Each item as checked, or what is wrong with it; an idempotency key belongs to the first that has it. */
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
        throw badInput(`${path}[${i}].idempotencyKey`, 'is that of another item');
      }
      if (idempotencyKey) keys.add(idempotencyKey);
      return item;
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  });
}

/** Writes the items that passed their check; answers the outcome of each item, in the order of all. */
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
