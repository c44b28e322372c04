import type { App } from '../app.ts';
import { badInput } from '../errors.ts';
import { checkInput, timeInput, wholeFrom } from '../input.ts';
import { selectUtilityMoves, type UtilityClassMove } from './learning-queries.ts';

export const MAX_POINTS = 200;
const CLASSES = 10;
const pointsInput = wholeFrom(1, MAX_POINTS);

/** The schema's `UtilitySpread`. */
export type UtilitySpread = { at: Date; classes: number[] };

export type UtilityHistoryRequest = { from: Date; to?: Date | null; points: number };

/** The distribution of utilities at equally distant times, oldest first. @throws BAD_USER_INPUT */
export async function readUtilityHistory(
  app: App,
  projectId: string,
  asked: UtilityHistoryRequest,
): Promise<UtilitySpread[]> {
  const from = checkInput(timeInput, asked.from, 'from');
  const until = checkInput(timeInput, asked.to ?? app.clock(), 'to');
  const points = checkInput(pointsInput, asked.points, 'points');
  if (until <= from) throw badInput('to', 'must be after from');
  const spanMs = (until.getTime() - from.getTime()) / points;
  const spans = { from, until, spanMs, classes: CLASSES };
  const moves = await selectUtilityMoves(app.db, projectId, spans);
  const times = Array.from({ length: points }, (_, i) => from.getTime() + spanMs * (i + 1));
  const spreads = accumulate(moves, points);
  return times.map((time, i) => ({ at: new Date(time), classes: spreads[i] ?? [] }));
}

/** The number of entries in each class at the end of each span. */
function accumulate(moves: readonly UtilityClassMove[], spans: number): number[][] {
  const counts = new Array<number>(CLASSES).fill(0);
  const add = (at: number | null, total: number) => {
    if (at !== null) counts[at] = (counts[at] ?? 0) + total;
  };
  return Array.from({ length: spans }, (_, span) => {
    for (const { from, to, total } of moves.filter((move) => move.span === span)) {
      add(from, -total);
      add(to, total);
    }
    return [...counts];
  });
}
