import { z } from 'zod';
import { KNOWLEDGE_RANKINGS } from '../db/tables/agents.ts';
import { REVISION_CHANGES } from '../db/tables/entries.ts';
import { agentLine, entryLine, LINES, memoryLine, revisionPart, statsLine } from './lines.ts';
import { knowledgeConfig } from './values.ts';

/** The schemas of lines in files of version 1. Parsing turns a line into one of the present version. */

/** The kinds of revisions that version 2 renamed. */
const RENAMED: Readonly<Record<string, string>> = {
  MERGED: 'STATEMENT_ADDED',
  JOINED: 'MERGED',
};

const change = z
  .enum([...REVISION_CHANGES, 'JOINED'])
  .exclude(['STATEMENT_ADDED'])
  .transform((name) => RENAMED[name] ?? name);

/** RELEVANCE was called SIMILARITY. */
const ranking = z
  .enum([...KNOWLEDGE_RANKINGS, 'SIMILARITY'])
  .transform((name) => (name === 'SIMILARITY' ? 'RELEVANCE' : name));

export const LINES_OF_VERSION_1 = {
  ...LINES,
  agent: agentLine.extend({ knowledgeConfig: knowledgeConfig.extend({ ranking }) }),
  entry: entryLine.extend({ revisions: z.array(revisionPart.extend({ change })) }),
  memory: memoryLine
    .omit({ lastCycleAt: true, coveredThrough: true })
    .extend({
      lastReflectionAt: memoryLine.shape.lastCycleAt,
      reflectedThrough: memoryLine.shape.coveredThrough,
    })
    .transform(({ lastReflectionAt, reflectedThrough, ...others }) => ({
      ...others,
      lastCycleAt: lastReflectionAt,
      coveredThrough: reflectedThrough,
    })),
  stats: statsLine
    .omit({ updated: true })
    .extend({ merged: statsLine.shape.updated })
    .transform(({ merged, ...others }) => ({ ...others, updated: merged })),
};
