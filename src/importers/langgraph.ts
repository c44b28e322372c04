import { z } from 'zod';
import { isObject } from '../input.ts';
import { checked, type Foreign, foreignOf, optionalText, parseJson } from './foreign-text.ts';

const FORMAT = 'LangGraph';

const item = z.looseObject({
  namespace: z
    .union([z.array(z.string()), z.string().transform((text) => text.split('.'))])
    .optional(),
  prefix: z.string().optional(),
  key: z.string(),
  value: z.unknown(),
  created_at: optionalText,
  createdAt: optionalText,
  updated_at: optionalText,
  updatedAt: optionalText,
});

const items = z.looseObject({ items: z.array(item) });

/** The items of a file. A file of JSON lines that has one line is read as a single item. */
const file = z.union([z.array(item), items, item.transform((one) => [one])]);

/** The keys under which a value can have its text. The first key that the value has is used. */
const TEXT_KEYS = ['text', 'content', 'memory', 'data', 'kwargs'];

/**
 * Reads the items of a store, a list or JSON lines. The text in an item's value becomes the content. A value without
 * text is written as JSON.
 */
export function fromLangGraph(text: string): Foreign {
  const value = checked(file, parseJson(text, FORMAT), FORMAT);
  const found = Array.isArray(value) ? value : (value.items as z.infer<typeof item>[]);
  const records = found.map((one) => {
    const namespace = one.namespace ?? one.prefix?.split('.') ?? [];
    const { content, rest } = textOf(one.value);
    return {
      from: 'langgraph',
      content,
      metadata: { ...metadataOf(rest), namespace, key: one.key },
      occurredAt: one.updated_at ?? one.updatedAt ?? one.created_at ?? one.createdAt,
    };
  });
  return foreignOf(records);
}

/** The metadata of a value. Its keys `namespace` and `key` are renamed, since the item has these keys too. */
function metadataOf(rest: Record<string, unknown>): Record<string, unknown> {
  const { namespace: value_namespace, key: value_key, ...others } = rest;
  return { ...others, value_namespace, value_key };
}

function textOf(value: unknown): { content: string; rest: Record<string, unknown> } {
  if (typeof value === 'string') return { content: value, rest: {} };
  if (typeof value !== 'object' || value === null)
    return { content: JSON.stringify(value), rest: {} };
  const given = value as Record<string, unknown>;
  for (const key of TEXT_KEYS) {
    const { [key]: found, ...rest } = given;
    if (typeof found === 'string') return { content: found, rest };
    // LangMem wraps a memory: {kind: "Memory", content: {content: "…"}}.
    if (isObject(found)) {
      const inner = textOf(found);
      return { content: inner.content, rest: { ...rest, ...inner.rest } };
    }
  }
  return { content: JSON.stringify(given), rest: {} };
}
