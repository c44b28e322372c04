import { openRanks } from './slice-queue.ts';

/** Sends the next slice of a call. Returns one vector per text, in the order of the texts. */
export type SendSlice = (texts: string[]) => Promise<number[][]>;

export type GatheringQueue = {
  /** Begins a call. Its slices must be sent one after another. */
  beginCall(): SendSlice;
};

type GatheringOptions = {
  /** Requests the vectors of texts from the model, in the order of the texts. */
  request: (texts: string[]) => Promise<number[][]>;
  /** The maximum number of requests that are under way at once. */
  concurrency: number;
  /** Whether one text may have caused the error of a request, so that a request with fewer texts might succeed. */
  mayBeOfOneText: (error: unknown) => boolean;
};

type GatheredSlice = {
  texts: string[];
  bytes: number;
  rank: number;
  /** True if the slice must have a request of its own, since a request that it shared has failed. */
  isAlone: boolean;
  resolve: (vectors: number[][]) => void;
  reject: (error: unknown) => void;
};

/** Maximum number of texts in a request that several calls share. */
export const GATHERED_TEXTS = 64;

/** Maximum number of bytes in such a request, so that it does not take much longer than a request of one text. */
const GATHERED_BYTES = 64 * 1024;

/**
 * Maximum time for which a slice waits for other slices that can share its request. The slices are sent earlier, in the
 * same turn of the event loop, if as many wait as are expected. One slice is enough if no request is under way and the
 * last requests had one slice each.
 */
const GATHERING_MS = 2;

/** After a request with fewer slices than expected, this share of the expected number is expected for the next one. */
const EXPECTED_AGAIN = 0.75;

/**
 * Opens a queue that gathers the texts of many calls into few requests. The slices are sent in the order of their
 * ranks (`openRanks`), but a short slice may overtake a long one for which the request has no room. If a request may
 * have failed because of its texts, each slice is sent again alone, so that no call fails because of another.
 */
export function openGatheringQueue({
  request,
  concurrency,
  mayBeOfOneText,
}: GatheringOptions): GatheringQueue {
  const ranks = openRanks();
  const waiting: GatheredSlice[] = [];
  let underWay = 0;
  /** The number of slices that are expected for the next request. */
  let expected = 1;
  let isSendingSoon = false;
  let timer: NodeJS.Timeout | undefined;

  const sendWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0 && underWay < concurrency) send(takeNext(waiting));
  };
  const send = async (slices: GatheredSlice[]) => {
    underWay += 1;
    expected = Math.max(slices.length, expected * EXPECTED_AGAIN);
    try {
      const vectors = await request(slices.flatMap(({ texts }) => texts));
      let start = 0;
      for (const { texts, resolve } of slices) {
        resolve(vectors.slice(start, start + texts.length));
        start += texts.length;
      }
    } catch (error) {
      if (slices.length > 1 && mayBeOfOneText(error)) {
        waiting.push(...slices.map((slice) => ({ ...slice, isAlone: true })));
      } else {
        for (const { reject } of slices) reject(error);
      }
    }
    underWay -= 1;
    // Without a timer, the slices waited only for this request to end. With one, fewer slices may be enough now.
    if (timer === undefined) sendWaiting();
    else sendSoon();
  };
  const isEnough = () =>
    waiting.length >= Math.round(Math.max(expected, underWay > 0 ? 2 : 1)) || isFull(waiting);
  const sendSoon = () => {
    if (underWay >= concurrency) return;
    if (!isEnough()) {
      timer ??= setTimeout(sendWaiting, GATHERING_MS);
    } else if (!isSendingSoon) {
      isSendingSoon = true;
      setImmediate(() => {
        isSendingSoon = false;
        sendWaiting();
      });
    }
  };
  return {
    beginCall: () => {
      const nextRank = ranks.beginCall();
      return (texts) =>
        new Promise((resolve, reject) => {
          const bytes = bytesOf(texts);
          waiting.push({ texts, bytes, rank: nextRank(), isAlone: false, resolve, reject });
          sendSoon();
        });
    },
  };
}

/** Removes from `waiting` the slice of the lowest rank and those that can share its request, and returns them. */
function takeNext(waiting: GatheredSlice[]): GatheredSlice[] {
  const byRank = waiting.splice(0).sort((one, other) => one.rank - other.rank);
  const taken: GatheredSlice[] = [];
  let texts = 0;
  let bytes = 0;
  for (const slice of byRank) {
    const hasRoom =
      texts + slice.texts.length <= GATHERED_TEXTS &&
      bytes + slice.bytes <= GATHERED_BYTES &&
      !slice.isAlone &&
      !taken[0]?.isAlone;
    if (taken.length > 0 && !hasRoom) {
      waiting.push(slice);
      continue;
    }
    taken.push(slice);
    texts += slice.texts.length;
    bytes += slice.bytes;
  }
  return taken;
}

/** Whether the slices fill a request. */
function isFull(waiting: readonly GatheredSlice[]): boolean {
  return waiting.reduce((sum, { texts }) => sum + texts.length, 0) >= GATHERED_TEXTS;
}

function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
