import { setTimeout as sleep } from 'node:timers/promises';
import { runsOf } from './play-runs.ts';
import type { Stage } from './stage.ts';
import { AGENTS } from './story/agents.ts';
import { CUSTOMERS } from './story/customers.ts';
import { DIARY } from './story/diary.ts';
import { GIVEN_UP, HANDBOOKS } from './story/handbooks.ts';
import type { Fact, Memory } from './story/kinds.ts';
import { LESSONS } from './story/lessons.ts';
import { PRODUCTS } from './story/products.ts';
import { TOPICS } from './story/runs.ts';
import { STORY_DAYS, spread, timeOf } from './times.ts';

/** Something that happens at a time of the story. */
export type Act = { daysAgo: number; run(time: Date): Promise<void> };

const MEMORIES = [...CUSTOMERS, ...PRODUCTS, ...HANDBOOKS, GIVEN_UP];

const CREATE_MEMORY =
  'mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { memory { id } } }';
const CREATE_AGENT =
  'mutation ($input: CreateAgentInput!) { createAgent(input: $input) { agent { id } } }';
const WRITE = `mutation ($input: WriteEntryInput!) {
  writeEntry(input: $input) { action entry { id } }
}`;
const RECORD = `mutation ($input: RecordObservationInput!) {
  recordObservation(input: $input) { entry { id } }
}`;
const REFLECT = `mutation ($input: CreateReflectionInput!) {
  createReflection(input: $input) { entry { id } }
}`;
const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { entry { id } } }
}`;

/** Plays the weeks of the company, one act after another, each at its time. */
export async function playStory(stage: Stage, end: Date): Promise<void> {
  const memoryIds = await createMemories(stage, end);
  const acts = [
    ...MEMORIES.flatMap((memory, order) => factsOf(stage, { memory, order, memoryIds })),
    ...observationsOf(stage, memoryIds),
    ...TOPICS.flatMap((topic, order) => runsOf(stage, topic, order)),
    ...lessonsOf(stage),
    ...corrections(stage, memoryIds),
  ];
  let last = 0;
  const timed = acts
    .map((act) => ({ ...act, time: timeOf(end, act.daysAgo).getTime() }))
    .sort((a, b) => a.time - b.time);
  for (const { time, run } of timed) {
    last = Math.max(time, last + 1000);
    const now = new Date(last);
    stage.setTime(now);
    await run(now);
  }
}

/** The first memory is created exactly at the beginning, by which a second run finds the end. */
async function createMemories(stage: Stage, end: Date): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  let time = end.getTime() - STORY_DAYS * 86_400_000;
  const next = () => {
    stage.setTime(new Date(time));
    time += 60_000;
  };
  const diary = { ...DIARY, streamSettings: { importanceThreshold: 75 } };
  for (const { name, description, tags, ...more } of [...MEMORIES, diary]) {
    next();
    const streamSettings = 'streamSettings' in more ? more.streamSettings : undefined;
    const input = { name, description, tags, streamSettings };
    const { createMemory } = await stage.as<{ createMemory: { memory: { id: string } } }>(
      'ines',
      CREATE_MEMORY,
      { input },
    );
    ids.set(name, createMemory.memory.id);
  }
  for (const { name, instructions, by, tags, config, writes } of AGENTS) {
    next();
    const knowledgeConfig = {
      ...config,
      scope: { memoryTags: tags },
      ...(writes === undefined ? {} : { writeMemoryId: ids.get(writes) }),
    };
    await stage.as(by, CREATE_AGENT, { input: { name, instructions, knowledgeConfig } });
  }
  return ids;
}

type Told = { memory: Memory; order: number; memoryIds: ReadonlyMap<string, string> };

function factsOf(stage: Stage, { memory, order, memoryIds }: Told): Act[] {
  const memoryId = memoryIds.get(memory.name) ?? '';
  /** The entry of each text that was written so far. */
  const entries = new Map<string, string>();
  const write = async ({ text, by, source, metadata, replaces }: Fact) => {
    const old = [...entries].find(
      ([known]) => replaces !== undefined && known.startsWith(replaces),
    );
    if (replaces !== undefined && old === undefined) throw new Error(`Nothing begins: ${replaces}`);
    const input = {
      memoryId,
      content: text,
      source,
      metadata,
      ...(old === undefined ? {} : { supersedes: [old[1]] }),
    };
    const { writeEntry } = await stage.as<{ writeEntry: { entry: { id: string } } }>(by, WRITE, {
      input,
    });
    entries.set(text, writeEntry.entry.id);
  };
  return memory.facts.map((fact, index) => ({
    daysAgo: fact.daysAgo ?? spread(index, memory.facts.length, order),
    run: () => write(fact),
  }));
}

function observationsOf(stage: Stage, memoryIds: ReadonlyMap<string, string>): Act[] {
  const memoryId = memoryIds.get(DIARY.name) ?? '';
  return DIARY.observations.map(({ daysAgo, text, importance, by, kind = 'OBSERVATION' }) => ({
    daysAgo,
    run: async (time) => {
      const input = { memoryId, content: text, importance, kind, occurredAt: time.toISOString() };
      await stage.as(by, RECORD, { input });
      await untilNoCycle(stage, memoryId);
    },
  }));
}

/** Waits for the insights that the last observation has set off, so that they have its time. */
async function untilNoCycle(stage: Stage, id: string): Promise<void> {
  const query =
    'query ($id: ID!) { memory(id: $id) { insightCycles(first: 1) { nodes { status } } } }';
  for (;;) {
    const { memory } = await stage.as<{
      memory: { insightCycles: { nodes: { status: string }[] } };
    }>('desk', query, { id });
    const [last] = memory.insightCycles.nodes;
    if (last?.status === 'FAILED') throw new Error('A cycle of insights failed');
    if (last === undefined || last.status === 'COMPLETED') return;
    await sleep(20);
  }
}

function lessonsOf(stage: Stage): Act[] {
  return LESSONS.map(({ daysAgo, topic, ...lesson }) => ({
    daysAgo,
    run: async () => {
      const found = await search(stage, { query: lesson.task, limit: 3 });
      const input = { ...lesson, metadata: { topic }, retrievedEntryIds: found };
      await stage.as('desk', REFLECT, { input });
    },
  }));
}

/** The ids of what a search finds. */
export async function search(stage: Stage, input: Record<string, unknown>): Promise<string[]> {
  const { searchKnowledge } = await stage.as<{
    searchKnowledge: { results: { entry: { id: string } }[] };
  }>('desk', SEARCH, { input });
  return searchKnowledge.results.map(({ entry }) => entry.id);
}

/** Edits, restated texts and deletions by people. */
function corrections(stage: Stage, memoryIds: ReadonlyMap<string, string>): Act[] {
  const find = async (memory: string, query: string) => {
    const [id] = await search(stage, {
      query,
      limit: 1,
      scope: { memoryIds: [memoryIds.get(memory)], kinds: ['FACT'] },
    });
    return id;
  };
  const edit =
    'mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry { id } } }';
  const remove =
    'mutation ($input: DeleteEntryInput!) { deleteEntry(input: $input) { entry { id } } }';
  const again = (memory: string, content: string) =>
    stage.as('desk', WRITE, {
      input: { memoryId: memoryIds.get(memory), content, source: 'AGENT' },
    });
  const act = (daysAgo: number, run: () => Promise<unknown>): Act => ({
    daysAgo,
    run: async () => {
      await run();
    },
  });
  return [
    act(22.2, async () => {
      const entryId = await find('Driver app', 'photo above 12 MB is not sent');
      const content = 'A photo above 8 MB is not sent until the phone has Wi-Fi.';
      await stage.as('mara', edit, { input: { entryId, content } });
    }),
    act(15.4, async () => {
      const entryId = await find('Billing and contracts', 'refund reaches a card within days');
      const content =
        'Refunds reach a card within five working days and a bank account within three.';
      await stage.as('ines', edit, { input: { entryId, content } });
    }),
    act(12.1, async () => {
      const entryId = await find(
        'Support playbook',
        'reinstall the driver app if positions missing',
      );
      await stage.as('mara', remove, { input: { entryId } });
    }),
    act(8.3, async () => {
      const entryId = await find('Route planner', 'planner has no customs module');
      await stage.as('mara', edit, { input: { entryId, importance: 8 } });
    }),
    ...[19.1, 11.6, 2.7].map((daysAgo) =>
      act(daysAgo, () =>
        again('Support playbook', 'Never ask a customer for a password or an API key.'),
      ),
    ),
    ...[18.6, 9.7].map((daysAgo) =>
      act(daysAgo, () =>
        again(
          'On-call runbooks',
          'Error rate above 2% for five minutes is an incident, whatever the cause.',
        ),
      ),
    ),
    act(10.6, () =>
      again('Route planner', 'Time zones belong to the depot and not to the account.'),
    ),
    act(3.3, () =>
      stage.as(
        'ines',
        'mutation ($input: DeleteMemoryInput!) { deleteMemory(input: $input) { memory { id } } }',
        { input: { memoryId: memoryIds.get(GIVEN_UP.name) } },
      ),
    ),
  ];
}
