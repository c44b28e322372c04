import { z } from 'zod';
import { counted } from '../counted.ts';
import { checked, type Foreign, foreignOf, optionalText, parseJson } from './foreign-text.ts';

const FORMAT = 'Letta';

const block = z.looseObject({
  id: optionalText,
  label: optionalText,
  value: z.string(),
  description: optionalText,
  created_at: optionalText,
  updated_at: optionalText,
});

const agent = z.looseObject({
  name: optionalText,
  core_memory: z.array(block).nullish(),
  block_ids: z.array(z.string()).nullish(),
  messages: z.array(z.unknown()).nullish(),
});

const file = z.union([
  z.looseObject({ agents: z.array(agent), blocks: z.array(block) }),
  agent.extend({ core_memory: z.array(block) }),
]);

/**
 * Reads the memory blocks of a file of one or several agents. Each paragraph of a block becomes a text.
 * The format has no archival memory. Messages are a conversation, not knowledge, and are left out.
 */
export function fromLetta(text: string): Foreign {
  const value = checked(file, parseJson(text, FORMAT), FORMAT);
  const agents = ('agents' in value ? value.agents : [value]) as z.infer<typeof agent>[];
  const shared = ('blocks' in value ? value.blocks : []) as z.infer<typeof block>[];
  const ownersOf = ({ id }: z.infer<typeof block>) =>
    agents
      .filter(({ block_ids }) => id && block_ids?.includes(id))
      .flatMap(({ name }) => name ?? []);
  const blocks = [
    ...agents.flatMap(({ name, core_memory }) =>
      (core_memory ?? []).map((one) => ({ one, owners: name ? [name] : [] })),
    ),
    ...shared.map((one) => ({ one, owners: ownersOf(one) })),
  ];
  const messages = agents.reduce((sum, one) => sum + (one.messages?.length ?? 0), 0);
  const records = blocks.flatMap(({ one, owners }) => {
    const { label, description } = one;
    const paragraphs = one.value.trim().split(/\n\s*\n/);
    return paragraphs.map((content) => ({
      from: 'letta',
      content,
      context: [label, description].filter(Boolean).join(': '),
      metadata: { agent: owners.join(', '), block: label },
      occurredAt: one.updated_at ?? one.created_at,
    }));
  });
  return foreignOf(
    records,
    messages > 0
      ? [counted(messages, 'message of a conversation', 'messages of conversations')]
      : [],
  );
}
