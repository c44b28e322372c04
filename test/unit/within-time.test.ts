import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withinTime } from '../../src/models/within-time.ts';

const never = () => new Promise<never>(() => {});

describe('a call within a time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('fails at its time, though the call continues, which is told to stop', async () => {
    let given: AbortSignal | undefined;
    const call = withinTime(1000, undefined, (signal) => {
      given = signal;
      return never();
    });
    const failed = expect(call).rejects.toThrow('timed out after 1000 ms');
    vi.advanceTimersByTime(999);
    expect(given?.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    await failed;
    expect(given?.aborted).toBe(true);
  });

  it('fails with the reason of the caller, though the call continues, which is told to stop', async () => {
    const caller = new AbortController();
    let given: AbortSignal | undefined;
    const call = withinTime(1000, caller.signal, (signal) => {
      given = signal;
      return never();
    });
    caller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(given?.reason).toBe(caller.signal.reason);
  });

  it('is not begun if the caller has stopped already', async () => {
    const call = vi.fn(never);
    const stopped = withinTime(1000, AbortSignal.abort(new Error('stopped')), call);
    await expect(stopped).rejects.toThrow('stopped');
    expect(call).not.toHaveBeenCalled();
  });

  it('leaves no timer, for which a process would wait, and no listener of the caller', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    expect(await withinTime(1000, signal, async () => 'done')).toBe('done');
    const failing = withinTime(1000, signal, () => Promise.reject(new Error('failed')));
    await expect(failing).rejects.toThrow('failed');
    expect(vi.getTimerCount()).toBe(0);
    const listeners = add.mock.calls.map(([, listener]) => listener);
    expect(listeners).toHaveLength(2);
    expect(remove.mock.calls.map(([, listener]) => listener)).toEqual(listeners);
  });
});
