import type { Foreign } from './foreign-text.ts';
import { fromLangGraph } from './langgraph.ts';
import { fromLetta } from './letta.ts';
import { fromMarkdown, fromText } from './markdown.ts';
import { fromMcpMemory } from './mcp-memory.ts';
import { fromMem0 } from './mem0.ts';
import { fromZep } from './zep.ts';

/** The programs whose files can be imported. */
export const PROGRAMS = [
  'mem0',
  'letta',
  'mcp-memory',
  'langgraph',
  'zep',
  'markdown',
  'text',
] as const;

export type Program = (typeof PROGRAMS)[number];

/** The path of the file, which becomes metadata of documents. Texts that expired before `now` are left out. */
type ForeignReading = { path: string; now: Date };

/** How the file of each program is read. */
export const READERS: Readonly<
  Record<Program, (text: string, reading: ForeignReading) => Foreign>
> = {
  mem0: (text, { now }) => fromMem0(text, now),
  letta: fromLetta,
  'mcp-memory': fromMcpMemory,
  langgraph: fromLangGraph,
  zep: (text, { now }) => fromZep(text, now),
  markdown: (text, { path }) => fromMarkdown(text, path),
  text: (text, { path }) => fromText(text, path),
};
