import { graphql, request, type Target } from '../src/commands/requests.ts';
import type { ImportReport } from '../src/transfer/import-project.ts';
import { replaceAll, withFixedIds } from './ids.ts';
import { playStory } from './play.ts';
import { createKeys, openStage } from './stage.ts';
import { CUSTOMERS } from './story/customers.ts';
import { WRITERS } from './story/kinds.ts';
import { STORY_DAYS } from './times.ts';

const FIRST = `query ($name: String!) {
  memory(name: $name) { createdAt createdBy { name } }
}`;

/**
 * `npm run demo` fills a project with six weeks of a small company. The weeks are played through the public API of a
 * server of their own, whose clock follows the story, so that every merge, review and utility is a real one with its
 * time. Their export is then imported into the project.
 */
export async function fillDemo(target: Target): Promise<void> {
  const end = (await endOfEarlierRun(target)) ?? new Date(Math.floor(Date.now() / 60_000) * 60_000);
  console.log('Playing six weeks of a small company …');
  const lines = await storyLines(target, end);
  const response = await request(target, '/import', {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  tell(target, (await response.json()) as ImportReport);
}

/** When the story ends that the project has already, so that the same one is played; null if it has none. */
async function endOfEarlierRun(target: Target): Promise<Date | null> {
  const { memory } = await graphql<{
    memory: { createdAt: string; createdBy: { name: string } | null } | null;
  }>(target, FIRST, { name: CUSTOMERS[0]?.name });
  if (memory?.createdBy?.name !== WRITERS.ines) return null;
  return new Date(new Date(memory.createdAt).getTime() + STORY_DAYS * 86_400_000);
}

/** The lines of an export file with the story, written by the keys of the project. */
async function storyLines(target: Target, end: Date): Promise<string[]> {
  const keys = await createKeys(target, 'WRITE');
  const stage = await openStage();
  try {
    await playStory(stage, end);
    const actors = new Map(
      [...stage.keyIds].map(([name, id]) => [id, keys.get(name)?.id ?? id] as const),
    );
    const lines = await stage.exportLines();
    return withFixedIds(lines).map((line) => replaceAll(line, actors));
  } finally {
    await stage.close();
  }
}

function tell({ url }: Target, { imported, existing }: ImportReport): void {
  const { memory, entry, trace, agent } = imported;
  if (memory + entry + trace + agent === 0) {
    const { entry: entries, trace: traces } = existing;
    console.log(`The project has the demo already (${entries} entries, ${traces} traces).`);
    return;
  }
  console.log(
    `Added ${memory} memories, ${entry} entries, ${trace} traces and ${agent} agents. Open ${url}/`,
  );
}
