import type { Data } from './graphql.ts';
import { scripted } from './model-server.ts';
import type { TestProject, TestServer } from './server.ts';

const STATEMENTS = `statements { number text source metadata context statedCount occurredAt firstStatedAt
  lastStatedAt actor { id } }`;

export const STATED = `query ($id: ID!) { entry(id: $id) {
  id content metadata version utility importance kind deletedAt expiresAt ${STATEMENTS}
  supersededBy { id } supersedes { id }
  memory { entryCount contentBytes }
  revisions(first: 100) { totalCount nodes { number change content metadata relatedEntries { id } ${STATEMENTS} } } } }`;

/** Reads an entry with its statements and revisions. */
export const stated = async (project: TestProject, id: string): Promise<Data> =>
  (await project.run(STATED, { id })).entry;

/** The texts of an entry, the newest last. */
export const textsOf = (entry: Data): string[] =>
  entry.statements.map(({ text }: { text: string }) => text);

/** Makes texts similar to one another: each has the similarity 1 to the others. */
export function scriptAlike({ models }: TestServer, texts: readonly string[]): void {
  for (const text of texts) models.script(text, scripted(1));
}

/** Creates a memory, and writes similar texts to it that become one entry. */
export async function writeTogether(
  server: TestServer,
  project: TestProject,
  texts: readonly string[],
): Promise<{ memoryId: string; entryId: string }> {
  scriptAlike(server, texts);
  const memoryId = await project.memory();
  let entryId = '';
  for (const text of texts) entryId = (await project.write(memoryId, text)).entry.id;
  return { memoryId, entryId };
}

const SEARCH = `query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results {
  entry { id } matches { statement { text } } } } }`;

/** Searches a memory, and returns the matching statements, best first. */
export async function findTexts(
  project: TestProject,
  { memoryId, ...input }: { memoryId: string; query: string } & Record<string, unknown>,
): Promise<string[]> {
  const scope = { memoryIds: [memoryId], ...(input.scope as object | undefined) };
  const { searchKnowledge } = await project.run(SEARCH, { input: { ...input, scope } });
  return searchKnowledge.results.flatMap(({ matches }: Data) =>
    matches.map(({ statement }: Data) => statement.text),
  );
}
