import { memoizeByObject } from './memoize-by-object.ts';

/**
 * Creates a function that runs work by name. If work with the same owner and name is running already, it starts nothing
 * and returns the result of the running work.
 */
export function singleFlight<Owner extends object, Result>(): (
  owner: Owner,
  name: string,
  work: () => Promise<Result>,
) => Promise<Result> {
  const runningOf = memoizeByObject((_: Owner) => new Map<string, Promise<Result>>());
  return (owner, name, work) => {
    const running = runningOf(owner);
    const started = running.get(name) ?? work().finally(() => running.delete(name));
    running.set(name, started);
    return started;
  };
}
