import { z } from 'zod';
import { counted } from '../counted.ts';
import {
  checked,
  type Foreign,
  foreignOf,
  optionalText,
  parseJson,
  timeOf,
  withSnakeCaseKeys,
} from './foreign-text.ts';

const FORMAT = 'Zep or Graphiti';

const edge = z.looseObject({
  name: optionalText,
  fact: z.string(),
  source_node_uuid: optionalText,
  target_node_uuid: optionalText,
  source_node_name: optionalText,
  target_node_name: optionalText,
  group_id: optionalText,
  created_at: optionalText,
  valid_at: optionalText,
  invalid_at: optionalText,
  expired_at: optionalText,
});

const node = z.looseObject({
  uuid: optionalText,
  name: z.string(),
  summary: optionalText,
  labels: z.array(z.string()).nullish(),
  created_at: optionalText,
});

const file = z.union([
  z.array(edge),
  z.looseObject({ edges: z.array(edge), nodes: z.array(node).nullish() }),
]);

/**
 * Reads edges and nodes of a graph, as the SDKs return them. The fact of an edge and the summary of a node become
 * texts. Facts that are no longer true at `now`, by `invalid_at` or `expired_at`, are left out.
 */
export function fromZep(text: string, now: Date): Foreign {
  const value = checked(file, withSnakeCaseKeys(parseJson(text, FORMAT)), FORMAT);
  const edges = Array.isArray(value) ? value : (value.edges as z.infer<typeof edge>[]);
  const nodes = Array.isArray(value) ? [] : ((value.nodes ?? []) as z.infer<typeof node>[]);
  const names = new Map(nodes.map(({ uuid, name }) => [uuid, name]));
  const current = edges.filter(
    ({ invalid_at, expired_at }) => isToCome(invalid_at, now) && isToCome(expired_at, now),
  );
  const facts = current.map((one) => ({
    from: 'zep',
    content: one.fact,
    metadata: {
      relation: one.name,
      source: one.source_node_name ?? names.get(one.source_node_uuid),
      target: one.target_node_name ?? names.get(one.target_node_uuid),
      group_id: one.group_id,
    },
    occurredAt: one.valid_at ?? one.created_at,
    expiresAt: one.invalid_at || one.expired_at,
  }));
  // A node without a summary only names the end of an edge, so it is not counted as a record without text.
  const summaries = nodes
    .filter(({ summary }) => summary)
    .map(({ name, summary, labels, created_at }) => ({
      from: 'zep',
      content: summary ?? '',
      context: name,
      metadata: { entity: name, labels },
      occurredAt: created_at,
    }));
  const old = edges.length - current.length;
  return foreignOf(
    [...facts, ...summaries],
    old > 0 ? [counted(old, 'fact that is no longer true', 'facts that are no longer true')] : [],
  );
}

/** Whether a fact is still true at `now`. True without an end; false if the end cannot be read. */
function isToCome(end: string | null | undefined, now: Date): boolean {
  if (!end) return true;
  const time = timeOf(end);
  return time !== null && new Date(time) > now;
}
