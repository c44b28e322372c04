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

/** What is stored of a generation besides its status. */
export type State = Progress & {
  task: string;
  metadata: Metadata;
  shown: { entryId: string; score: number }[];
  injected: ChatMessage[];
};

/** A generation as it is answered. */
export type Generation = {
  id: string;
  agent: AgentRow;
  status: GenerationRow['status'];
  state: State;
  trace: TraceRow | null;
};

/** A generation about to begin. `conversation` is what the caller gave. */
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
  /** The id of the trace, where it is told before the run has ended. */
  traceId?: string;
  /** For callers that send the whole conversation each time, and so never continue a generation. */
  isStateless?: boolean;
};

/**
 * Has an agent answer, with knowledge put in front of the conversation.
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
  // A generation that failed is forgotten, so that the call can be repeated with its key.
  return begin(app, caller, request, options, row).catch(async (error: unknown) => {
    await deleteGeneration(app.db, row);
    throw error;
  });
}

/** A generation that a process took and did not end within this time is given up. */
const STALE_MS = 15 * 60_000;

export function staleSince(app: App): Date {
  return new Date(app.clock().getTime() - STALE_MS);
}

/** Searches, lets the model speak, and records what came of it. */
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

/** The knowledge that an agent would be shown; what of its own memories is gone is passed over. */
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
  /** Where it fails, a continued generation waits again, and is no run that ended. */
  isContinued?: boolean;
};

/** Lets the model speak on, and stores where that leads: to a trace, or to a wait for the caller's tools. */
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
  // One that has ended is kept only where its key may come again.
  if (go.row) await updateGeneration(app.db, row, values);
  else if (!isEnded && !options.isStateless) await insertGeneration(app.db, { ...row, ...values });
  return { id: row.id, agent, status: outcome, state, trace };
}

/** The run as a trace, with what was injected, so that a review teaches exactly that. */
function record(app: App, caller: Caller, { agent, state, options }: Advance): Promise<TraceRow> {
  return storeTrace(app, caller, {
    ...(options.traceId ? { id: options.traceId } : {}),
    task: state.task,
    // Messages that we were given in this form, or made in it.
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

/** What was said before a model failed stands in a trace; where nothing was, there is nothing to keep. */
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

/** The first answer to a key. @throws CONFLICT where it was for another call, or still runs */
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
