import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GATHERED_TEXTS, openGatheringQueue } from '../../src/models/gathering-queue.ts';
import { createDeferred } from '../support/deferred.ts';
import { eventually } from '../support/eventually.ts';

const REFUSED = new Error('A text was refused');

/** A queue on a model that answers each text with its length, and only once `release` is called. */
function open({ concurrency = 1, isOfText = true } = {}) {
  const requests: string[][] = [];
  const { promise: released, resolve: release } = createDeferred();
  const queue = openGatheringQueue({
    request: async (texts) => {
      requests.push(texts);
      await released;
      if (texts.includes('bad')) throw REFUSED;
      return texts.map((text) => [text.length]);
    },
    concurrency,
    mayBeOfOneText: () => isOfText,
  });
  const send = (texts: string[]) => queue.beginCall()(texts);
  return { queue, requests, release, send };
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, i) => name + i);

/** Starts the calls behind one that is under way; answers the requests after it, and the results. */
async function sendBehind(calls: string[][], options = {}) {
  const model = open(options);
  const first = model.send(['first']);
  await eventually(() => model.requests.length).toBe(1);
  const results = Promise.allSettled(calls.map(model.send));
  model.release();
  await first;
  return { results: await results, requests: model.requests.slice(1) };
}

/** Lets the event loop turn so often. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await setImmediate();
}

describe('a gathering queue', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends what came during a request together, and answers each with its own', async () => {
    const calls = [['a', 'bb'], ['ccc'], ['dddd', 'e']];
    const { results, requests } = await sendBehind(calls);
    expect(requests).toEqual([['a', 'bb', 'ccc', 'dddd', 'e']]);
    expect(results.map((result) => result.status === 'fulfilled' && result.value)).toEqual([
      [[1], [2]],
      [[3]],
      [[4], [1]],
    ]);
  });

  it('sends what comes in the same turn together', async () => {
    const { send, requests, release } = open();
    release();
    await Promise.all(['a', 'b', 'c'].map((text) => send([text])));
    expect(requests).toEqual([['a', 'b', 'c']]);
  });

  it('does not wait for the end of a request where more may be under way', async () => {
    const model = open({ concurrency: 2 });
    const first = model.send(['first']);
    await eventually(() => model.requests.length).toBe(1);
    const others = Promise.all(['a', 'b', 'c'].map((text) => model.send([text])));
    await eventually(() => model.requests.slice(1)).toEqual([['a', 'b', 'c']]);
    const later = model.send(['later']);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(model.requests).toHaveLength(2);
    model.release();
    await Promise.all([first, others, later]);
    expect(model.requests[2]).toEqual(['later']);
  });

  it('waits for as many calls as came together before', async () => {
    // The time for which it waits at most never passes, however slow the machine is.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { send, requests, release } = open({ concurrency: 2 });
    release();
    await Promise.all(numbered('first', 3).map((text) => send([text])));
    const calls = [send(['a'])];
    await turns(3);
    calls.push(send(['b']));
    await turns(3);
    expect(requests).toHaveLength(1);
    calls.push(send(['c']));
    await Promise.all(calls);
    expect(requests[1]).toEqual(['a', 'b', 'c']);
  });

  it('waits for calls that do not come for a short time, and soon not at all', async () => {
    const { send, requests, release } = open({ concurrency: 2 });
    release();
    await Promise.all(numbered('first', 8).map((text) => send([text])));
    for (const text of numbered('alone', 8)) await send([text]);
    expect(requests).toHaveLength(9);
    const last = send(['last']);
    await turns(2);
    expect(requests).toHaveLength(10);
    await last;
  });

  it('gathers a limited number of texts, and of bytes', async () => {
    const many = await sendBehind(numbered('t', GATHERED_TEXTS + 1).map((text) => [text]));
    expect(many.requests.map(({ length }) => length)).toEqual([GATHERED_TEXTS, 1]);
    const long = await sendBehind(['a', 'b', 'c'].map((letter) => [letter.repeat(30_000)]));
    expect(long.requests.map(({ length }) => length)).toEqual([2, 1]);
  });

  it('sends a short call before the next slice of a long one', async () => {
    const { queue, requests, release, send } = open();
    const sendLong = queue.beginCall();
    const long = sendLong(numbered('x', 128)).then(() => sendLong(numbered('y', 128)));
    await eventually(() => requests.length).toBe(1);
    const singles = Promise.all(numbered('single', 5).map((text) => send([text])));
    release();
    await Promise.all([long, singles]);
    expect(requests.map(([text]) => text)).toEqual(['x0', 'single0', 'y0']);
    expect(requests[1]).toHaveLength(5);
  });

  it('lets a short call overtake a long one for which the request has no room', async () => {
    const { requests } = await sendBehind([['a'], numbered('long', 100), ['b']]);
    expect(requests.map(({ length }) => length)).toEqual([2, 100]);
  });

  it('repeats the calls separately if a text may have been refused, so that only its call fails', async () => {
    const { results, requests } = await sendBehind([['a'], ['bad', 'b'], ['cc']]);
    expect(requests).toEqual([['a', 'bad', 'b', 'cc'], ['a'], ['bad', 'b'], ['cc']]);
    expect(results).toEqual([
      { status: 'fulfilled', value: [[1]] },
      { status: 'rejected', reason: REFUSED },
      { status: 'fulfilled', value: [[2]] },
    ]);
  });

  it('does not repeat a failure that is not of a text', async () => {
    const { results, requests } = await sendBehind([['a'], ['bad']], { isOfText: false });
    expect(requests).toHaveLength(1);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('goes on after a failure', async () => {
    const { send, release } = open();
    release();
    await expect(send(['bad'])).rejects.toBe(REFUSED);
    expect(await send(['next'])).toEqual([[4]]);
  });
});
