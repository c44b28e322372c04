import { scripted } from './model-server.ts';
import type { TestProject, TestServer } from './server.ts';

export const UPDATE_ENTRY = `mutation ($input: UpdateEntryInput!) {
  updateEntry(input: $input) { entry { id content metadata } }
}`;
export const ENTRY = `query ($id: ID!) {
  entry(id: $id) {
    content metadata kind source utility importance accessCount lastAccessedAt deletedAt
    memory { entryCount }
    revisions { totalCount nodes { number change content metadata similarity actor { id } } }
  }
}`;
export const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { entry { id } chunk { position text } similarity } }
}`;

type ScriptedPair = {
  project: TestProject;
  texts: readonly [string, string];
  similarity: number;
};

/** A base text at similarity 1 and another at the given similarity to it, in a new memory. */
export async function scriptPair(
  { models }: TestServer,
  { project, texts: [base, other], similarity }: ScriptedPair,
) {
  models.script(base, scripted(1));
  models.script(other, scripted(similarity));
  const memoryId = await project.memory();
  const { entry } = await project.write(memoryId, base);
  return { memoryId, entry };
}
const CHANGED = `__typename
  ... on Entry { id version utility deletedAt memory { id } revisions { totalCount } }
  ... on ItemError { code message path }`;
export const MOVE = `mutation ($input: MoveEntriesInput!) { moveEntries(input: $input) { results { ${CHANGED} } } }`;
export const DELETE_MANY = `mutation ($input: DeleteEntriesInput!) { deleteEntries(input: $input) { results { ${CHANGED} } } }`;
export const COPY = `mutation ($input: CopyEntriesInput!) { copyEntries(input: $input) { results { __typename
  ... on WriteEntryPayload { action entry { id content kind source metadata importance occurredAt expiresAt
    memory { id } importanceExplained { source base } } }
  ... on ItemError { code message path } } } }`;
