import { parse } from 'graphql';
import { z } from 'zod';
import type { McpOperation } from './operation.ts';

/** Limits of the document of one memory: most recently changed entries first. */
export const MAX_ENTRIES = 500;
const PAGE = 100;
export const MAX_RESOURCE_CHARACTERS = 200_000;

const entryShape = z.object({
  kind: z.string(),
  supersededAt: z.string().nullable(),
  statements: z.array(
    z.object({
      text: z.string(),
      occurredAt: z.string().nullable(),
      firstStatedAt: z.string(),
      lastStatedAt: z.string(),
    }),
  ),
});

const MEMORY = {
  document: parse(`query McpMemoryDocument($id: ID!, $first: Int!, $after: String) {
    memory(id: $id) {
      name description tags summary
      entries(first: $first, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
        nodes { kind supersededAt statements { text occurredAt firstStatedAt lastStatedAt } }
        totalCount pageInfo { hasNextPage endCursor }
      }
    }
  }`),
  shape: z.object({
    memory: z
      .object({
        name: z.string(),
        description: z.string().nullable(),
        tags: z.array(z.string()),
        summary: z.string(),
        entries: z.object({
          nodes: z.array(entryShape),
          totalCount: z.number(),
          pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        }),
      })
      .nullable(),
  }),
};

type Entry = z.infer<typeof entryShape>;
type DocumentMemory = NonNullable<z.infer<typeof MEMORY.shape>['memory']>;

/** A memory as Markdown: its description and its current entries, the last changed first. Null if there is none. */
export async function memoryDocument(operation: McpOperation, id: string): Promise<string | null> {
  let text = '';
  let read = 0;
  let after: string | null = null;
  let isFull = false;
  for (;;) {
    const memory: DocumentMemory | null = await readPage(operation, id, after);
    if (memory === null) return null;
    const { nodes, totalCount, pageInfo } = memory.entries;
    for (const entry of nodes) {
      const lines = linesOf(entry);
      isFull = text.length + lines.length > MAX_RESOURCE_CHARACTERS;
      if (isFull) break;
      text += lines;
      read += 1;
    }
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    if (after === null || isFull || read >= MAX_ENTRIES)
      return `${headOf(memory, totalCount - read)}\n\n${text}`;
  }
}

async function readPage(operation: McpOperation, id: string, after: string | null) {
  return (await operation.ask(MEMORY, { id, first: PAGE, after })).memory;
}

function headOf({ name, description, tags, summary }: DocumentMemory, rest: number): string {
  const more = `${rest} older entries are not shown. A search finds them.`;
  const parts = [
    `# ${name}`,
    description,
    tags.length > 0 ? `Tags: ${tags.join(', ')}` : null,
    summary,
    rest > 0 ? more : null,
  ];
  return parts.flatMap((part) => part ?? []).join('\n\n');
}

/**
 * The statements of an entry, one on each line. Several can contradict each other, so they are in the order in which
 * they were said last, each with that time. Empty for an entry that another one has replaced.
 */
function linesOf({ kind, supersededAt, statements }: Entry): string {
  if (supersededAt !== null) return '';
  const label = kind === 'FACT' ? '' : ` ${kind}`;
  return statements
    .toSorted((one, other) => Date.parse(one.lastStatedAt) - Date.parse(other.lastStatedAt))
    .map(({ text, occurredAt, firstStatedAt, lastStatedAt }) => {
      const time = statements.length === 1 ? (occurredAt ?? firstStatedAt) : lastStatedAt;
      const day = time.slice(0, 10);
      return `- ${day}${label}: ${text.replaceAll('\n', '\n  ')}\n`;
    })
    .join('');
}
