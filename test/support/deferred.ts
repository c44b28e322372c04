/** A promise and the function that resolves it, by which a test decides when something may continue. */
export type Deferred = { promise: Promise<void>; resolve(): void };

export function createDeferred(): Deferred {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
