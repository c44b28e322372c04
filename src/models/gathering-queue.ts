import { openRanks } from './slice-queue.ts';

/** Sends the next slice of a call, and answers one vector per text, in order. */
export type SendSlice = (texts: string[]) => Promise<number[][]>;

export type GatheringQueue = {
  /** Begins a call, whose slices are to be sent one after another. */
  beginCall(): SendSlice;
};

type GatheringOptions = {
  /** Asks the model for the vectors of texts, in their order. */
  request: (texts: string[]) => Promise<number[][]>;
  /** Requests that are under way at once. */
  concurrency: number;
  /** Whether a request with fewer of the texts might succeed where one failed with this error. */
  mayBeOfOneText: (error: unknown) => boolean;
};

type GatheredSlice = {
  texts: string[];
  bytes: number;
  rank: number;
  /** Set once a request failed that it shared with others. */
  isAlone: boolean;
  resolve: (vectors: number[][]) => void;
  reject: (error: unknown) => void;
};

/** The most texts of a request that several calls share. */
export const GATHERED_TEXTS = 64;

/** The most bytes of such a request, so that it does not take an endpoint much longer than one text of its own. */
const GATHERED_BYTES = 64 * 1024;

/**
 * The longest time that a slice waits for other slices that can share its request. It does not wait so long if as many
 * slices are waiting as the last requests had. If these had one slice each and none is under way, it is sent in the
 * same turn of the event loop.
 */
const GATHERING_MS = 2;

/** After a request with fewer slices than expected, this share of the expected number is expected for the next one. */
const EXPECTED_AGAIN = 0.75;

/**
 * A queue that gathers the texts of many calls into few requests. The slices are sent in the order of their
 * ranks, see `openRanks`; a short slice may overtake a long one that there is no room for in a request. A request
 * that fails for its texts is repeated for each call separately, so that no call fails because of another.
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
    // Without a timer, what waits has waited for this request to end. Otherwise fewer slices may be enough now.
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

/** Takes the slice of the lowest rank, and further ones that can share its request. */
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

/** Whether the slices fill a request, so that there is nothing to wait for. */
function isFull(waiting: readonly GatheredSlice[]): boolean {
  return waiting.reduce((sum, { texts }) => sum + texts.length, 0) >= GATHERED_TEXTS;
}

function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
