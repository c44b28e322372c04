import { z } from 'zod';
import type { App } from '../app.ts';
import type { GenerationRow } from '../db/rows.ts';
import { badInput, conflict, requireFound } from '../errors.ts';
import { checkInput, textInput } from '../input.ts';
import type { Caller } from '../projects/viewer.ts';
import { getAgent } from './agents.ts';
import { beginGeneration } from './begin-generation.ts';
import { WAITING } from './end-abandoned.ts';
import { claimGeneration, selectGeneration } from './generation-queries.ts';
import { type GenerationResult, type GenerationState, readState } from './generation-state.ts';
import { type RunOptions, runGeneration } from './run-generation.ts';
import { toolMessage } from './run-steps.ts';
import { staleSince, whileRunning } from './running-generations.ts';

export const MAX_RESULT_CHARACTERS = 1_000_000;

const continueInput = z.object({
  generationId: z.string(),
  toolResults: z.array(
    z.object({
      toolCallId: z.string(),
      content: textInput.max(
        MAX_RESULT_CHARACTERS,
        `must have at most ${MAX_RESULT_CHARACTERS} characters`,
      ),
    }),
  ),
});

/**
 * Continues a generation that requires action, with one result for each pending call of a tool.
 * @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT (it requires no action, or was cancelled), CHAT_UNAVAILABLE (it still
 * requires action)
 */
export async function continueGeneration(
  app: App,
  caller: Caller,
  input: unknown,
  options: RunOptions = {},
): Promise<GenerationResult> {
  const { generationId: id, toolResults } = checkInput(continueInput, input);
  const name = { projectId: caller.project.id, id };
  const waiting = requireFound(await selectGeneration(app.db, name), 'generation', id);
  const before = readState(waiting.state);
  const canWait = waiting.status === 'REQUIRES_ACTION' || waiting.status === 'RUNNING';
  if (!canWait || before.isStateless) throw notWaiting(id);
  const answers = answersTo(before, toolResults);
  const agent = await getAgent(app, name.projectId, waiting.agentId);
  const row = await claim(app, caller, waiting);
  const watched = { row, stored: Promise.resolve(), callerSignal: options.signal };
  return whileRunning(app, watched, (signal) => {
    const state = { ...before, pending: [], messages: [...before.messages, ...answers] };
    const { temperature, knowledgeConfig } = agent;
    const { writeMemoryId } = knowledgeConfig;
    const run = { row, agent, state, writeMemoryId, temperature, options, signal, before };
    return runGeneration(app, caller, run);
  });
}

/** Sets the generation to RUNNING, so that only one call continues it. @throws CONFLICT if it needs no action */
function claim(
  app: App,
  caller: Caller,
  { projectId, id, status, updatedAt }: GenerationRow,
): Promise<GenerationRow> {
  const times = { now: app.clock(), staleSince: staleSince(app), lastChange: updatedAt };
  return beginGeneration(app, caller, {
    before: status,
    unanswered: WAITING,
    store: async (db) => {
      const row = await claimGeneration(db, { projectId, id, ...times });
      if (row === null) throw notWaiting(id);
      return row;
    },
  });
}

function notWaiting(generationId: string) {
  return conflict('The generation does not require action.', { generationId });
}

function answersTo(
  { pending }: GenerationState,
  results: z.infer<typeof continueInput>['toolResults'],
) {
  const contents = new Map(results.map((result) => [result.toolCallId, result.content]));
  const unknown = results.findIndex(
    ({ toolCallId }) => !pending.some((call) => call.id === toolCallId),
  );
  if (pending.length > 0 && unknown >= 0) {
    throw badInput(
      `input.toolResults[${unknown}].toolCallId`,
      'must be the id of a call in requiresAction',
    );
  }
  const ids = results.map(({ toolCallId }) => toolCallId);
  const again = ids.findIndex((id, i) => ids.indexOf(id) < i);
  if (again >= 0)
    throw badInput(`input.toolResults[${again}].toolCallId`, 'must not be given twice');
  return pending.map((call) => {
    const content = contents.get(call.id);
    if (content === undefined)
      throw badInput('input.toolResults', `must have a result for the call ${call.id}`);
    return toolMessage(call.id, content);
  });
}
