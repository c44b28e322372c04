/**
 * Returns a function that computes its result once for each first argument, and keeps the result as long as this object
 * exists. The other arguments must always be the same for the same object.
 */
export function memoizeByObject<Key extends object, Rest extends unknown[], Result>(
  compute: (key: Key, ...rest: Rest) => Result,
): (key: Key, ...rest: Rest) => Result {
  const kept = new WeakMap<Key, { result: Result }>();
  return (key, ...rest) => {
    const known = kept.get(key);
    if (known !== undefined) return known.result;
    const result = compute(key, ...rest);
    kept.set(key, { result });
    return result;
  };
}
