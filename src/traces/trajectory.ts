import { z } from 'zod';
import { isStorable, jsonInput, UNSTORABLE } from '../input.ts';

/** The messages of a run in the format of the OpenAI API. Unknown fields are kept. */

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

export const trajectoryInput = jsonInput
  .pipe(z.array(message))
  .refine(
    (messages) => Buffer.byteLength(JSON.stringify(messages)) <= MAX_TRAJECTORY_BYTES,
    `must have at most ${MAX_TRAJECTORY_BYTES} bytes as JSON`,
  );

/** Names of the tools that the agent called, in the order of their first use. */
export function toolsUsedIn(trajectory: readonly TraceMessage[]): string[] {
  const names = trajectory.flatMap((said) =>
    said.role === 'assistant'
      ? [
          ...(said.tool_calls ?? []).map((call) => call.function.name),
          ...(said.function_call ? [said.function_call.name] : []),
        ]
      : [],
  );
  return [...new Set(names)];
}
