/** Which numbers are looked for: the greatest ones above `least`, whose index passes the test; at most `limit`. */
export type Greatest = { limit: number; isIn: (index: number) => boolean; least: number };

/** The indexes of the greatest numbers of a list, greatest first. Equal ones keep their order. */
export function greatest(
  numbers: Float32Array | Float64Array,
  { limit, isIn, least }: Greatest,
): number[] {
  const found: number[] = [];
  let lowest = least;
  for (let index = 0; index < numbers.length; index += 1) {
    const value = numbers[index] ?? 0;
    // The test comes last, because few of the numbers get here.
    if (value <= lowest || !isIn(index)) continue;
    found.splice(placeOf(value, found, numbers), 0, index);
    if (found.length > limit) found.pop();
    if (found.length === limit) lowest = numbers[found[limit - 1] ?? 0] ?? least;
  }
  return found;
}

type OfEstimates = Greatest & {
  /** The maximum difference between a number and its estimate. */
  maxError: number;
  /** Computes the number at an index. */
  numberAt: (index: number) => number;
};

/**
 * The result of `greatest` for numbers that take longer to compute than their estimates. Only the numbers that can be among the
 * greatest are computed. They replace their estimates in the list.
 */
export function greatestOfEstimates(
  estimates: Float32Array | Float64Array,
  { limit, isIn, least, maxError, numberAt }: OfEstimates,
): number[] {
  const likely = greatest(estimates, { limit, isIn, least: least - maxError });
  const last = likely[limit - 1];
  // A number whose estimate is below this is smaller than at least `limit` others.
  const lowest = last === undefined ? least - maxError : (estimates[last] ?? 0) - 2 * maxError;
  const indexes: number[] = [];
  for (let index = 0; index < estimates.length; index += 1) {
    if ((estimates[index] ?? 0) < lowest || !isIn(index)) continue;
    estimates[index] = numberAt(index);
    indexes.push(index);
  }
  const numbers = Float64Array.from(indexes, (index) => estimates[index] ?? 0);
  const found = greatest(numbers, { limit, isIn: () => true, least });
  return found.map((place) => indexes[place] ?? 0);
}

/** Where a number belongs among indexes of numbers in descending order; behind those of equal ones. */
function placeOf(
  value: number,
  found: readonly number[],
  numbers: Float32Array | Float64Array,
): number {
  let [low, high] = [0, found.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[found[middle] ?? 0] ?? 0) >= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
