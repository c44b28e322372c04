import { z } from 'zod';
import type { App } from '../app.ts';
import { breaksUnique } from '../db/failures.ts';
import { type Page, type PageRequest, readKeyedPage } from '../db/page.ts';
import type { AgentRow } from '../db/rows.ts';
import type { KnowledgeConfig } from '../db/tables.ts';
import { conflict, notFound, requireFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { checkInput, nameInput, textInput } from '../input.ts';
import { findMemories } from '../memories/memories.ts';
import type { Caller } from '../projects/viewer.ts';
import { agentKnowledgeInput, DEFAULT_KNOWLEDGE, mergeKnowledge } from './knowledge-config.ts';
import {
  countAgents,
  deleteAgentRow,
  insertAgent,
  selectAgents,
  selectAgentsByIds,
  updateAgentRow,
} from './queries.ts';

export const MAX_INSTRUCTIONS = 100_000;
export const MAX_STEPS = 100;
const DEFAULT_STEPS = 20;
const stepsMessage = `must be from 1 to ${MAX_STEPS}`;

const others = {
  instructions: textInput
    .max(MAX_INSTRUCTIONS, `must have at most ${MAX_INSTRUCTIONS} characters`)
    .nullish(),
  model: nameInput.nullish(),
  temperature: z.number().min(0, 'must be from 0 to 2').max(2, 'must be from 0 to 2').nullish(),
  maxSteps: z.number().int().min(1, stepsMessage).max(MAX_STEPS, stepsMessage).nullish(),
  knowledgeConfig: agentKnowledgeInput.nullish(),
};

const createInput = z.object({ name: nameInput, ...others });
const updateInput = z.object({ name: nameInput.nullish(), ...others });

/** Creates an agent. @throws BAD_USER_INPUT, NOT_FOUND (a memory), CONFLICT (the name is taken) */
export async function createAgent(app: App, caller: Caller, input: unknown): Promise<AgentRow> {
  const given = checkInput(createInput, input);
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
  await requireMemories(app, caller, agent.knowledgeConfig);
  await insertAgent(app.db, agent).catch((error: unknown) => rethrowTaken(error, agent.name));
  return agent;
}

/** Changes the given fields. A given list replaces the old list. @throws as createAgent, NOT_FOUND */
export async function updateAgent(
  app: App,
  caller: Caller,
  { agentId, ...input }: { agentId: string },
): Promise<AgentRow> {
  const given = checkInput(updateInput, input);
  const before = await getAgent(app, caller.project.id, agentId);
  const keep = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value);
  const knowledgeConfig = changedKnowledge(before.knowledgeConfig, given.knowledgeConfig);
  await requireMemories(app, caller, knowledgeConfig);
  const values = {
    name: given.name ?? before.name,
    instructions: keep(given.instructions, before.instructions),
    model: keep(given.model, before.model),
    temperature: keep(given.temperature, before.temperature),
    maxSteps: given.maxSteps ?? before.maxSteps,
    knowledgeConfig,
    updatedAt: app.clock(),
  };
  const changed = await updateAgentRow(app.db, before, values).catch((error: unknown) =>
    rethrowTaken(error, values.name),
  );
  return requireFound(changed, 'agent', agentId);
}

/** Deletes an agent and its generations. Its traces are kept. @throws NOT_FOUND */
export async function deleteAgent(app: App, caller: Caller, id: string): Promise<void> {
  requireFound(await deleteAgentRow(app.db, { projectId: caller.project.id, id }), 'agent', id);
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

/** The project's agents, newest first. */
export function listAgents(
  app: App,
  projectId: string,
  request: PageRequest,
): Promise<Page<AgentRow>> {
  return readKeyedPage({
    name: 'agents',
    request,
    read: (before, limit) => selectAgents(app.db, projectId, { before, limit }),
    keyOf: (agent) => agent.id,
    count: () => countAgents(app.db, projectId),
  });
}

function changedKnowledge(
  before: KnowledgeConfig,
  given: z.infer<typeof agentKnowledgeInput> | null | undefined,
): KnowledgeConfig {
  const { memoryIds, memoryTags, kinds, writeMemoryId, ...single } = given ?? {};
  return {
    ...mergeKnowledge(before, single as Parameters<typeof mergeKnowledge>[1]),
    memoryIds: memoryIds ?? before.memoryIds,
    memoryTags: memoryTags ?? before.memoryTags,
    kinds: kinds ?? before.kinds,
    writeMemoryId: writeMemoryId === undefined ? before.writeMemoryId : writeMemoryId,
  };
}

/** @throws NOT_FOUND for the first memory that is not in the project */
async function requireMemories(
  app: App,
  { project }: Caller,
  { memoryIds, writeMemoryId }: KnowledgeConfig,
): Promise<void> {
  const ids = [...memoryIds, ...(writeMemoryId ? [writeMemoryId] : [])];
  if (ids.length === 0) return;
  const known = new Set((await findMemories(app, project.id, ids)).map((memory) => memory.id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound('memory', missing);
}

function rethrowTaken(error: unknown, name: string): never {
  if (!breaksUnique(error, 'agents_name')) throw error;
  throw conflict(`The project already has an agent named ${JSON.stringify(name)}.`);
}
