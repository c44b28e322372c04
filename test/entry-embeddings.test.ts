import { describe, expect, it } from 'vitest';
import { scripted } from './support/model-server.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();

const EMBEDDINGS =
  '{ entries(first: 100, orderBy: { field: CREATED_AT }) { nodes { id content embedding } } }';
const EDIT =
  'mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry { embedding } } }';

type Shown = { id: string; content: string; embedding: string | null };

const shown = async (project: TestProject): Promise<Shown[]> =>
  (await project.run(EMBEDDINGS)).entries.nodes;

/** The numbers as a client reads them. */
function decoded(embedding: string | null): number[] {
  const bytes = Uint8Array.from(Buffer.from(embedding ?? '', 'base64'));
  return [...new Float32Array(bytes.buffer)];
}

describe('Entry.embedding', () => {
  it('is the vector of the first chunk of each entry of a page', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const vectors = [scripted(1), scripted(0.6, 2), scripted(0.28, 3)];
    for (const [i, vector] of vectors.entries()) {
      server.models.script(`Entry ${i}`, vector);
      await project.write(memoryId, `Entry ${i}`, { updateThreshold: 1, duplicateThreshold: 1 });
    }
    const found = await shown(project);
    expect(found.map(({ content }) => content)).toEqual(['Entry 0', 'Entry 1', 'Entry 2']);
    for (const [i, { embedding }] of found.entries()) {
      const numbers = decoded(embedding);
      expect(numbers).toHaveLength(vectors[i]?.length ?? 0);
      for (const [place, number] of numbers.entries()) {
        expect(number).toBeCloseTo(vectors[i]?.[place] ?? Number.NaN, 6);
      }
    }
  });

  it('is that of the present text after an edit, and not of another project', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    server.models.script('Before', scripted(1));
    server.models.script('After', scripted(0.8, 5));
    const { entry } = await project.write(memoryId, 'Before');
    const input = { entryId: entry.id, content: 'After' };
    const { updateEntry } = await project.run(EDIT, { input });
    expect(decoded(updateEntry.entry.embedding)[0]).toBeCloseTo(0.8, 6);
    expect(await shown(await server.project())).toEqual([]);
  });
});
