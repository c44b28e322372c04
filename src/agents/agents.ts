import { z } from 'zod';
import type { App } from '../app.ts';
import { breaksUnique } from '../db/failures.ts';
import { type Page, type PageRequest, readPage } from '../db/page.ts';
import type { AgentRow } from '../db/rows.ts';
import type { KnowledgeConfig } from '../db/tables/agents.ts';
import type { FieldChange } from '../db/tables/events.ts';
import { conflict, requireFound } from '../errors.ts';
import { onlyChanged } from '../events/field-changes.ts';
import { findCached } from '../events/row-cache.ts';
import { transact } from '../events/transact.ts';
import { newId } from '../ids.ts';
import {
  checkInput,
  idempotencyKeyInput,
  nameInput,
  numberFrom,
  textInput,
  wholeFrom,
} from '../input.ts';
import { requireLive } from '../memories/live-memory.ts';
import { findMemories } from '../memories/memories.ts';
import { createOnce, type Remember } from '../projects/create-once.ts';
import type { Caller } from '../projects/viewer.ts';
import {
  agentKnowledgeInput,
  DEFAULT_KNOWLEDGE,
  mergeKnowledge,
  storedScope,
} from './knowledge-config.ts';
import { memoryIdsOf } from './knowledge-warnings.ts';
import {
  type AgentOrder,
  agentOrder,
  countAgents,
  deleteAgentRow,
  insertAgent,
  selectAgentIdByName,
  selectAgents,
  selectAgentsByIds,
  selectAgentsOfMemories,
  updateAgentRow,
} from './queries.ts';

export const MAX_INSTRUCTIONS = 100_000;
export const MAX_STEPS = 100;
const DEFAULT_STEPS = 20;

const others = {
  instructions: textInput
    .max(MAX_INSTRUCTIONS, `must have at most ${MAX_INSTRUCTIONS} characters`)
    .nullish(),
  model: nameInput.nullish(),
  temperature: numberFrom(0, 2).nullish(),
  maxSteps: wholeFrom(1, MAX_STEPS).nullish(),
  knowledgeConfig: agentKnowledgeInput.nullish(),
};

const createInput = z.object({
  name: nameInput,
  ...others,
  idempotencyKey: idempotencyKeyInput,
});
const updateInput = z.object({ name: nameInput.nullish(), ...others });

/**
 * Creates an agent.
 * @throws BAD_USER_INPUT, NOT_FOUND (a memory of the configuration; or the agent of the idempotency key was deleted),
 * CONFLICT (the name is taken)
 */
export async function createAgent(app: App, caller: Caller, input: unknown): Promise<AgentRow> {
  const { idempotencyKey, ...given } = checkInput(createInput, input);
  const projectId = caller.project.id;
  const call = { projectId, operation: 'createAgent', idempotencyKey, request: given };
  return createOnce(app, call, {
    create: (remember) => storeAgent(app, caller, given, remember),
    find: async (id) => (await findAgents(app, projectId, [id]))[0] ?? null,
  });
}

type NewAgent = Omit<z.infer<typeof createInput>, 'idempotencyKey'>;

async function storeAgent(
  app: App,
  caller: Caller,
  given: NewAgent,
  remember: Remember,
): Promise<AgentRow> {
  const now = app.clock();
  const agent: AgentRow = {
    projectId: caller.project.id,
    id: newId('agt'),
    name: given.name,
    instructions: given.instructions ?? null,
    model: given.model ?? null,
    temperature: given.temperature ?? null,
    maxSteps: given.maxSteps ?? DEFAULT_STEPS,
    knowledgeConfig: changedKnowledge(DEFAULT_KNOWLEDGE, given.knowledgeConfig),
    createdAt: now,
    updatedAt: now,
  };
  await requireMemories(app, caller, { before: DEFAULT_KNOWLEDGE, after: agent.knowledgeConfig });
  await transact(app, caller, { locks: [] }, async ({ db, record }) => {
    await remember.created(db, agent.id);
    await insertAgent(db, agent);
    const changes = changedFields(null, agent);
    record({ type: 'AGENT_CREATED', agentId: agent.id, changes });
  }).catch((error: unknown) => rethrowTaken(app, error, agent));
  return agent;
}

/** Changes the given fields. A given list replaces the old list. @throws as createAgent, NOT_FOUND */
export async function updateAgent(
  app: App,
  caller: Caller,
  { agentId, ...input }: { agentId: string },
): Promise<AgentRow> {
  const given = checkInput(updateInput, input);
  const projectId = caller.project.id;
  const { knowledgeConfig } = await getAgent(app, projectId, agentId);
  await requireMemories(app, caller, {
    before: knowledgeConfig,
    after: changedKnowledge(knowledgeConfig, given.knowledgeConfig),
  });
  return transact(app, caller, { locks: [agentId] }, async ({ db, record }) => {
    const [found] = await selectAgentsByIds(db, projectId, [agentId]);
    const before = requireFound(found, 'agent', agentId);
    const keep = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value);
    const values = {
      name: given.name ?? before.name,
      instructions: keep(given.instructions, before.instructions),
      model: keep(given.model, before.model),
      temperature: keep(given.temperature, before.temperature),
      maxSteps: given.maxSteps ?? before.maxSteps,
      knowledgeConfig: changedKnowledge(before.knowledgeConfig, given.knowledgeConfig),
    };
    const changes = changedFields(before, values);
    if (changes.length === 0) return before;
    const updatedAt = app.clock();
    const after = await updateAgentRow(db, before, { ...values, updatedAt });
    record({ type: 'AGENT_UPDATED', agentId, changes });
    return requireFound(after, 'agent', agentId);
  }).catch((error: unknown) => rethrowTaken(app, error, { projectId, name: given.name ?? '' }));
}

/** The fields of an agent whose changes are recorded in events. */
const FIELDS = [
  'name',
  'instructions',
  'model',
  'temperature',
  'maxSteps',
  'knowledgeConfig',
] as const;

/** The fields that differ between two states of an agent; for a new agent, all fields with a value. */
function changedFields(
  before: AgentRow | null,
  after: Pick<AgentRow, (typeof FIELDS)[number]>,
): FieldChange[] {
  return onlyChanged(
    FIELDS.map((field) => ({ field, before: before?.[field] ?? null, after: after[field] })),
  );
}

/** Deletes an agent and its generations. Its traces are kept. @throws NOT_FOUND */
export async function deleteAgent(app: App, caller: Caller, id: string): Promise<void> {
  await transact(app, caller, { locks: [id] }, async ({ db, record }) => {
    const deleted = await deleteAgentRow(db, { projectId: caller.project.id, id });
    const { name } = requireFound(deleted, 'agent', id);
    const changes = [{ field: 'name', before: name, after: null }];
    record({ type: 'AGENT_DELETED', agentId: id, changes });
  });
}

export function findAgents(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<AgentRow[]> {
  return selectAgentsByIds(app.db, projectId, ids);
}

/** @throws NOT_FOUND */
export async function getAgent(app: App, projectId: string, id: string): Promise<AgentRow> {
  const [agent] = await selectAgentsByIds(app.db, projectId, [id]);
  return requireFound(agent, 'agent', id);
}

/** The agent from the cache of the process (`app.rowCaches`). @throws NOT_FOUND */
export async function getCachedAgent(app: App, projectId: string, id: string): Promise<AgentRow> {
  const asked = { cache: app.rowCaches.agents, projectId, ids: [id] };
  const [agent] = await findCached(app, asked, (ids) => findAgents(app, projectId, ids));
  return requireFound(agent, 'agent', id);
}

/** A page of the project's agents. */
export function listAgents(
  app: App,
  projectId: string,
  { orderBy, ...request }: PageRequest & { orderBy: AgentOrder },
): Promise<Page<AgentRow>> {
  return readPage({
    order: agentOrder(orderBy),
    request,
    read: (slice) => selectAgents(app.db, projectId, slice),
    count: () => countAgents(app.db, projectId),
  });
}

function changedKnowledge(
  before: KnowledgeConfig,
  given: z.infer<typeof agentKnowledgeInput> | null | undefined,
): KnowledgeConfig {
  const { scope, writeMemoryId, ...single } = given ?? {};
  return {
    ...mergeKnowledge(before, single as Parameters<typeof mergeKnowledge>[1]),
    scope: scope ? storedScope(scope) : before.scope,
    writeMemoryId: writeMemoryId === undefined ? before.writeMemoryId : writeMemoryId,
  };
}

/**
 * Requires that the memories which a configuration adds to the former one exist. The memories of the former
 * configuration are not checked, so that one that was deleted since does not prevent other changes.
 * @throws NOT_FOUND for the first added memory that is deleted or not in the project
 */
async function requireMemories(
  app: App,
  { project }: Caller,
  { before, after }: { before: KnowledgeConfig; after: KnowledgeConfig },
): Promise<void> {
  const former = memoryIdsOf(before);
  const ids = memoryIdsOf(after).filter((id) => !former.includes(id));
  if (ids.length === 0) return;
  const found = await findMemories(app, project.id, ids);
  const rows = new Map(found.map((memory) => [memory.id, memory]));
  for (const id of ids) requireLive(rows.get(id), id);
}

/** For each memory, by its id: the agents that name it in their scope or write to it. */
export async function findAgentsOfMemories(
  app: App,
  projectId: string,
  memoryIds: readonly string[],
): Promise<Map<string, AgentRow[]>> {
  const agents = await selectAgentsOfMemories(app.db, projectId, memoryIds);
  const isUsed = (id: string) => (agent: AgentRow) =>
    memoryIdsOf(agent.knowledgeConfig).includes(id);
  return new Map(memoryIds.map((id) => [id, agents.filter(isUsed(id))]));
}

/** @throws CONFLICT with the id of the agent that has the name, otherwise the error itself */
async function rethrowTaken(
  app: App,
  error: unknown,
  { projectId, name }: Pick<AgentRow, 'projectId' | 'name'>,
): Promise<never> {
  if (!breaksUnique(error, 'agents_name')) throw error;
  const agentId = await selectAgentIdByName(app.db, projectId, name);
  const message = `The project already has an agent named ${JSON.stringify(name)}`;
  throw agentId === null
    ? conflict(`${message}.`)
    : conflict(`${message}: ${agentId}.`, { agentId });
}
