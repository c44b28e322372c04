import type { TestProject, TestServer } from './server.ts';

const MEMORY = 'id name tags entryCount version deletedAt purgeAt updatedBy { kind name }';

export const DELETE_MEMORY = `mutation ($input: DeleteMemoryInput!) { deleteMemory(input: $input) { memory { ${MEMORY} } } }`;
export const RESTORE_MEMORY = `mutation ($input: RestoreMemoryInput!) { restoreMemory(input: $input) { memory { ${MEMORY} } } }`;
export const MEMORIES = `query ($tags: [String!], $name: String, $deleted: Boolean, $orderBy: MemoryOrder, $first: Int,
  $after: String, $last: Int, $before: String) {
  memories(tags: $tags, name: $name, deleted: $deleted, orderBy: $orderBy, first: $first, after: $after, last: $last,
    before: $before) {
    totalCount nodes { ${MEMORY} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

export const deleteMemory = async (project: TestProject, memoryId: string, force = false) =>
  (await project.run(DELETE_MEMORY, { input: { memoryId, force } })).deleteMemory.memory;

export const restoreMemory = async (project: TestProject, memoryId: string) =>
  (await project.run(RESTORE_MEMORY, { input: { memoryId } })).restoreMemory.memory;

const DAY_MS = 86_400_000;

/** Runs a task of the server with a clock that is a number of days ahead. */
export async function afterDays(
  { app }: TestServer,
  days: number,
  task: () => Promise<void>,
): Promise<void> {
  const { clock } = app;
  app.clock = () => new Date(Date.now() + days * DAY_MS);
  try {
    await task();
  } finally {
    app.clock = clock;
  }
}

/** The first 100 events of a project, of some types. */
export async function eventsOf(project: TestProject, types: string[], key?: string) {
  const { events } = await project.run(
    `{ events(first: 100) {
      nodes { type memoryId changes { field before after } actor { id kind } } } }`,
    {},
    key,
  );
  return events.nodes.filter(({ type }: { type: string }) => types.includes(type));
}
