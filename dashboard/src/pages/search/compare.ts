import type { SearchHitFragment } from '../../api/types.ts';

/** What happened to a result between two settings: the number of places by which it moved up or down. */
export type Move = { kind: 'same' } | { kind: 'new' } | { kind: 'up' | 'down'; by: number };

export type Comparison = {
  /** By the id of the entry, for each result of the second settings. */
  moves: Map<string, Move>;
  /** Results of the first settings that the second does not have, best first. */
  gone: SearchHitFragment[];
};

/** What the second settings changed in the order of the first. */
export function compare(
  first: readonly SearchHitFragment[],
  second: readonly SearchHitFragment[],
): Comparison {
  const places = new Map(first.map(({ entry }, place) => [entry.id, place]));
  const moves = new Map<string, Move>();
  for (const [place, { entry }] of second.entries()) {
    const before = places.get(entry.id);
    moves.set(entry.id, before === undefined ? { kind: 'new' } : moveOf(before - place));
  }
  return { moves, gone: first.filter(({ entry }) => !moves.has(entry.id)) };
}

function moveOf(places: number): Move {
  if (places === 0) return { kind: 'same' };
  return places > 0 ? { kind: 'up', by: places } : { kind: 'down', by: -places };
}

/** What moved, in one sentence. */
export function summaryOf({ moves, gone }: Comparison): string {
  const number = (kind: Move['kind']) =>
    [...moves.values()].filter((move) => move.kind === kind).length;
  const changed = [
    [number('up'), 'moved up'],
    [number('down'), 'moved down'],
    [number('new'), 'new'],
    [gone.length, 'gone'],
  ] as const;
  const told = changed.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`);
  return told.length === 0 ? 'Both settings give the same order.' : `With B: ${told.join(', ')}.`;
}
