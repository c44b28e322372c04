import type { KnowledgeConfig } from '../db/tables/agents.ts';
import { contentOf } from '../entries/statements.ts';
import type { SearchMode } from '../retrieval/presets.ts';
import type { Result } from '../retrieval/retrieve.ts';
import { lineOf, type Piece } from './inject.ts';

/** An entry, and the pieces of it that are injected. */
export type Injected = { result: Result; pieces: Piece[] };

/** An entry that was found, and not injected or not with all of its matching statements. */
export type Omitted = {
  result: Result;
  reason: 'MIN_SCORE' | 'RELATIVE_SCORE' | 'TOKEN_BUDGET' | 'LIMIT';
};

const BYTES_PER_TOKEN = 4;

/**
 * Relevance below which an entry is hardly about the question, by what its mode compares. It keeps most of a
 * memory out of the answers to questions that are foreign to it (docs/decisions/023-what-an-agent-is-told.md).
 */
const LOW: Record<SearchMode, number> = { HYBRID: 0.15, SEMANTIC: 0.3, LEXICAL: 0.1 };

type Cut = Pick<KnowledgeConfig, 'minScore' | 'relativeScore' | 'mode'>;

/**
 * The lowest relevance of an entry to inject, where `best` is the greatest one found. Only `minScore` can be
 * above `best`.
 */
export function leastRelevance({ minScore, relativeScore, mode }: Cut, best: number): number {
  const relative =
    relativeScore === 0 ? 0 : Math.max(relativeScore * best, Math.min(LOW[mode], best));
  return Math.max(minScore ?? 0, relative);
}

/**
 * The results, or only the first of them if the best is less relevant than `LOW`. The others are omitted then, since they are as far from
 * the question.
 */
export function onlyBestIfIrrelevant(
  { relativeScore, mode }: Cut,
  results: readonly Result[],
): { results: Result[]; omitted: Omitted[] } {
  const best = Math.max(0, ...results.map(({ relevance }) => relevance));
  if (relativeScore === 0 || best >= LOW[mode]) return { results: [...results], omitted: [] };
  const omitted = results.slice(1).map((result): Omitted => ({ result, reason: 'RELATIVE_SCORE' }));
  return { results: results.slice(0, 1), omitted };
}

/** The number of tokens of texts, counted as four bytes of UTF-8 each. */
export function tokensOf(texts: readonly string[]): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

type Budget = { tokenBudget: number; names: ReadonlyMap<string, string> };

/**
 * Takes entries, best first, as long as they fit into the budget. Of an entry whose matching statements do not all
 * fit, the best one is injected, and the newest of the others that fit. The best statement of the first entry is
 * always injected. An entry that is injected without some of its statements, or not at all, is omitted.
 */
export function fitBudget(
  results: readonly Result[],
  { tokenBudget, names }: Budget,
): { injected: Injected[]; omitted: Omitted[] } {
  const injected: Injected[] = [];
  const omitted: Omitted[] = [];
  let rest = tokenBudget * BYTES_PER_TOKEN;
  for (const result of results) {
    const pieces = piecesOf(result, names.get(result.entry.memoryId) ?? '');
    const fitting: SaidPiece[] = [];
    for (const piece of bestThenNewest(pieces)) {
      const bytes = Buffer.byteLength(lineOf(piece));
      const isBest = injected.length === 0 && fitting.length === 0;
      if (bytes > rest && !isBest) break;
      rest -= bytes;
      fitting.push(piece);
    }
    if (fitting.length < pieces.length) omitted.push({ result, reason: 'TOKEN_BUDGET' });
    if (fitting.length > 0) injected.push({ result, pieces: inOrderOfTime(fitting) });
  }
  return { injected, omitted };
}

/** The best piece, and then the newest first: of statements that contradict each other, the last one holds. */
function bestThenNewest([best, ...others]: readonly SaidPiece[]): SaidPiece[] {
  if (best === undefined) return [];
  return [best, ...others.toSorted((one, other) => other.saidAt.getTime() - one.saidAt.getTime())];
}

/** The texts of an entry's pieces, without the dates. */
export function textOf({ pieces }: Injected): string {
  return pieces.map(({ text }) => text).join('\n');
}

/** A piece, and when it was said last. */
type SaidPiece = Piece & { saidAt: Date };

/** The pieces of an entry that can be injected, best first: its matching statements, or its lesson as one piece. */
function piecesOf({ entry, matches }: Result, memoryName: string): SaidPiece[] {
  if (entry.lesson !== null) {
    return [{ memoryName, date: null, saidAt: entry.lastStatedAt, text: lessonText(entry) }];
  }
  return matches.map(({ statement, occurredAt }) => ({
    memoryName,
    date: occurredAt,
    saidAt: new Date(statement.lastStatedAt),
    text: statement.text,
  }));
}

/**
 * The pieces of one entry, in the order in which they were said. Several can contradict each other, and then the one that was
 * said last holds: so each has the time at which it was said last.
 */
function inOrderOfTime(pieces: readonly SaidPiece[]): Piece[] {
  if (pieces.length === 1) return [...pieces];
  return pieces
    .toSorted((one, other) => one.saidAt.getTime() - other.saidAt.getTime())
    .map((piece) => ({ ...piece, date: piece.saidAt }));
}

/** A lesson in one line: the task, how it went, what was learned, the mistake and what to do instead. */
function lessonText(entry: Result['entry']): string {
  const content = contentOf(entry);
  if (entry.lesson === null) return content;
  const { task, outcome, keyMistake, correctAction } = entry.lesson;
  const went = outcome === null ? '' : ` (${outcome === 'PASS' ? 'passed' : 'failed'})`;
  return [
    `Past task${went}: ${task}`,
    `Reflection: ${content}`,
    ...(keyMistake.trim() === '' ? [] : [`Key mistake: ${keyMistake}`]),
    ...(correctAction.trim() === '' ? [] : [`Correct action: ${correctAction}`]),
  ].join(' ');
}
