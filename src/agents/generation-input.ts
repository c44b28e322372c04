import { z } from 'zod';
import { badInput } from '../errors.ts';
import { idempotencyKeyInput, jsonInput, metadataInput } from '../input.ts';
import type { ChatTool } from '../models/chat.ts';
import { trajectoryInput } from '../traces/trajectory.ts';
import { knowledgeInput } from './knowledge-config.ts';
import { WRITE_MEMORY } from './write-memory-tool.ts';

export const MAX_TOOLS = 128;
export const MAX_TOOL_BYTES = 1024 * 1024;

const toolForm = z.looseObject({
  type: z.literal('function', 'must be "function"'),
  function: z.looseObject({
    name: z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ and -'),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
  }),
});

export const messagesInput = trajectoryInput.refine(
  (messages) => messages.length > 0,
  'must hold at least one message',
);

/** The caller's tools. They are stored with a generation that requires action, so their size is limited. */
export const toolsInput = jsonInput.pipe(
  z
    .array(toolForm)
    .max(MAX_TOOLS, `must hold at most ${MAX_TOOLS} tools`)
    .refine(
      (tools) => Buffer.byteLength(JSON.stringify(tools)) <= MAX_TOOL_BYTES,
      `must have at most ${MAX_TOOL_BYTES} bytes as JSON`,
    ),
);

export const generateInput = z.object({
  agentId: z.string(),
  messages: messagesInput,
  knowledgeConfig: knowledgeInput.nullish(),
  tools: toolsInput.nullish(),
  metadata: metadataInput.nullish(),
  idempotencyKey: idempotencyKeyInput,
});

/** @throws BAD_USER_INPUT if a tool has the name of another tool or of `write_memory` */
export function checkedTools(
  tools: z.infer<typeof toolsInput> | null | undefined,
  path: string,
): ChatTool[] {
  const names = new Set<string>([WRITE_MEMORY]);
  return (tools ?? []).map((tool, i) => {
    const { name } = tool.function;
    const at = `${path}[${i}].function.name`;
    if (names.has(name)) throw badInput(at, `${name} is the name of another tool`);
    names.add(name);
    // The checked fields are those that the endpoint requires. Other fields are passed on unchanged.
    return tool as ChatTool;
  });
}
