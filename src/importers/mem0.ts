import { z } from 'zod';
import { counted } from '../counted.ts';
import { DAY_MS } from '../durations.ts';
import {
  checked,
  type Foreign,
  foreignOf,
  optionalText,
  parseJson,
  record,
  timeOf,
  withoutEmpty,
  withSnakeCaseKeys,
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
  expiration_date: optionalText,
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

/**
 * Reads the answer of mem0's `get_all()`, or the list that its platform exports. Each relation of the graph becomes a
 * sentence. Memories that have expired before `now` are left out.
 */
export function fromMem0(text: string, now: Date): Foreign {
  const value = checked(file, withSnakeCaseKeys(parseJson(text, FORMAT)), FORMAT);
  const memories = Array.isArray(value)
    ? value
    : 'results' in value
      ? (value.results as z.infer<typeof memory>[])
      : (value.memories as z.infer<typeof memory>[]);
  const relations = Array.isArray(value)
    ? []
    : ((value.relations ?? []) as z.infer<typeof relation>[]);
  const current = memories.filter((one) => {
    const end = endOf(one);
    return end === null || new Date(end) > now;
  });
  const facts = current.map((one) => {
    const { user_id, agent_id, app_id, run_id, actor_id, categories } = one;
    const own = withoutEmpty({ user_id, agent_id, app_id, run_id, actor_id, categories });
    return {
      from: FORMAT,
      content: one.memory ?? one.data ?? one.text ?? '',
      metadata: { ...one.metadata, ...own },
      occurredAt: one.updated_at ?? one.created_at,
      expiresAt: endOf(one),
    };
  });
  const sentences = relations.map(({ source, relationship, relation: name, ...rest }) => ({
    from: FORMAT,
    content: words([source, relationship ?? name, rest.target ?? rest.destination]),
    metadata: { relation: relationship ?? name },
  }));
  const expired = memories.length - current.length;
  return foreignOf(
    [...facts, ...sentences],
    expired > 0 ? [counted(expired, 'memory that has expired', 'memories that have expired')] : [],
  );
}

/**
 * The time at which a memory expires; null if it does not, or if its date cannot be read. As in mem0, a date without a
 * time is the last day on which the memory is valid.
 */
function endOf({ expiration_date }: z.infer<typeof memory>): string | null {
  const end = timeOf(expiration_date);
  if (end === null || !/^\d{4}-\d\d-\d\d$/.test(expiration_date ?? '')) return end;
  return new Date(new Date(end).getTime() + DAY_MS).toISOString();
}

/** Joins names of a graph to the words of a sentence: underscores become spaces. */
export function words(names: readonly (string | null | undefined)[]): string {
  return names
    .flatMap((name) => name ?? [])
    .join(' ')
    .replaceAll('_', ' ');
}
