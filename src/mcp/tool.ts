import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { MAX_CONTENT_BYTES, MAX_METADATA_BYTES } from '../input.ts';
import { MAX_RETRIEVED } from '../traces/review-input.ts';
import { faultsOf, plainMessage } from './argument-faults.ts';
import type { McpOperation } from './operation.ts';
import type { ToolName } from './tool-selection.ts';

/** What a tool receives besides its arguments. */
export type ToolInvocation = {
  operation: McpOperation;
  /** Makes a repetition of the call safe; null if the client did not give one. */
  idempotencyKey: string | null;
};

/** A tool whose arguments are not parsed yet. */
export type Tool = {
  name: ToolName;
  title: string;
  /**
   * For the model: what the tool does, when to call it, and what to do with the result. A sentence that names another
   * tool is left out if the client does not have that tool, so the others must make sense without it.
   */
  description: string;
  /** The coordinate of the schema's field, whose role in the access table the tool needs. */
  field: string;
  annotations: ToolAnnotations;
  input: z.ZodObject;
  output: z.ZodObject;
  run(call: ToolInvocation, input: unknown): Promise<Record<string, unknown>>;
};

type ToolOf<Input extends z.ZodObject, Output extends z.ZodObject> = Omit<
  Tool,
  'input' | 'output' | 'run'
> & {
  input: Input;
  output: Output;
  run(call: ToolInvocation, input: z.output<Input>): Promise<z.output<Output>>;
};

/** A tool whose function gets arguments that its input schema has accepted. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolOf<Input, Output>,
): Tool {
  return { ...tool, run: async (call, input) => tool.run(call, accepted(tool.input, input)) };
}

/** @throws BAD_USER_INPUT with every argument that the schema does not accept */
function accepted<Input extends z.ZodObject>(schema: Input, given: unknown): z.output<Input> {
  const parsed = schema.safeParse(given, { error: plainMessage });
  if (parsed.success) return parsed.data;
  const [path] = parsed.error.issues[0]?.path ?? [];
  throw new DomainError('BAD_USER_INPUT', faultsOf(parsed.error), {
    details: path === undefined ? {} : { path: String(path) },
  });
}

/** The annotations of tools that read, and of tools that add. No tool reaches anything outside the knowledge base. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export const ADDS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** The arguments that several tools have. */
export const memoryArgument = z
  .string()
  .min(1)
  .describe('The memory, by its name or id. list_memories shows them.');

export const memoriesArgument = z
  .array(z.string().min(1))
  .max(100)
  .optional()
  .describe('Names or ids of the memories to search; every memory when omitted.');

export const metadataArgument = z
  .record(z.string(), z.unknown())
  .optional()
  .describe(`Your own keys and values, at most ${MAX_METADATA_BYTES / 1024} KiB as JSON.`);

export const timeArgument = z.iso.datetime({
  offset: true,
  error: 'must be a time with an offset, such as 2026-01-02T10:00:00Z',
});

/** A text that the server limits in bytes. */
export const textArgument = z.string().min(1).max(MAX_CONTENT_BYTES);

export const shareArgument = z.number().min(0).max(1);

export const resultArgument = z.enum(['PASS', 'FAIL']);

export const entryIdsArgument = z.array(z.string()).max(MAX_RETRIEVED);
