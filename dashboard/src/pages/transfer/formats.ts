/** The files that can be imported: an export of Lorebase, or what another program wrote. */
export const FORMATS = [
  { value: 'lorebase', label: 'An export of Lorebase' },
  { value: 'markdown', label: 'Markdown or text' },
  { value: 'mem0', label: 'mem0' },
  { value: 'letta', label: 'Letta agent file' },
  { value: 'mcp-memory', label: 'MCP memory server' },
  { value: 'langgraph', label: 'LangGraph store' },
  { value: 'zep', label: 'Zep or Graphiti' },
] as const;

export type Format = (typeof FORMATS)[number]['value'];

/** Enough of a file to recognize its format. */
const BEGINNING = 4096;

/** The format that a file seems to have, from its name and its beginning; null if it has none of the known forms. */
export async function guessFormat(file: File): Promise<Format | null> {
  if (/\.gz$/i.test(file.name)) return 'lorebase';
  if (/\.(md|mdx|markdown|txt|text)$/i.test(file.name)) return 'markdown';
  if (/\.af$/i.test(file.name)) return 'letta';
  const text = await file.slice(0, BEGINNING).text();
  if (text.includes('"lorebase-export"')) return 'lorebase';
  if (/"type"\s*:\s*"(entity|relation)"/.test(text)) return 'mcp-memory';
  if (/"(edges|fact)"\s*:/.test(text)) return 'zep';
  if (/"namespace"\s*:/.test(text)) return 'langgraph';
  if (/"(core_memory|agents|message_ids)"\s*:/.test(text)) return 'letta';
  if (/"(memory|memories|results)"\s*:/.test(text)) return 'mem0';
  return null;
}
