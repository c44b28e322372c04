/// <reference lib="webworker" />
import { UMAP } from 'umap-js';
import { nearest } from './neighbours.ts';
import { principalPositions } from './principal-directions.ts';
import type { Method } from './search-params.ts';
import { normalize, type Vectors } from './vectors.ts';

export type LayoutRequest = Vectors & { method: Method };

export type LayoutMessage =
  /** How much is done, 0 to 1. */
  | { kind: 'progress'; share: number }
  /** x and y of each vector. */
  | { kind: 'done'; positions: Float32Array };

/** With fewer entries than this, UMAP finds no meaningful neighbourhoods. */
const LEAST_FOR_UMAP = 8;
const NEIGHBOURS = 15;
const EPOCHS = 300;
/** The share of the time that finding the neighbours takes. */
const SEARCH_SHARE = 0.3;

const worker = self as unknown as DedicatedWorkerGlobalScope;
const send = (message: LayoutMessage) => worker.postMessage(message);
const tell = (share: number) => send({ kind: 'progress', share });

worker.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  normalize(data);
  const isSmall = data.count < LEAST_FOR_UMAP;
  const positions =
    data.method === 'pca' || isSmall ? principalPositions(data) : umapPositions(data);
  send({ kind: 'done', positions });
});

/** UMAP: entries with similar meanings are near each other on the map. The same vectors always give the same map. */
function umapPositions(vectors: Vectors): Float32Array {
  const wanted = Math.min(NEIGHBOURS, vectors.count - 1);
  const { indices, distances } = nearest(vectors, wanted, (share) => tell(share * SEARCH_SHARE));
  const umap = new UMAP({ nNeighbors: wanted, nEpochs: EPOCHS, minDist: 0.15, random: seeded(1) });
  umap.setPrecomputedKNN(indices, distances);
  // UMAP gets the neighbours, so it reads only the number of the vectors and not their values.
  umap.initializeFit(Array.from({ length: vectors.count }, () => [0]));
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    umap.step();
    if (epoch % 10 === 0) tell(SEARCH_SHARE + (1 - SEARCH_SHARE) * (epoch / EPOCHS));
  }
  return Float32Array.from(umap.getEmbedding().flat());
}

/** Numbers in 0..1 that look random (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
