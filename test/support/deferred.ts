/** A promise with the function that resolves it: a test decides when something may go on. */
export type Deferred = { promise: Promise<void>; resolve(): void };

export function createDeferred(): Deferred {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
