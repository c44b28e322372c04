import { useCallback, useEffect, useState } from 'react';
import type { MapEntryFragment } from '../../../api/types.ts';
import type { LayoutMessage, LayoutRequest } from './layout.worker.ts';
import type { Method } from './search-params.ts';
import { decodeVector } from './vectors.ts';

/** Where an entry is on the map, each of x and y in 0..1. */
export type Point = { x: number; y: number };

export type Layout = {
  /** By the id of the entry; null until it is computed. Entries without a vector have no point. */
  points: ReadonlyMap<string, Point> | null;
  /** How much is done, 0 to 1; null if nothing is being computed. */
  progress: number | null;
  error: string | null;
  isCancelled: boolean;
  cancel: () => void;
  start: () => void;
};

type State = Pick<Layout, 'points' | 'progress' | 'error' | 'isCancelled'>;

const IDLE: State = { points: null, progress: null, error: null, isCancelled: false };

/**
 * Arranges entries in two dimensions, in a worker, so that the page stays responsive. `entries` is null until they
 * are loaded; a new list is arranged again.
 */
export function useLayout(entries: readonly MapEntryFragment[] | null, method: Method): Layout {
  const [state, setState] = useState<State>(IDLE);
  const [attempt, setAttempt] = useState(0);
  const [worker, setWorker] = useState<Worker | null>(null);
  useEffect(() => {
    if (entries === null) return setState(IDLE);
    const { ids, request } = requestOf(entries, method);
    if (ids.length === 0) return setState({ ...IDLE, points: new Map() });
    setState({ ...IDLE, progress: 0 });
    const started = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
    setWorker(started);
    started.addEventListener('message', ({ data }: MessageEvent<LayoutMessage>) => {
      if (data.kind === 'progress') return setState({ ...IDLE, progress: data.share });
      setState({ ...IDLE, points: pointsOf(ids, data.positions) });
      started.terminate();
    });
    started.addEventListener('error', ({ message }) => {
      setState({ ...IDLE, error: message || 'The worker could not be started.' });
    });
    started.postMessage(request, [request.values.buffer]);
    return () => started.terminate();
  }, [entries, method, attempt]);
  const cancel = useCallback(() => {
    worker?.terminate();
    setState({ ...IDLE, isCancelled: true });
  }, [worker]);
  return { ...state, cancel, start: () => setAttempt((n) => n + 1) };
}

/** The vectors of the entries that have one. */
function requestOf(entries: readonly MapEntryFragment[], method: Method) {
  const vectors = entries.flatMap(({ id, embedding }) =>
    embedding === null ? [] : [{ id, vector: decodeVector(embedding) }],
  );
  const dimensions = vectors[0]?.vector.length ?? 0;
  const usable = vectors.filter(({ vector }) => vector.length === dimensions);
  const values = new Float32Array(usable.length * dimensions);
  for (const [row, { vector }] of usable.entries()) values.set(vector, row * dimensions);
  const request = { values, count: usable.length, dimensions, method } satisfies LayoutRequest;
  return { ids: usable.map(({ id }) => id), request };
}

/** Scales positions into 0..1, the same in both directions, around the middle. */
function pointsOf(ids: readonly string[], positions: Float32Array): Map<string, Point> {
  const xs = positions.filter((_, i) => i % 2 === 0);
  const ys = positions.filter((_, i) => i % 2 === 1);
  const range = (values: Float32Array) => {
    const least = values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
    const greatest = values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
    return { middle: (least + greatest) / 2, size: greatest - least };
  };
  const x = range(xs);
  const y = range(ys);
  const size = Math.max(x.size, y.size) || 1;
  return new Map(
    ids.map((id, i) => [
      id,
      {
        x: 0.5 + ((xs[i] as number) - x.middle) / size,
        y: 0.5 + ((ys[i] as number) - y.middle) / size,
      },
    ]),
  );
}
