import { pino } from 'pino';
import { openMiniLm } from '../../src/models/minilm/embedder.ts';
import { drawVector, type Options, readRows } from './bench.ts';

/** How far a vector lies from the facts that it was drawn from. */
const NOISE = 0.35;

/** What is added to the mean of two facts' vectors. */
export function noiseOf(number: number): number[] {
  const drawn = drawVector(`vector ${number}`);
  const scale = NOISE / Math.hypot(...drawn);
  return drawn.map((value) => value * scale);
}

export type RealVectors = (number: number) => number[];

/**
 * Vectors of the kind that real texts have, as many as wanted: each is the mean of two of the public
 * facts' vectors with some noise. Any two of them are seldom above the default update threshold.
 */
export async function openRealVectors(options: Pick<Options, 'data'>): Promise<RealVectors> {
  const facts = readRows<{ text: string }>(options, 'facts.jsonl').map((row) => row.text);
  const embedder = openMiniLm(pino({ level: 'silent' }));
  const base = await embedder.embed(facts);
  await embedder.close();
  return (number) => {
    const noise = noiseOf(number);
    const one = base[number % base.length] ?? [];
    const other = base[(number * 31 + Math.floor(number / base.length) * 977) % base.length] ?? [];
    return one.map((value, i) =>
      Math.fround((value + (other[i] ?? 0)) / Math.SQRT2 + (noise[i] ?? 0)),
    );
  };
}
