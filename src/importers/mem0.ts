import { z } from 'zod';
import {
  checked,
  type Foreign,
  foreignTexts,
  optionalText,
  parseJson,
  record,
  withoutEmpty,
} from './foreign-text.ts';

const FORMAT = 'mem0';

const memory = z.looseObject({
  memory: optionalText,
  data: optionalText,
  text: optionalText,
  user_id: optionalText,
  agent_id: optionalText,
  app_id: optionalText,
  run_id: optionalText,
  actor_id: optionalText,
  categories: z.array(z.string()).nullish(),
  metadata: record.nullish(),
  created_at: optionalText,
  updated_at: optionalText,
});

const relation = z.looseObject({
  source: z.string(),
  relationship: optionalText,
  relation: optionalText,
  target: optionalText,
  destination: optionalText,
});

const file = z.union([
  z.array(memory),
  z.looseObject({ results: z.array(memory), relations: z.array(relation).nullish() }),
  z.looseObject({ memories: z.array(memory) }),
]);

/** What `get_all()` of mem0 answers, or the list of its platform. Relations of its graph become sentences. */
export function fromMem0(text: string): Foreign {
  const value = checked(file, parseJson(text, FORMAT), FORMAT);
  const memories = Array.isArray(value)
    ? value
    : 'results' in value
      ? (value.results as z.infer<typeof memory>[])
      : (value.memories as z.infer<typeof memory>[]);
  const relations = Array.isArray(value)
    ? []
    : ((value.relations ?? []) as z.infer<typeof relation>[]);
  const facts = memories.flatMap((one) => {
    const { user_id, agent_id, app_id, run_id, actor_id, categories } = one;
    const own = withoutEmpty({ user_id, agent_id, app_id, run_id, actor_id, categories });
    return foreignTexts({
      from: FORMAT,
      content: one.memory ?? one.data ?? one.text ?? '',
      metadata: { ...one.metadata, ...own },
      occurredAt: one.updated_at ?? one.created_at,
    });
  });
  const sentences = relations.flatMap(({ source, relationship, relation: name, ...rest }) =>
    foreignTexts({
      from: FORMAT,
      content: words([source, relationship ?? name, rest.target ?? rest.destination]),
      metadata: { relation: relationship ?? name },
    }),
  );
  return { texts: [...facts, ...sentences], leftOut: [] };
}

/** Names of a graph as words of a sentence. */
export function words(names: readonly (string | null | undefined)[]): string {
  return names
    .flatMap((name) => name ?? [])
    .join(' ')
    .replaceAll('_', ' ');
}
