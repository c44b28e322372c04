import { z } from 'zod';
import type { App } from '../app.ts';
import { badInput, conflict, requireFound } from '../errors.ts';
import { checkInput, textInput } from '../input.ts';
import type { Caller } from '../projects/viewer.ts';
import { getAgent } from './agents.ts';
import { advance, type Generation, type Options, type State, staleSince } from './generate.ts';
import { claimGeneration, selectGeneration, updateGeneration } from './queries.ts';
import { toolMessage } from './run-steps.ts';

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
 * Continues a generation that requires action. There must be a result for each pending call of a tool.
 * @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT (it requires no action), CHAT_UNAVAILABLE (it still requires
 * action)
 */
export async function continueGeneration(
  app: App,
  caller: Caller,
  input: unknown,
  options: Options = {},
): Promise<Generation> {
  const { generationId: id, toolResults } = checkInput(continueInput, input);
  const projectId = caller.project.id;
  const waiting = requireFound(await selectGeneration(app.db, projectId, id), 'generation', id);
  const before = waiting.state as State;
  if (waiting.status !== 'REQUIRES_ACTION' && waiting.status !== 'RUNNING') throw notWaiting(id);
  const answers = answersTo(before, toolResults);
  const now = app.clock();
  const row = await claimGeneration(app.db, { projectId, id, now, staleSince: staleSince(app) });
  if (row === null) throw notWaiting(id);
  const state = { ...before, pending: [], messages: [...before.messages, ...answers] };
  const agent = await getAgent(app, projectId, waiting.agentId);
  const { writeMemoryId } = agent.knowledgeConfig;
  const { temperature } = agent;
  return advance(app, caller, {
    agent,
    state,
    config: { writeMemoryId },
    temperature,
    row,
    options,
    isContinued: true,
  }).catch(async (error: unknown) => {
    // Restores the previous state, so that the call can be repeated with the same results.
    await updateGeneration(app.db, row, { status: 'REQUIRES_ACTION', state: before });
    throw error;
  });
}

function notWaiting(generationId: string) {
  return conflict('The generation does not wait for tools.', { generationId });
}

function answersTo({ pending = [] }: State, results: z.infer<typeof continueInput>['toolResults']) {
  const contents = new Map(results.map((result) => [result.toolCallId, result.content]));
  const unknown = results.findIndex(
    ({ toolCallId }) => !pending.some((call) => call.id === toolCallId),
  );
  if (pending.length > 0 && unknown >= 0) {
    throw badInput(
      `input.toolResults[${unknown}].toolCallId`,
      'is no call that waits for a result',
    );
  }
  return pending.map((call) => {
    const content = contents.get(call.id);
    if (content === undefined) throw badInput('input.toolResults', `lacks the call ${call.id}`);
    return toolMessage(call.id, content);
  });
}
