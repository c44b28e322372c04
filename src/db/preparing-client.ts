import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';

/** Statements kept prepared by each connection: more would take the server's memory for rare ones. */
const MAX_PREPARED = 300;

/** Longer ones are bulk inserts and the like, whose texts seldom come again. */
const MAX_LENGTH = 8000;

/** How often the texts of statements were met, and the names of those met more than once. */
const met = new Set<string>();
const names = new Map<string, string>();

/** A statement's name, once it is met a second time: preparing is for those that come again. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MAX_PREPARED || text.length > MAX_LENGTH) return known;
  if (!met.has(text)) {
    if (met.size === MAX_PREPARED) met.clear();
    met.add(text);
    return undefined;
  }
  const name = `lorebase_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  return name;
}

/**
 * A client that prepares each statement with parameters once, so that the server parses and plans the
 * frequent ones no more (docs/decisions/008-cost-of-a-write.md).
 */
export class PreparingClient extends pg.Client {
  // The driver's own signature has thirteen overloads; all are passed on as they are.
  override query(...args: unknown[]): never {
    const [query, values] = args;
    const config = typeof query === 'string' ? { text: query } : query;
    if (isParametrised(config, values)) {
      const name = nameOf(config.text);
      if (name !== undefined) args[0] = { ...config, name };
    }
    this.#gather();
    return super.query(...(args as [never])) as never;
  }

  #isGathering = false;

  /** Sends together what is asked for before the event loop goes on: each packet costs both sides a call. */
  #gather(): void {
    if (this.#isGathering) return;
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    this.#isGathering = true;
    stream.cork();
    setImmediate(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }
}

function isParametrised(config: unknown, values: unknown): config is { text: string } {
  if (typeof config !== 'object' || config === null) return false;
  const { text, name } = config as { text?: unknown; name?: unknown };
  return typeof text === 'string' && !name && Array.isArray(values) && values.length > 0;
}
