import { z } from 'zod';
import {
  checked,
  type Foreign,
  type ForeignRecord,
  foreignOf,
  parseLines,
} from './foreign-text.ts';
import { words } from './mem0.ts';

const FORMAT = 'the MCP memory server';

const line = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('entity'),
    name: z.string(),
    entityType: z.string(),
    observations: z.array(z.string()),
  }),
  z.looseObject({
    type: z.literal('relation'),
    from: z.string(),
    to: z.string(),
    relationType: z.string(),
  }),
]);

/** Reads the JSON lines of a knowledge graph. Each observation and relation becomes a sentence about its entity. */
export function fromMcpMemory(text: string): Foreign {
  const from = 'mcp-memory';
  const records = parseLines(text, FORMAT).flatMap((value): ForeignRecord[] => {
    const one = checked(line, value, FORMAT);
    if (one.type === 'relation') {
      const content = words([one.from, one.relationType, one.to]);
      return [{ from, content, metadata: { relation: one.relationType } }];
    }
    const { name, entityType, observations } = one;
    const metadata = { entity: name, entityType };
    if (observations.length === 0) {
      return [{ from, content: words([name, 'is of type', entityType]), metadata }];
    }
    return observations.map((observation) => ({
      from,
      content: `${words([name])}: ${observation}`,
      context: entityType,
      metadata,
    }));
  });
  return foreignOf(records);
}
