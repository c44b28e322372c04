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

/** A call of `isIn` takes about as long as reading this many numbers: it reads an object that is rarely in the processor's cache. */
const NUMBERS_PER_TEST = 100;

type OfEstimates = Greatest & {
  /** The maximum difference between a number and its estimate. */
  maxError: number;
  /** Computes the number at an index. */
  numberAt: (index: number) => number;
  /** Returns the indexes of all estimates that are `least` or more, in ascending order. */
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
  // If two estimates differ by more than this, the number with the greater estimate is the greater one.
  const margin = 2 * maxError;
  const likely = indexesAtLeast(lowerBound(estimates, wanted) - margin).filter(isIn);
  const inScope = { ...wanted, isIn: () => true };
  const lowest = smallestOfGreatest(valuesAt(estimates, likely), inScope) - margin;
  const indexes = likely.filter((index) => (estimates[index] ?? 0) >= lowest);
  for (const index of indexes) estimates[index] = numberAt(index);
  const found = greatest(valuesAt(estimates, indexes), { ...inScope, least });
  return found.map((place) => indexes[place] ?? 0);
}

/** The indexes of all numbers that are `least` or more, in ascending order. `VectorTable.indexesAtLeast` is faster. */
export function indexesAtLeast(numbers: Float32Array | Float64Array, least: number): number[] {
  const indexes: number[] = [];
  for (let index = 0; index < numbers.length; index += 1) {
    if ((numbers[index] ?? 0) >= least) indexes.push(index);
  }
  return indexes;
}

/** The smallest of the `limit` greatest numbers; `least` if there are fewer. */
function smallestOfGreatest(numbers: Float32Array | Float64Array, wanted: Greatest): number {
  const last = greatest(numbers, wanted)[wanted.limit - 1];
  return last === undefined ? wanted.least : (numbers[last] ?? 0);
}

/** A lower bound of `smallestOfGreatest`: its value for a sample of the numbers, if enough of the sample are wanted. */
function lowerBound(numbers: Float32Array | Float64Array, wanted: Greatest): number {
  // About `limit * step` numbers are above the bound and have to be tested. This takes as long as reading the sample.
  const step = Math.floor(Math.sqrt(numbers.length / (NUMBERS_PER_TEST * wanted.limit)));
  if (step < 2) return smallestOfGreatest(numbers, wanted);
  const sample = new Float64Array(Math.floor(numbers.length / step));
  for (let i = 0; i < sample.length; i += 1) sample[i] = numbers[i * step] ?? 0;
  const isIn = (place: number) => wanted.isIn(place * step);
  const bound = smallestOfGreatest(sample, { ...wanted, isIn });
  return bound > wanted.least ? bound : smallestOfGreatest(numbers, wanted);
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
