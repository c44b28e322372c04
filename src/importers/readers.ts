import type { Foreign } from './foreign-text.ts';
import { fromLangGraph } from './langgraph.ts';
import { fromLetta } from './letta.ts';
import { fromMarkdown, fromText } from './markdown.ts';
import { fromMcpMemory } from './mcp-memory.ts';
import { fromMem0 } from './mem0.ts';
import { fromZep } from './zep.ts';

/** The programs whose files can be read. */
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

/** How the file of each program is read. Only files of text have a path. */
export const READERS: Readonly<Record<Program, (text: string, path: string) => Foreign>> = {
  mem0: fromMem0,
  letta: fromLetta,
  'mcp-memory': fromMcpMemory,
  langgraph: fromLangGraph,
  zep: fromZep,
  markdown: fromMarkdown,
  text: fromText,
};
