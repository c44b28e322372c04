type Round<Item, Result> = { items: Item[]; result: Promise<Result> };

/**
 * Returns a function that runs `work` for an item, together with all others of the same key that come before it begins. It begins at
 * once, or when the round of the key that is under way has ended: so what `work` reads is never older than the item.
 */
export function createRounds<Item, Result>(): (
  key: string,
  item: Item,
  work: (items: readonly Item[]) => Promise<Result>,
) => Promise<Result> {
  const waiting = new Map<string, Round<Item, Result>>();
  const underWay = new Map<string, Promise<unknown>>();
  return (key, item, work) => {
    const next = waiting.get(key);
    if (next) {
      next.items.push(item);
      return next.result;
    }
    const items = [item];
    const run = async () => {
      await underWay.get(key);
      waiting.delete(key);
      const result = work(items);
      const ended = result.then(
        () => {},
        () => {},
      );
      underWay.set(key, ended);
      await ended;
      if (underWay.get(key) === ended) underWay.delete(key);
      return result;
    };
    const result = run();
    waiting.set(key, { items, result });
    return result;
  };
}
