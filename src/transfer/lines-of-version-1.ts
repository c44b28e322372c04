import { z } from 'zod';
import { REVISION_CHANGES } from '../db/tables/entries.ts';
import { entryLine, LINES, revisionPart, statsLine } from './lines.ts';

/** The lines of files of version 1 of the format. Parsed, they are lines of the present version. */

/** The changes of revisions that have another name since version 2. */
const RENAMED: Readonly<Record<string, string>> = {
  MERGED: 'STATEMENT_ADDED',
  JOINED: 'MERGED',
};

const change = z
  .enum([...REVISION_CHANGES, 'JOINED'])
  .exclude(['STATEMENT_ADDED'])
  .transform((name) => RENAMED[name] ?? name);

export const LINES_OF_VERSION_1 = {
  ...LINES,
  entry: entryLine.extend({ revisions: z.array(revisionPart.extend({ change })) }),
  stats: statsLine
    .omit({ updated: true })
    .extend({ merged: statsLine.shape.updated })
    .transform(({ merged, ...others }) => ({ ...others, updated: merged })),
};
