import { z } from 'zod';
import type { App } from '../app.ts';
import { checkInput, contentInput, limitInput } from '../input.ts';
import { type KnowledgeScope, scopeInput } from '../memories/scope.ts';
import { escapeInjectedText } from '../models/escape-injected-text.ts';
import type { Caller } from '../projects/viewer.ts';
import type { RetrievedResult } from '../retrieval/retrieve.ts';
import { inOrderOfTime, shownStatements } from '../retrieval/shown-statements.ts';
import {
  BYTES_PER_TOKEN,
  countTokens,
  cutText,
  MIN_CUT_BYTES,
  tokenBudgetInput,
} from '../token-budget.ts';
import { rankingInput, retrieveWeighted, settingsOfSearch } from './retrieve-entries.ts';

const planInput = z.object({
  ...rankingInput,
  scope: scopeInput,
  situation: contentInput,
  limit: limitInput,
  tokenBudget: tokenBudgetInput,
});

export type PlanningContext = { text: string; tokens: number; results: RetrievedResult[] };

/**
 * The insights, observations, facts and plans that are relevant to a situation, as one text of at most `tokenBudget`
 * tokens, the best of each kind first. The text contains only the statements of an entry that match the situation.
 * @throws BAD_USER_INPUT, NOT_FOUND, EMBEDDING_UNAVAILABLE
 */
export async function planningContext(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<PlanningContext> {
  const { situation, tokenBudget, scope, now, asOf, ...given } = checkInput(planInput, input);
  const { results } = await retrieveWeighted(app, caller, {
    query: situation,
    scope: { ...scope, conditions: { ...scope.conditions, kinds: plannedKinds(scope) } },
    settings: await settingsOfSearch(app, caller, { ...given, scope }),
    asOf: asOf ?? null,
    ...(now ? { now } : {}),
  });
  return fitContext(results, tokenBudget);
}

/** The kinds of entries that a context can contain and that the scope selects. */
function plannedKinds({ conditions: { kinds } }: KnowledgeScope) {
  const own = ['OBSERVATION', 'FACT', 'INSIGHT', 'PLAN'] as const;
  return own.filter((kind) => kinds === null || kinds.includes(kind));
}

/** A result, and the lines of the context about it. */
type PlannedEntry = { result: RetrievedResult; lines: PlanningLine[] };

type PlanningLine = { date: Date; text: string };

/**
 * The best results that fit into the budget, each in its longest version that fits. The best result is cut if no
 * version fits. The text groups the results by kind.
 */
function fitContext(results: readonly RetrievedResult[], tokenBudget: number): PlanningContext {
  let chosen: PlannedEntry[] = [];
  for (const result of results.filter(({ matches }) => matches.length > 0)) {
    const versions = versionsOf(result).map((lines) => [...chosen, { result, lines }]);
    const fitting = versions.find((more) => countTokens(render(more)) <= tokenBudget);
    chosen = fitting ?? (chosen.length === 0 ? cutToFit(result, tokenBudget) : chosen);
  }
  const text = render(chosen);
  return { text, tokens: countTokens(text), results: chosen.map(({ result }) => result) };
}

/** The versions of a result, longest first: all matching statements, all excerpts, the best statement, its excerpt. */
function versionsOf(result: RetrievedResult): PlanningLine[][] {
  const whole = shownStatements(result).map((one) => ({ ...one, text: lineText(one.text) }));
  const short = whole.map((one) => ({ ...one, text: lineText(one.excerpt) }));
  return [whole, short, whole.slice(0, 1), short.slice(0, 1)].map(inOrderOfTime);
}

/** The beginning of the excerpt of the best statement; empty if fewer than `MIN_CUT_BYTES` of it fit. */
function cutToFit(result: RetrievedResult, tokenBudget: number): PlannedEntry[] {
  const [best] = versionsOf(result).at(-1) ?? [];
  if (best === undefined) return [];
  const others = render([{ result, lines: [{ ...best, text: '' }] }]);
  const room = tokenBudget * BYTES_PER_TOKEN - Buffer.byteLength(others);
  if (room < MIN_CUT_BYTES) return [];
  return [{ result, lines: [{ ...best, text: cutText(best.text, room) }] }];
}

const SECTIONS = [
  ['Insights:', 'INSIGHT'],
  ['Observations:', 'OBSERVATION'],
  ['Facts:', 'FACT'],
  ['Plans:', 'PLAN'],
] as const;

function render(planned: readonly PlannedEntry[]): string {
  const sections = SECTIONS.map(([title, kind]) => {
    const ofKind = planned.filter(({ result }) => result.entry.kind === kind);
    const lines = ofKind.flatMap((one) => one.lines.map(renderLine));
    return lines.length > 0 ? [title, ...lines].join('\n') : '';
  });
  return sections.filter((section) => section !== '').join('\n\n');
}

/** A statement with its date, in UTC. */
function renderLine({ date, text }: PlanningLine): string {
  return `- ${text} (${date.toISOString().slice(0, 10)})`;
}

function lineText(text: string): string {
  return escapeInjectedText(text).replace(/\s+/g, ' ');
}
