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

/**
 * Testing an index takes about as long as comparing so many numbers, because what it tests is not in the processor's cache. With every
 * n-th number in the sample, about n times as many are tested as are looked for.
 */
const NUMBERS_OF_TEST = 100;

type OfEstimates = Greatest & {
  /** The maximum difference between a number and its estimate. */
  maxError: number;
  /** Computes the number at an index. */
  numberAt: (index: number) => number;
  /** Returns the indexes of the estimates of at least `least`, in ascending order. */
  indexesAtLeast: (least: number) => number[];
};

/**
 * The result of `greatest` for numbers that take longer to compute than their estimates. Only the numbers that can be among the
 * greatest are computed. They replace their estimates in the list.
 */
export function greatestOfEstimates(
  estimates: Float32Array | Float64Array,
  { limit, isIn, least, maxError, numberAt, indexesAtLeast }: OfEstimates,
): number[] {
  const wanted = { limit, isIn, least: least - maxError };
  // A number whose estimate is below those of `limit` others by more than this is smaller than each of them.
  const margin = 2 * maxError;
  const likely = indexesAtLeast(atMostLast(estimates, wanted) - margin).filter(isIn);
  const lowest = lastOf(valuesAt(estimates, likely), { ...wanted, isIn: () => true }) - margin;
  const indexes = likely.filter((index) => (estimates[index] ?? 0) >= lowest);
  for (const index of indexes) estimates[index] = numberAt(index);
  const found = greatest(valuesAt(estimates, indexes), { limit, isIn: () => true, least });
  return found.map((place) => indexes[place] ?? 0);
}

/** The indexes of the numbers of at least `least`. `VectorTable.indexesAtLeast` is faster. */
export function indexesAtLeast(numbers: Float32Array | Float64Array, least: number): number[] {
  const indexes: number[] = [];
  for (let index = 0; index < numbers.length; index += 1) {
    if ((numbers[index] ?? 0) >= least) indexes.push(index);
  }
  return indexes;
}

/** The last of the `limit` greatest numbers; `least` if fewer pass the test. */
function lastOf(numbers: Float32Array | Float64Array, wanted: Greatest): number {
  const last = greatest(numbers, wanted)[wanted.limit - 1];
  return last === undefined ? wanted.least : (numbers[last] ?? 0);
}

/** A number that is at most `lastOf`, from a sample of the numbers if enough of it pass the test. */
function atMostLast(numbers: Float32Array | Float64Array, wanted: Greatest): number {
  const step = Math.floor(Math.sqrt(numbers.length / (NUMBERS_OF_TEST * wanted.limit)));
  if (step < 2) return lastOf(numbers, wanted);
  const sample = new Float64Array(Math.floor(numbers.length / step));
  for (let i = 0; i < sample.length; i += 1) sample[i] = numbers[i * step] ?? 0;
  const last = lastOf(sample, { ...wanted, isIn: (place) => wanted.isIn(place * step) });
  return last > wanted.least ? last : lastOf(numbers, wanted);
}

/** The numbers at these indexes. `Float64Array.from` with a function takes much longer. */
function valuesAt(numbers: Float32Array | Float64Array, indexes: readonly number[]): Float64Array {
  const values = new Float64Array(indexes.length);
  for (const [place, index] of indexes.entries()) values[place] = numbers[index] ?? 0;
  return values;
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
