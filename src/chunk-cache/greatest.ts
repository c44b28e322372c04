/** Whether the number at an index precedes an equal one at another index. */
type Precedes = (index: number, other: number) => boolean;

/**
 * The numbers to find: the `limit` greatest ones that are above `least` and whose index passes `isIn`. Equal numbers
 * keep their order, unless `precedes` is given.
 */
export type Greatest = {
  limit: number;
  isIn: (index: number) => boolean;
  least: number;
  precedes?: Precedes;
};

const keepsOrder: Precedes = () => false;

/** The indexes of the greatest numbers of a list, greatest first. */
export function greatest(
  numbers: Float32Array | Float64Array,
  { limit, isIn, least, precedes = keepsOrder }: Greatest,
): number[] {
  const found: number[] = [];
  let lowest = least;
  for (let index = 0; index < numbers.length; index += 1) {
    const value = numbers[index] ?? 0;
    if (value < lowest) continue;
    const last = found.length < limit ? undefined : found.at(-1);
    if (value === lowest && (last === undefined || !precedes(index, last))) continue;
    // `isIn` is called last because it is slow, and few numbers reach this line.
    if (!isIn(index)) continue;
    found.splice(placeOf(index, found, { numbers, precedes }), 0, index);
    if (found.length > limit) found.pop();
    if (found.length === limit) lowest = numbers[found[limit - 1] ?? 0] ?? least;
  }
  return found;
}

type OfBounds = Greatest & {
  /** Computes the number at an index. */
  numberAt: (index: number) => number;
  /** Returns the indexes of all upper bounds that are `least` or more, in ascending order. */
  indexesAtLeast: (least: number) => number[];
};

/**
 * The result of `greatest` for numbers of which upper bounds are known, and which take longer to compute. Only the
 * numbers that can be among the greatest are computed. They replace their bounds in the list. Where `isIn` returns
 * false, NaN replaces the bound.
 */
export function greatestOfBounds(
  bounds: Float32Array | Float64Array,
  { limit, isIn, least, numberAt, indexesAtLeast, precedes = keepsOrder }: OfBounds,
): number[] {
  const isComputed = new Set<number>();
  /**
   * Computes the numbers whose bounds are `lowest` or more, and returns their indexes. `indexesAtLeast` never returns
   * the index of NaN, so `isIn` is called once for each index.
   */
  const computeFrom = (lowest: number): number[] =>
    indexesAtLeast(lowest).filter((index) => {
      if (isComputed.has(index)) return true;
      const passes = isIn(index);
      bounds[index] = passes ? numberAt(index) : NaN;
      if (passes) isComputed.add(index);
      return passes;
    });
  // Results must be greater than `least`. Those that equal it are left out before they are tested.
  let lowest = least + Number.MIN_VALUE;
  for (const likely of likelyBounds(bounds, { limit, least })) {
    const indexes = computeFrom(likely);
    if (indexes.length < limit) continue;
    lowest = smallestOfGreatest(valuesAt(bounds, indexes), { limit, least });
    break;
  }
  // A number of at least `lowest` has an upper bound of at least `lowest` too, so none is missing.
  const indexes = computeFrom(lowest);
  const indexAt = (place: number) => indexes[place] ?? 0;
  const found = greatest(valuesAt(bounds, indexes), {
    limit,
    isIn: () => true,
    least,
    precedes: (place, other) => precedes(indexAt(place), indexAt(other)),
  });
  return found.map(indexAt);
}

/**
 * Calling `isIn` takes about as long as reading this many numbers, because it reads an object that is rarely in the
 * processor's cache.
 */
const NUMBERS_PER_TEST = 100;

/**
 * The first bound is chosen so that about `LIKELY * limit` numbers reach it, and each further bound for
 * `BOUND_GROWTH` times as many.
 */
const LIKELY = 2;
const BOUND_GROWTH = 4;

/**
 * The first bound is lowered until this many more numbers of the sample reach it, because a sample can by chance
 * contain too few of the greatest numbers.
 */
const SPARE = 2;

/**
 * Bounds above `least`, in descending order. The `limit` greatest numbers are likely to reach the first ones. The
 * bounds are numbers of a sample. A smaller sample takes less time, and leaves more numbers above the first bound.
 */
function* likelyBounds(
  numbers: Float32Array | Float64Array,
  { limit, least }: Pick<Greatest, 'limit' | 'least'>,
): Generator<number> {
  // With this size, reading the sample takes as long as testing the numbers that are added by `SPARE`.
  const size = Math.ceil(Math.sqrt(SPARE * NUMBERS_PER_TEST * numbers.length));
  const step = Math.max(1, Math.floor(numbers.length / size));
  const sample = new Float64Array(Math.floor(numbers.length / step));
  for (let i = 0; i < sample.length; i += 1) {
    const number = numbers[i * step] ?? 0;
    // NaN has no place in an order. A list that is searched again contains it where `isIn` returned false.
    sample[i] = Number.isNaN(number) ? Number.NEGATIVE_INFINITY : number;
  }
  const first = Math.ceil((LIKELY * limit) / step) + SPARE;
  for (let rank = first; rank < sample.length; rank *= BOUND_GROWTH) {
    const bound = smallestOfGreatest(sample, { limit: rank, least });
    if (bound <= least) return;
    yield bound;
  }
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
function smallestOfGreatest(
  numbers: Float32Array | Float64Array,
  { limit, least }: Pick<Greatest, 'limit' | 'least'>,
): number {
  const last = greatest(numbers, { limit, least, isIn: () => true })[limit - 1];
  return last === undefined ? least : (numbers[last] ?? 0);
}

/** The numbers at these indexes. `Float64Array.from` with a function takes much longer. */
function valuesAt(numbers: Float32Array | Float64Array, indexes: readonly number[]): Float64Array {
  const values = new Float64Array(indexes.length);
  for (const [place, index] of indexes.entries()) values[place] = numbers[index] ?? 0;
  return values;
}

/**
 * The place at which to insert an index into a list of indexes whose numbers are in descending order. Among equal
 * numbers, it is behind those that it does not precede.
 */
function placeOf(
  index: number,
  found: readonly number[],
  { numbers, precedes }: { numbers: Float32Array | Float64Array; precedes: Precedes },
): number {
  const value = numbers[index] ?? 0;
  let [low, high] = [0, found.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = found[middle] ?? 0;
    const otherValue = numbers[other] ?? 0;
    const isBehind = otherValue > value || (otherValue === value && !precedes(index, other));
    if (isBehind) low = middle + 1;
    else high = middle;
  }
  return low;
}
