import type { App } from '../app.ts';
import { breaksUnique } from '../db/failures.ts';
import type { AgentRow, GenerationRow } from '../db/rows.ts';
import type { Metadata } from '../db/tables/columns.ts';
import { recordAccesses } from '../entries/entry-state.ts';
import { conflict, DomainError } from '../errors.ts';
import { newId } from '../ids.ts';
import { checkInput } from '../input.ts';
import type { ChatMessage, ChatTool } from '../models/chat.ts';
import { requestHashOf } from '../projects/request-hash.ts';
import type { Caller } from '../projects/viewer.ts';
import { requireRoomForGeneration } from '../quotas/check-quotas.ts';
import { getCachedAgent } from './agents.ts';
import { beginGeneration } from './begin-generation.ts';
import { NOT_BEGUN } from './end-abandoned.ts';
import { latestUserText } from './find-knowledge.ts';
import { checkedTools, generateInput } from './generation-input.ts';
import { insertGeneration, releaseStaleKey, selectGenerationByKey } from './generation-queries.ts';
import {
  type GenerationResult,
  type GenerationState,
  initialState,
  readState,
} from './generation-state.ts';
import { findTraceOf } from './generations.ts';
import { textOf } from './injected-entries.ts';
import type { KnowledgeInput } from './knowledge-config.ts';
import { prepareKnowledge } from './prepare-knowledge.ts';
import { type Run, type RunOptions, runGeneration, storeFailure } from './run-generation.ts';
import { countRunning, staleSince, whileRunning } from './running-generations.ts';

/** The input of a new generation. `conversation` contains the caller's messages. */
export type GenerationRequest = {
  agent: AgentRow;
  conversation: ChatMessage[];
  knowledge: KnowledgeInput | null;
  tools: ChatTool[];
  metadata: Metadata;
  /** The path of the argument with the metadata, for error messages. */
  metadataPath: string;
  temperature?: number | null;
};

/**
 * Generates an agent's answer to a conversation, before which knowledge is injected.
 * @throws BAD_USER_INPUT, NOT_FOUND, CONFLICT (the idempotency key is in use, or the generation was cancelled),
 * QUOTA_EXCEEDED, EMBEDDING_UNAVAILABLE, CHAT_NOT_CONFIGURED, CHAT_UNAVAILABLE
 */
export async function generate(
  app: App,
  caller: Caller,
  input: unknown,
  options: RunOptions = {},
): Promise<GenerationResult> {
  const { agentId, messages, knowledgeConfig, tools, metadata, idempotencyKey } = checkInput(
    generateInput,
    input,
  );
  const agent = await getCachedAgent(app, caller.project.id, agentId);
  const request: GenerationRequest = {
    agent,
    conversation: messages as ChatMessage[],
    knowledge: knowledgeConfig ?? null,
    tools: checkedTools(tools, 'input.tools'),
    metadata: metadata ?? {},
    metadataPath: 'input.metadata',
  };
  if (!idempotencyKey) return generateWithoutKey(app, caller, request, options);
  const requestHash = requestHashOf({ agentId, messages, knowledgeConfig, tools, metadata });
  const keyed = { idempotencyKey, requestHash };
  try {
    await requireQuota(app, caller);
  } catch (error) {
    // A repeated call is answered even if the quota of the day is used up.
    const isKnown = async () =>
      error instanceof DomainError &&
      error.code === 'QUOTA_EXCEEDED' &&
      (await selectGenerationByKey(app.db, caller.project.id, idempotencyKey)) !== null;
    if (!(await isKnown())) throw error;
    return replay(app, caller, keyed, options);
  }
  const row = newRow(app, caller, { agent, ...keyed });
  const started = start(app, caller, row);
  return prepareAndRun(app, caller, request, { row, started, options }).catch((error: unknown) => {
    if (!breaksUnique(error, 'generations_idempotency_key')) throw error;
    return replay(app, caller, keyed, options);
  });
}

/** @throws QUOTA_EXCEEDED */
function requireQuota(app: App, { project }: Caller): Promise<void> {
  return requireRoomForGeneration(app, project, () => countRunning(app, project.id));
}

/** Generates the answer to a request without an idempotency key. @throws as `generate` */
export async function generateWithoutKey(
  app: App,
  caller: Caller,
  request: GenerationRequest,
  options: RunOptions,
): Promise<GenerationResult> {
  const { agent } = request;
  await requireQuota(app, caller);
  const row = newRow(app, caller, { agent, idempotencyKey: null, requestHash: null });
  return prepareAndRun(app, caller, request, { row, started: start(app, caller, row), options });
}

type Started = { row: GenerationRow; started: Promise<void>; options: RunOptions };

/**
 * Searches for knowledge while the row is stored, then calls the model. With an idempotency key it searches after the
 * row is stored, because a repeated call must not count accesses. The generation counts as running from the start of
 * this function, so that the quota of the next call includes it.
 */
function prepareAndRun(
  app: App,
  caller: Caller,
  request: GenerationRequest,
  { row, started, options }: Started,
): Promise<GenerationResult> {
  const { agent } = request;
  const temperature = request.temperature ?? agent.temperature;
  const watched = { row, stored: started, callerSignal: options.signal };
  return whileRunning(app, watched, async (signal) => {
    const begun = { row, agent, temperature, options, signal };
    const fail = async (error: unknown) => {
      const isStored = await started.then(
        () => true,
        () => false,
      );
      const failed = { ...begun, state: initialState(), writeMemoryId: null };
      throw isStored ? await storeFailure(app, caller, failed, error) : error;
    };
    const preparing = () => prepare(app, caller, request);
    const prepared = row.idempotencyKey === null ? preparing() : started.then(preparing);
    const [given] = await Promise.all([prepared, started]).catch(fail);
    return runGeneration(app, caller, { ...begun, ...given });
  });
}

/**
 * The state before the first call of the model: the instructions, the knowledge and the conversation. Counts an access
 * of each entry that is injected.
 */
async function prepare(
  app: App,
  caller: Caller,
  request: GenerationRequest,
): Promise<Pick<Run, 'state' | 'writeMemoryId'>> {
  const { agent, conversation, tools, metadata } = request;
  const { knowledge, config } = await prepareKnowledge(app, caller, request);
  const ids = knowledge.injected.map(({ result }) => result.entry.id);
  await recordAccesses(app, caller.project.id, { ids, at: app.clock() });
  const instructions: ChatMessage[] = agent.instructions
    ? [{ role: 'system', content: agent.instructions }]
    : [];
  const messages = [...instructions, ...knowledge.messages, ...conversation];
  const state: GenerationState = {
    ...initialState(),
    messages,
    given: messages.length,
    tools,
    task: latestUserText(conversation) ?? agent.name,
    metadata,
    writeMetadata: config.scope.metadata ?? {},
    shown: knowledge.injected.map((injected) => ({
      entryId: injected.result.entry.id,
      content: textOf(injected),
      score: injected.result.score,
    })),
    injected: knowledge.messages,
  };
  return { state, writeMemoryId: config.writeMemoryId };
}

type Keyed = { idempotencyKey: string | null; requestHash: string | null };

function newRow(
  app: App,
  { project, actor }: Caller,
  { agent, ...key }: Keyed & { agent: AgentRow },
): GenerationRow {
  const now = app.clock();
  return {
    projectId: project.id,
    id: newId('gen'),
    agentId: agent.id,
    status: 'RUNNING',
    traceId: null,
    error: null,
    createdBy: actor,
    ...key,
    createdAt: now,
    updatedAt: now,
  };
}

/** Stores the row of a generation that begins. @throws a violation of the unique idempotency key */
async function start(app: App, caller: Caller, row: GenerationRow): Promise<void> {
  const { projectId, idempotencyKey } = row;
  await beginGeneration(app, caller, {
    before: null,
    unanswered: NOT_BEGUN,
    store: async (db) => {
      if (idempotencyKey !== null) {
        await releaseStaleKey(db, { projectId, idempotencyKey }, staleSince(app));
      }
      await insertGeneration(db, { ...row, state: {} });
      return row;
    },
  });
}

/** The generation of an idempotency key. @throws CONFLICT if its input differs, or if it is still running */
async function replay(
  app: App,
  { project }: Caller,
  { idempotencyKey, requestHash }: Keyed,
  { listener }: RunOptions,
): Promise<GenerationResult> {
  const row = await selectGenerationByKey(app.db, project.id, idempotencyKey ?? '');
  if (row !== null && row.requestHash !== requestHash) {
    throw conflict(`The idempotency key ${idempotencyKey} was used for another generation.`);
  }
  // A generation that failed meanwhile no longer has the key.
  if (row === null || row.status === 'RUNNING') {
    throw conflict(
      'The generation with this idempotency key is still running, or has just failed; try again.',
    );
  }
  const state = readState(row.state);
  const trace = await findTraceOf(app, row);
  listener?.onStart?.({ ...row, state });
  return { ...row, state, trace };
}
