import type { App } from '../app.ts';
import type { AgentRow, GenerationRow, TraceRow } from '../db/rows.ts';
import type { KnowledgeConfig, Metadata } from '../db/tables.ts';
import { requestHashOf } from '../entries/idempotency.ts';
import { conflict, DomainError, requireFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { checkInput } from '../input.ts';
import { findMemories } from '../memories/memories.ts';
import type { ChatMessage, ChatTool } from '../models/chat.ts';
import type { Caller } from '../projects/viewer.ts';
import type { Result } from '../retrieval/retrieve.ts';
import { storeTrace } from '../traces/create-trace.ts';
import { getTrace } from '../traces/traces.ts';
import type { TraceMessage } from '../traces/trajectory.ts';
import { getAgent } from './agents.ts';
import { findKnowledge, type Knowledge, latestUserText } from './find-knowledge.ts';
import { checkedTools, generateInput } from './generation-input.ts';
import { type KnowledgeInput, mergeKnowledge } from './knowledge-config.ts';
import {
  deleteGeneration,
  deleteStaleGeneration,
  insertGeneration,
  selectGenerationByKey,
  updateGeneration,
} from './queries.ts';
import { type Listener, type Outcome, type Progress, runSteps } from './run-steps.ts';

/** The stored state of a generation. */
export type State = Progress & {
  task: string;
  metadata: Metadata;
  shown: { entryId: string; score: number }[];
  injected: ChatMessage[];
};

/** A generation as returned to the caller. */
export type Generation = {
  id: string;
  agent: AgentRow;
  status: GenerationRow['status'];
  state: State;
  trace: TraceRow | null;
};

/** The input of a new generation. `conversation` contains the caller's messages. */
export type Request = {
  agent: AgentRow;
  conversation: ChatMessage[];
  knowledge: KnowledgeInput | null;
  tools: ChatTool[];
  metadata: Metadata;
  temperature?: number | null;
};

export type Options = {
  listener?: Listener;
  signal?: AbortSignal;
  /** The id of the trace, if it is sent to the caller before the run has ended. */
  traceId?: string;
  /** True if the caller sends the whole conversation with each call and never continues a generation. */
  isStateless?: boolean;
};

/**
 * Generates an agent's answer to a conversation, with knowledge in front of it.
 * @throws BAD_USER_INPUT, NOT_FOUND, CONFLICT (the idempotency key), EMBEDDING_UNAVAILABLE,
 *   CHAT_NOT_CONFIGURED, CHAT_UNAVAILABLE
 */
export async function generate(
  app: App,
  caller: Caller,
  input: unknown,
  options: Options = {},
): Promise<Generation> {
  const { agentId, messages, knowledgeConfig, tools, metadata, idempotencyKey } = checkInput(
    generateInput,
    input,
  );
  const agent = await getAgent(app, caller.project.id, agentId);
  const request: Request = {
    agent,
    conversation: messages as ChatMessage[],
    knowledge: knowledgeConfig ?? null,
    tools: checkedTools(tools, 'input.tools'),
    metadata: metadata ?? {},
  };
  if (!idempotencyKey) return begin(app, caller, request, options);
  const requestHash = requestHashOf({ agentId, messages, knowledgeConfig, tools, metadata });
  const row = newRow(app, caller, { agent, idempotencyKey, requestHash });
  await deleteStaleGeneration(app.db, row, staleSince(app));
  if (!(await insertGeneration(app.db, row))) {
    return replay(app, caller, { agent, idempotencyKey, requestHash });
  }
  // A failed generation is deleted, so that the call can be repeated with the same idempotency key.
  return begin(app, caller, request, options, row).catch(async (error: unknown) => {
    await deleteGeneration(app.db, row);
    throw error;
  });
}

/** A RUNNING generation that was not updated for this time is abandoned, and its claim is void. */
export const STALE_MS = 15 * 60_000;

export function staleSince(app: App): Date {
  return new Date(app.clock().getTime() - STALE_MS);
}

/** Searches for knowledge, runs the model, and stores the result. @throws as `generate` */
export async function begin(
  app: App,
  caller: Caller,
  request: Request,
  options: Options,
  row: GenerationRow | null = null,
): Promise<Generation> {
  const { agent, conversation, tools, metadata } = request;
  const { knowledge, config } = await prepareKnowledge(app, caller, request);
  const instructions: ChatMessage[] = agent.instructions
    ? [{ role: 'system', content: agent.instructions }]
    : [];
  const messages = [...instructions, ...knowledge.messages, ...conversation];
  const state: State = {
    messages,
    given: messages.length,
    tools,
    steps: 0,
    usage: { inputTokens: 0, outputTokens: 0 },
    text: '',
    writes: [],
    pending: [],
    task: latestUserText(conversation) ?? agent.name,
    metadata,
    shown: knowledge.results.map(({ entry, score }) => ({ entryId: entry.id, score })),
    injected: knowledge.messages,
  };
  const temperature = request.temperature ?? agent.temperature;
  return advance(app, caller, { agent, state, config, temperature, row, options });
}

/**
 * The knowledge for a conversation of an agent. Deleted memories of the agent's configuration are ignored.
 */
export async function prepareKnowledge(
  app: App,
  caller: Caller,
  { agent, conversation, knowledge }: Pick<Request, 'agent' | 'conversation' | 'knowledge'>,
): Promise<{ knowledge: Knowledge & { results: Result[] }; config: KnowledgeConfig }> {
  const own = agent.knowledgeConfig;
  const kept = await findMemories(app, caller.project.id, own.memoryIds);
  const present = { ...own, memoryIds: kept.map((memory) => memory.id) };
  const config = mergeKnowledge(present, knowledge);
  return {
    config,
    knowledge: await findKnowledge(app, caller, { config, messages: conversation, memories: kept }),
  };
}

type Advance = {
  agent: AgentRow;
  state: State;
  config: Pick<KnowledgeConfig, 'writeMemoryId'>;
  temperature: number | null;
  row: GenerationRow | null;
  options: Options;
  /** True for a continued generation: if it fails, it requires action again, and no trace is recorded. */
  isContinued?: boolean;
};

/** Runs the model, and stores a trace of the ended run, or the state of a generation that requires action. */
export async function advance(app: App, caller: Caller, go: Advance): Promise<Generation> {
  const { agent, state, config, temperature, options } = go;
  const run = {
    agent,
    model: agent.model,
    temperature,
    writeMemoryId: config.writeMemoryId,
    signal: options.signal,
    ...(options.listener ? { listener: options.listener } : {}),
  };
  let outcome: Outcome;
  try {
    outcome = await runSteps(app, caller, run, state);
  } catch (error) {
    if (!go.isContinued) await recordFailure(app, caller, go, error);
    throw error;
  }
  const isEnded = outcome !== 'REQUIRES_ACTION';
  const trace = isEnded ? await record(app, caller, go) : null;
  const row = go.row ?? newRow(app, caller, { agent, idempotencyKey: null, requestHash: null });
  const values = { status: outcome, state, traceId: trace?.id ?? null, updatedAt: app.clock() };
  // An ended generation is stored only if it has a row: for its idempotency key or a continuation.
  if (go.row) await updateGeneration(app.db, row, values);
  else if (!isEnded && !options.isStateless) await insertGeneration(app.db, { ...row, ...values });
  return { id: row.id, agent, status: outcome, state, trace };
}

/** Stores the run as a trace with the injected entries, whose utilities a review changes. */
function record(app: App, caller: Caller, { agent, state, options }: Advance): Promise<TraceRow> {
  return storeTrace(app, caller, {
    ...(options.traceId ? { id: options.traceId } : {}),
    task: state.task,
    // The caller's messages are checked against this format, and our own are created in it.
    trajectory: state.messages as TraceMessage[],
    finalResponse: state.text,
    shown: state.shown,
    metadata: state.metadata,
    agentId: agent.id,
    model: agent.model ?? app.chat.defaultModel,
    idempotencyKey: null,
    requestHash: null,
    review: null,
  });
}

/** Records a failed run as a trace, if the model produced any message before the failure. */
async function recordFailure(app: App, caller: Caller, go: Advance, error: unknown): Promise<void> {
  if (go.state.messages.length === go.state.given) return;
  const code = error instanceof DomainError ? error.code : 'ABORTED';
  const metadata = { ...go.state.metadata, lorebaseError: code };
  await record(app, caller, { ...go, state: { ...go.state, metadata } }).catch((cause: unknown) =>
    app.log.warn({ error: cause, agent: go.agent.id }, 'A failed generation left no trace'),
  );
}

type Keyed = { agent: AgentRow; idempotencyKey: string | null; requestHash: string | null };

function newRow(app: App, { project }: Caller, { agent, ...key }: Keyed): GenerationRow {
  const now = app.clock();
  return {
    projectId: project.id,
    id: newId('gen'),
    agentId: agent.id,
    status: 'RUNNING',
    state: {},
    traceId: null,
    ...key,
    createdAt: now,
    updatedAt: now,
  };
}

/** The generation of an idempotency key. @throws CONFLICT if its input differs, or if it is still running */
async function replay(
  app: App,
  { project }: Caller,
  { agent, idempotencyKey, requestHash }: Keyed,
): Promise<Generation> {
  const row = requireFound(
    await selectGenerationByKey(app.db, project.id, idempotencyKey ?? ''),
    'generation',
    idempotencyKey ?? '',
  );
  if (row.requestHash !== requestHash) {
    throw conflict(`The idempotency key ${idempotencyKey} was used for another generation.`);
  }
  if (row.status === 'RUNNING') {
    throw conflict('The generation with this idempotency key is still running; try again.');
  }
  const trace = row.traceId === null ? null : await getTrace(app, project.id, row.traceId);
  return { id: row.id, agent, status: row.status, state: row.state as State, trace };
}
