import { z } from 'zod';
import type { App } from '../app.ts';
import { checkInput, contentInput } from '../input.ts';
import { type KnowledgeScope, scopeInput } from '../memories/scope.ts';
import type { Caller } from '../projects/viewer.ts';
import type { Result } from '../retrieval/retrieve.ts';
import { retrieveWeighted, settingsOfScope } from './retrieve-entries.ts';

export const MAX_TOKENS = 100_000;
const budgetMessage = `must be from 1 to ${MAX_TOKENS}`;

const planInput = z.object({
  scope: scopeInput,
  situation: contentInput,
  limit: z.number().int().min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100'),
  tokenBudget: z.number().int().min(1, budgetMessage).max(MAX_TOKENS, budgetMessage),
});

export type PlanningContext = { text: string; tokens: number; results: Result[] };

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
  const { situation, limit, tokenBudget, scope } = checkInput(planInput, input);
  const settings = await settingsOfScope(app, caller, scope);
  const { results } = await retrieveWeighted(app, caller, {
    query: situation,
    scope: { ...scope, conditions: { ...scope.conditions, kinds: plannedKinds(scope) } },
    settings: { ...settings, limit },
  });
  return fitContext(results, tokenBudget);
}

/** The kinds of entries that a context can contain and that the scope selects. */
function plannedKinds({ conditions: { kinds } }: KnowledgeScope) {
  const own = ['OBSERVATION', 'FACT', 'INSIGHT', 'PLAN'] as const;
  return own.filter((kind) => kinds === null || kinds.includes(kind));
}

/** One token of English text is about four bytes. */
const BYTES_PER_TOKEN = 4;

export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** The best results that fit into the budget, each with all of its matches. The text groups them by kind. */
function fitContext(results: readonly Result[], tokenBudget: number): PlanningContext {
  let chosen: Result[] = [];
  for (const result of results.filter(({ matches }) => matches.length > 0)) {
    const more = [...chosen, result];
    if (tokensOf(render(more)) <= tokenBudget) chosen = more;
  }
  const text = render(chosen);
  return { text, tokens: tokensOf(text), results: chosen };
}

const SECTIONS = [
  ['Insights:', 'INSIGHT'],
  ['Observations:', 'OBSERVATION'],
  ['Facts:', 'FACT'],
  ['Plans:', 'PLAN'],
] as const;

function render(results: readonly Result[]): string {
  const sections = SECTIONS.map(([title, kind]) => {
    const lines = results.filter(({ entry }) => entry.kind === kind).flatMap(linesOf);
    return lines.length > 0 ? [title, ...lines].join('\n') : '';
  });
  return sections.filter((section) => section !== '').join('\n\n');
}

/** One line for each matching statement. It has a date if the entry has several statements. */
function linesOf({ entry, matches }: Result): string[] {
  return matches.map(({ statement, occurredAt }) => {
    const line = `- ${statement.text.replace(/\s+/g, ' ').trim()}`;
    return entry.statements.length > 1
      ? `${line} (${occurredAt.toISOString().slice(0, 10)})`
      : line;
  });
}
