import { z } from 'zod';
import { isStorable, jsonInput, UNSTORABLE } from '../input.ts';

/**
 * The messages of a run in the format of the OpenAI API, also with content parts of the Anthropic API. Unknown
 * fields are kept.
 */

export const MAX_TRAJECTORY_BYTES = 4 * 1024 * 1024;

const text = z.string().refine(isStorable, UNSTORABLE);
const parts = z.array(z.looseObject({ type: text }));
const content = z.union([text, parts], 'must be text or a list of content parts');

const toolCall = z.looseObject({
  id: text,
  type: text.optional(),
  function: z.looseObject({ name: text, arguments: text }),
});

const message = z.discriminatedUnion(
  'role',
  [
    z.looseObject({ role: z.enum(['system', 'developer', 'user']), content }),
    z.looseObject({
      role: z.literal('assistant'),
      content: content.nullish(),
      tool_calls: z.array(toolCall).nullish(),
      function_call: z.looseObject({ name: text, arguments: text }).nullish(),
    }),
    z.looseObject({ role: z.literal('tool'), tool_call_id: text, content }),
    z.looseObject({ role: z.literal('function'), name: text, content: content.nullable() }),
  ],
  'must have a role: system, developer, user, assistant, tool or function',
);

export type TraceMessage = z.infer<typeof message>;
export type ContentPart = z.infer<typeof parts>[number];

export const trajectoryInput = jsonInput
  .pipe(z.array(message))
  .refine(
    (messages) => Buffer.byteLength(JSON.stringify(messages)) <= MAX_TRAJECTORY_BYTES,
    `must have at most ${MAX_TRAJECTORY_BYTES} bytes as JSON`,
  );

/** Names of the tools that the agent called, in the order of their first use. */
export function toolsUsedIn(trajectory: readonly TraceMessage[]): string[] {
  return [...new Set(trajectory.flatMap(callsOf).map(({ name }) => name))];
}

/** The tool calls of a message, in order. `arguments` is JSON. */
export function callsOf(message: TraceMessage): { name: string; arguments: string }[] {
  if (message.role !== 'assistant') return [];
  const parts = Array.isArray(message.content) ? message.content : [];
  return [
    ...parts.flatMap((part) => toolUseOf(part) ?? []),
    ...(message.tool_calls ?? []).map((call) => call.function),
    ...(message.function_call ? [message.function_call] : []),
  ];
}

/** The call of a content part `tool_use` of the Anthropic API; null for another part. */
export function toolUseOf(part: ContentPart): { name: string; arguments: string } | null {
  const { type, name, input } = part;
  if (type !== 'tool_use' || typeof name !== 'string' || name.trim() === '') return null;
  return { name, arguments: JSON.stringify(input ?? {}) };
}

/** The content of a part `tool_result` of the Anthropic API; null for another part, or a malformed one. */
export function toolResultOf(part: ContentPart): string | ContentPart[] | null {
  if (part.type !== 'tool_result') return null;
  return content.safeParse(part.content ?? '').data ?? null;
}
