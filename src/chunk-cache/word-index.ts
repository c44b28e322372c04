/** The slots of a scope that is a small part of its project, in ascending order (`CachedChunks.fewSlotsOf`). */
export type FewSlots = readonly number[];

/**
 * Returns a function that gives the slot of a place among the compared chunks. If all chunks are compared, the place is
 * the slot.
 */
export const slotsOfPlaces = (few: FewSlots | null) => (place: number) =>
  few === null ? place : (few[place] ?? 0);

/**
 * The weight of a lexeme, above 0: `inText` where the text of a chunk contains it, `inContext` where only its context
 * does.
 */
export type WordWeight = { lexeme: string; inText: number; inContext: number };

/**
 * `sums` has, for each slot, the sum of the weights of the lexemes that its chunk contains. `slots` are those whose sum
 * is above 0.
 */
export type WordSums = { sums: Float64Array; slots: Uint32Array };

/**
 * Finds the slots of the chunks that contain a lexeme. Chunks must be added in the order of their slots, and remain in
 * the index when their slots become empty.
 */
export type WordIndex = {
  /** Adds a chunk with the lexemes of its text and context, and those of its text alone; null if it has no context. */
  add(slot: number, words: readonly string[], wordsOfText: readonly string[] | null): void;
  /**
   * Counts the chunks that contain a lexeme and pass the test `isCounted`, up to `max`. If `few` is given, only these
   * slots are read, so it must include all that pass.
   */
  countWithWord(
    lexeme: string,
    counted: { few: FewSlots | null; isCounted: (slot: number) => boolean; max: number },
  ): number;
  /**
   * Adds up, for each slot, the weights of the given lexemes that its chunk contains. If `few` is given, the sums of
   * all other slots are 0. The next call overwrites both arrays.
   */
  sumWeights(words: readonly WordWeight[], few: FewSlots | null): WordSums;
  /** The estimated memory of the index, in bytes. */
  bytes(): number;
};

/** Bytes of each word of a chunk, measured with Node.js 24. */
const WORD_BYTES = 25;

/** When an array for all slots grows, its length is this multiple of their number, so that it rarely has to grow. */
const GROWTH = 1.25;

/**
 * A slot and a flag in one number. The flag, in the lowest bit, is 1 if only the context of the chunk contains the
 * word. Packed slots have the order of their slots.
 */
type PackedSlot = number;
const pack = (slot: number, isInContextOnly: boolean): PackedSlot =>
  2 * slot + (isInContextOnly ? 1 : 0);
const slotOf = (packed: PackedSlot): number => packed >> 1;
const isInContextOnly = (packed: PackedSlot): boolean => (packed & 1) === 1;

/** Creates an empty index. */
export function createWordIndex(): WordIndex {
  const chunksOfWord = new Map<string, PackedSlot[]>();
  // `sums` and the first `found` of `slots` are the last result of `sumWeights`. The next call sets the sums of these
  // slots to 0 and uses both arrays again. New arrays would be so large that only a slow garbage collection frees them.
  let sums = new Float64Array();
  let slots = new Uint32Array();
  let found = 0;
  let words = 0;
  let slotCount = 0;
  const chunksWith = (lexeme: string, few: FewSlots | null): readonly PackedSlot[] => {
    const all = chunksOfWord.get(lexeme) ?? [];
    return few === null ? all : inSlots(all, few);
  };
  return {
    add: (slot, all, wordsOfText) => {
      const inText = wordsOfText && new Set(wordsOfText);
      for (const lexeme of all) {
        const packed = pack(slot, inText !== null && !inText.has(lexeme));
        const list = chunksOfWord.get(lexeme);
        if (list) list.push(packed);
        else chunksOfWord.set(lexeme, [packed]);
      }
      words += all.length;
      slotCount = slot + 1;
    },
    countWithWord: (lexeme, { few, isCounted, max }) => {
      let count = 0;
      for (const packed of chunksWith(lexeme, few)) {
        if (isCounted(slotOf(packed))) count += 1;
        if (count === max) break;
      }
      return count;
    },
    sumWeights: (weighted, few) => {
      for (let i = 0; i < found; i += 1) sums[slots[i] ?? 0] = 0;
      found = 0;
      if (sums.length < slotCount) {
        sums = new Float64Array(Math.ceil(slotCount * GROWTH));
        slots = new Uint32Array(sums.length);
      }
      for (const { lexeme, inText, inContext } of weighted) {
        for (const packed of chunksWith(lexeme, few)) {
          const slot = slotOf(packed);
          const sum = sums[slot] ?? 0;
          if (sum === 0) {
            slots[found] = slot;
            found += 1;
          }
          sums[slot] = sum + (isInContextOnly(packed) ? inContext : inText);
        }
      }
      return { sums: sums.subarray(0, slotCount), slots: slots.subarray(0, found) };
    },
    bytes: () => sums.byteLength + slots.byteLength + words * WORD_BYTES,
  };
}

/** The packed slots that are also in `few`. Both lists are in ascending order. */
function inSlots(all: readonly PackedSlot[], few: FewSlots): PackedSlot[] {
  const found: PackedSlot[] = [];
  let place = 0;
  for (const slot of few) {
    place = firstFrom(all, pack(slot, false), place);
    const packed = all[place];
    if (packed === undefined) break;
    if (slotOf(packed) === slot) found.push(packed);
  }
  return found;
}

/**
 * The place of the first number that is at least `least`, from `start` on, in a list in ascending order; the length
 * of the list if there is none. A galloping search: it looks one place further, then two, four and so on, because the
 * place is usually near.
 */
function firstFrom(numbers: readonly number[], least: number, start: number): number {
  let low = start;
  let step = 1;
  while (low + step <= numbers.length && (numbers[low + step - 1] ?? 0) < least) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, numbers.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
