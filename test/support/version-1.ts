/**
 * Converts the lines of an export to version 1 of the format, in which entries have all their revisions, and the
 * changes of revisions, the hourly numbers, a ranking of agents and the last cycle of a memory have other names.
 */
export function asVersion1(lines: readonly string[]): string[] {
  const [header, ...others] = lines.map((line) => JSON.parse(line));
  const { revision: _, ...counts } = header.counts;
  const earlier = others.flatMap(({ revision }) => revision ?? []);
  const old = others.flatMap((line) => {
    if (line.revision) return [];
    if (line.stats) {
      const { updated, ...stats } = line.stats;
      return [{ stats: { ...stats, merged: updated } }];
    }
    if (line.agent) return [{ agent: oldAgent(line.agent) }];
    if (line.memory) return [{ memory: oldMemory(line.memory) }];
    if (!line.entry) return [line];
    const own = earlier.filter(({ entryId }) => entryId === line.entry.id);
    const all = [...own, ...line.entry.revisions];
    return [{ entry: { ...line.entry, revisions: all.map(oldRevision) } }];
  });
  return [{ ...header, version: 1, counts }, ...old].map((line) => JSON.stringify(line));
}

type AgentLine = { knowledgeConfig: { ranking: string } };

function oldAgent({ knowledgeConfig, ...agent }: AgentLine) {
  const { ranking } = knowledgeConfig;
  const old = ranking === 'RELEVANCE' ? 'SIMILARITY' : ranking;
  return { ...agent, knowledgeConfig: { ...knowledgeConfig, ranking: old } };
}

type MemoryLine = { lastCycleAt: string | null; coveredThrough: string | null };

function oldMemory({ lastCycleAt, coveredThrough, ...memory }: MemoryLine) {
  return { ...memory, lastReflectionAt: lastCycleAt, reflectedThrough: coveredThrough };
}

const OLD_NAMES: Readonly<Record<string, string>> = { STATEMENT_ADDED: 'MERGED', MERGED: 'JOINED' };

function oldRevision({ entryId: _, change, ...others }: { entryId?: string; change: string }) {
  return { ...others, change: OLD_NAMES[change] ?? change };
}
