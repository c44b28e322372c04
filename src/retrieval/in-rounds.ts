type Round<Item, Result> = { items: Item[]; result: Promise<Result> };

/**
 * Returns a function that answers calls with the same key together, in rounds. A call starts a round at once if no
 * round of its key is running. Calls that arrive during a round wait and share the next one, so a round always starts
 * after the calls that it answers.
 */
export function createRounds<Item, Result>(): (
  key: string,
  item: Item,
  work: (items: readonly Item[]) => Promise<Result>,
) => Promise<Result> {
  const waiting = new Map<string, Round<Item, Result>>();
  const running = new Map<string, Promise<unknown>>();
  return (key, item, work) => {
    const next = waiting.get(key);
    if (next) {
      next.items.push(item);
      return next.result;
    }
    const items = [item];
    const run = async () => {
      await running.get(key);
      waiting.delete(key);
      const result = work(items);
      running.set(
        key,
        result.catch(() => {}),
      );
      try {
        return await result;
      } finally {
        running.delete(key);
      }
    };
    const result = run();
    waiting.set(key, { items, result });
    return result;
  };
}
