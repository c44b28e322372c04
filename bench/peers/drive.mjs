// Runs one store in a process of its own and times what it is told to do. It ends with the process that
// started it.   node drive.mjs STORE.mjs
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @typedef {{ what: string; options?: import('./stores/store.d.ts').Options; texts?: string[]; size?: number; clients?: number; limit?: number }} Order */

const { open } = await import(pathToFileURL(resolve(process.argv[2] ?? '')).href);
/** @type {import('./stores/store.d.ts').Store} */
let store;

/**
 * Milliseconds of each call, so many at once, and of all together.
 * @template T
 * @param {T[]} items @param {number} clients @param {(item: T) => Promise<unknown>} work
 */
async function timeEach(items, clients, work) {
  /** @type {number[]} */
  const times = [];
  let next = 0;
  const start = performance.now();
  const client = async () => {
    for (let i = next++; i < items.length; i = next++) {
      const from = performance.now();
      await work(/** @type {T} */ (items[i]));
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { ms: performance.now() - start, times };
}

/** @param {Order} order */
async function follow({ what, options, texts = [], size = 1, clients = 1, limit = 10 }) {
  switch (what) {
    case 'open':
      if (options) store = await open(options);
      return {};
    case 'write':
      return timeEach(texts, clients, (text) => store.write(text));
    case 'bulk': {
      const bulks = [];
      for (let i = 0; i < texts.length; i += size) bulks.push(texts.slice(i, i + size));
      return timeEach(bulks, clients, (bulk) => store.writeMany(bulk));
    }
    case 'search': {
      /** @type {Record<string, string[]>} */
      const found = {};
      const timed = await timeEach(texts, clients, async (query) => {
        found[query] = await store.search(query, limit);
      });
      return { ...timed, found };
    }
    case 'settle':
      await store.settle?.();
      return {};
    default:
      return { outcomes: store.outcomes?.() };
  }
}

process.on('disconnect', () => process.exit());
process.on('message', (order) => {
  follow(/** @type {Order} */ (order)).then(
    (answer) => process.send?.({ answer }),
    (error) => process.send?.({ error: String(error?.stack ?? error) }),
  );
});
process.send?.({ answer: 'ready' });
