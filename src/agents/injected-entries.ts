import type { KnowledgeConfig } from '../db/tables/agents.ts';
import { contentOf } from '../entries/statements.ts';
import { escapeInjectedText } from '../models/escape-injected-text.ts';
import { LOW_RELEVANCE } from '../retrieval/presets.ts';
import type { RetrievedResult } from '../retrieval/retrieve.ts';
import {
  inOrderOfTime,
  type ShownStatement,
  shownStatements,
} from '../retrieval/shown-statements.ts';
import { BYTES_PER_TOKEN, cutText, MIN_CUT_BYTES } from '../token-budget.ts';
import { lineOf, type Piece } from './knowledge-messages.ts';

/** An entry, and the pieces of it that are injected. */
export type Injected = { result: RetrievedResult; pieces: Piece[] };

/**
 * An entry that was found, but of which nothing was injected, or only a part of its matching statements or their text.
 */
export type Omitted = {
  result: RetrievedResult;
  reason: 'MIN_SCORE' | 'RELATIVE_SCORE' | 'TOKEN_BUDGET' | 'LIMIT';
};

type Cut = Pick<KnowledgeConfig, 'minScore' | 'relativeScore' | 'mode'>;

/**
 * The lowest relevance of an entry to inject, where `best` is the greatest one found. Only `minScore` can be
 * above `best`.
 */
export function leastRelevance({ minScore, relativeScore, mode }: Cut, best: number): number {
  const relative =
    relativeScore === 0 ? 0 : Math.max(relativeScore * best, Math.min(LOW_RELEVANCE[mode], best));
  return Math.max(minScore ?? 0, relative);
}

/**
 * All results; or only the first one, if the best is less relevant than `LOW_RELEVANCE`. In that case none answers the
 * question.
 */
export function onlyBestIfIrrelevant(
  { relativeScore, mode }: Cut,
  results: readonly RetrievedResult[],
): { results: RetrievedResult[]; omitted: Omitted[] } {
  const best = Math.max(0, ...results.map(({ topicRelevance }) => topicRelevance));
  if (relativeScore === 0 || best >= LOW_RELEVANCE[mode])
    return { results: [...results], omitted: [] };
  const omitted = results.slice(1).map((result): Omitted => ({ result, reason: 'RELATIVE_SCORE' }));
  return { results: results.slice(0, 1), omitted };
}

type Budget = { tokenBudget: number; names: ReadonlyMap<string, string> };

/**
 * Takes entries, best first, as long as they fit into the budget. If not all matching statements of an entry fit, its
 * best one is injected, and then the newest of the others that fit. If a statement does not fit, its excerpt is
 * injected instead. The best statement of the first entry is always injected; if its excerpt does not fit either, it is
 * cut. An entry of which some text, or all, is not injected is listed as omitted.
 */
export function fitBudget(
  results: readonly RetrievedResult[],
  { tokenBudget, names }: Budget,
): { injected: Injected[]; omitted: Omitted[] } {
  const injected: Injected[] = [];
  const omitted: Omitted[] = [];
  let rest = tokenBudget * BYTES_PER_TOKEN;
  for (const result of results) {
    const pieces = piecesOf(result, names.get(result.entry.memoryId) ?? '');
    const fitting: SaidPiece[] = [];
    for (const piece of bestThenNewest(pieces)) {
      const isBest = injected.length === 0 && fitting.length === 0;
      const fitted = fitPiece(piece, rest) ?? (isBest ? cutPiece(piece, rest) : null);
      if (fitted === null) break;
      rest -= bytesOf(fitted);
      fitting.push(fitted);
    }
    const isWhole = pieces.every((piece) => fitting.includes(piece));
    if (!isWhole) omitted.push({ result, reason: 'TOKEN_BUDGET' });
    if (fitting.length > 0) injected.push({ result, pieces: inOrderOfTime(fitting) });
  }
  return { injected, omitted };
}

function bytesOf(piece: Piece): number {
  return Buffer.byteLength(lineOf(piece));
}

/**
 * The piece if its line has at most `bytes` bytes, otherwise the piece with its excerpt; null if the excerpt is too
 * long as well.
 */
function fitPiece(piece: SaidPiece, bytes: number): SaidPiece | null {
  const short = { ...piece, text: piece.excerpt };
  return [piece, short].find((one) => bytesOf(one) <= bytes) ?? null;
}

/** The piece with its excerpt cut so that its line has at most `bytes` bytes. At least `MIN_CUT_BYTES` are kept. */
function cutPiece(piece: SaidPiece, bytes: number): SaidPiece {
  const room = bytes - bytesOf({ ...piece, text: '' });
  const text = cutText(escapeInjectedText(piece.excerpt), Math.max(room, MIN_CUT_BYTES));
  return { ...piece, text };
}

/** The best piece, then the others from newest to oldest: if statements contradict each other, the newest is valid. */
function bestThenNewest([best, ...others]: readonly SaidPiece[]): SaidPiece[] {
  if (best === undefined) return [];
  return [best, ...others.toSorted((one, other) => other.saidAt.getTime() - one.saidAt.getTime())];
}

/** The texts of an entry's pieces, without the dates. */
export function textOf({ pieces }: Injected): string {
  return pieces.map(({ text }) => text).join('\n');
}

/** A piece, the time at which it was last said, and the excerpt that is injected if the piece does not fit. */
type SaidPiece = Piece & Pick<ShownStatement, 'saidAt' | 'excerpt'>;

/** Maximum length, in bytes, of the task in the excerpt of a lesson. What was learned is more important. */
const EXCERPT_TASK_BYTES = 200;

/** The pieces of an entry that can be injected, best first: its matching statements, or its lesson as one piece. */
function piecesOf({ entry, matches }: RetrievedResult, memoryName: string): SaidPiece[] {
  if (entry.lesson !== null) {
    const task = cutText(entry.lesson.task, EXCERPT_TASK_BYTES);
    const excerpt = renderLesson({ ...entry, lesson: { ...entry.lesson, task } });
    const text = renderLesson(entry);
    return [{ memoryName, date: null, saidAt: entry.lastStatedAt, text, excerpt }];
  }
  return shownStatements({ matches }).map((statement) => ({ ...statement, memoryName }));
}

/** A lesson in one line: the task, how it went, what was learned, the mistake and what to do instead. */
function renderLesson(entry: RetrievedResult['entry']): string {
  const content = contentOf(entry);
  if (entry.lesson === null) return content;
  const { task, outcome, keyMistake, correctAction } = entry.lesson;
  const went = outcome === null ? '' : ` (${outcome === 'PASS' ? 'passed' : 'failed'})`;
  return [
    `Past task${went}: ${task}`,
    `Reflection: ${content}`,
    ...(keyMistake.trim() === '' ? [] : [`Key mistake: ${keyMistake}`]),
    ...(correctAction.trim() === '' ? [] : [`Correct action: ${correctAction}`]),
  ]
    .map(asSentence)
    .join(' ');
}

/** The text with a punctuation mark at its end, so that it is separate from the text that follows in the same line. */
function asSentence(text: string): string {
  return /[.!?…。！？]\s*$/.test(text) ? text : `${text}.`;
}
