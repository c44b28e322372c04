import {
  type CallToolResult,
  ErrorCode,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { badInput } from '../errors.ts';
import { ACCESS, requireAccess } from '../graphql/access.ts';
import { isObject } from '../input.ts';
import { hasRole, type Role } from '../projects/viewer.ts';
import { MissingMemoryError } from './memories.ts';
import { offeredSentences } from './offered-sentences.ts';
import { type McpRequest, openOperation, RpcError, shownError } from './operation.ts';
import type { Tool } from './tool.ts';
import { IDEMPOTENCY_META, type ToolName } from './tool-selection.ts';
import { deleteEntry, updateEntry } from './tools/entries.ts';
import { searchKnowledge, writeMemory } from './tools/knowledge.ts';
import { createMemory, listMemories } from './tools/memories.ts';
import { augmentTask, createReflection, queryReflections } from './tools/reflections.ts';
import { memoryRecord, memoryReflect, memoryRetrieve } from './tools/stream.ts';
import { recordTrace, reviewTrace } from './tools/traces.ts';

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  searchKnowledge,
  writeMemory,
  listMemories,
  createMemory,
  updateEntry,
  deleteEntry,
  queryReflections,
  augmentTask,
  recordTrace,
  reviewTrace,
  createReflection,
  memoryRecord,
  memoryRetrieve,
  memoryReflect,
];

const BY_NAME: ReadonlyMap<string, Tool> = new Map(TOOLS.map((tool) => [tool.name, tool]));

/** The key of `_meta` in a tool error that has the error's code. */
const CODE_META = 'lorebase/code';

/** The schema without what only lengthens it: the pattern of a time, and the limits that every integer has. */
const jsonSchema = (schema: z.ZodObject, io: 'input' | 'output') =>
  z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    override: ({ jsonSchema: shown }) => {
      if (shown.format === 'date-time') delete shown.pattern;
      if (shown.minimum === Number.MIN_SAFE_INTEGER) delete shown.minimum;
      if (shown.maximum === Number.MAX_SAFE_INTEGER) delete shown.maximum;
    },
  }) as ListedTool['inputSchema'];

const LISTED: readonly (ListedTool & { name: ToolName })[] = TOOLS.map((tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: jsonSchema(tool.input, 'input'),
  outputSchema: jsonSchema(tool.output, 'output'),
  annotations: { title: tool.title, ...tool.annotations },
}));

/** The tools that the client has chosen and that its key may use, in the order in which they are listed. */
export function offeredTools(request: McpRequest): ReadonlySet<ToolName> {
  return new Set(TOOLS.flatMap((tool) => (isOffered(request, tool) ? tool.name : [])));
}

/** The offered tools. Their descriptions name no others. */
export function listTools(request: McpRequest): ListedTool[] {
  const offered = offeredTools(request);
  return LISTED.filter(({ name }) => offered.has(name)).map((tool) =>
    boundTo(request.memories, describedFor(offered, tool)),
  );
}

function isOffered({ tools, viewer, app }: McpRequest, tool: Tool): boolean {
  const role = ACCESS[tool.field] as Role;
  return tools.has(tool.name) && hasRole(viewer, role) && !(app.config.isReadOnly && writes(tool));
}

/** A client that is bound to one memory does not have to name it. */
function boundTo(memories: McpRequest['memories'], tool: ListedTool): ListedTool {
  const { required = [] } = tool.inputSchema;
  if (memories?.length !== 1) return tool;
  const others = required.filter((argument) => argument !== 'memory');
  return { ...tool, inputSchema: { ...tool.inputSchema, required: others } };
}

/** A copy of a tool whose descriptions, also those of its arguments and results, name only offered tools. */
function describedFor(offered: ReadonlySet<ToolName>, tool: ListedTool): ListedTool {
  return JSON.parse(JSON.stringify(tool), (key, value) =>
    key === 'description' && typeof value === 'string' ? offeredSentences(value, offered) : value,
  );
}

/**
 * Runs a tool. Every error that the model can act on is the result, with a sentence on what to do.
 * @throws RpcError if there is no such tool
 */
export async function callTool(
  request: McpRequest,
  {
    name,
    arguments: given = {},
    _meta: meta,
  }: { name: string; arguments?: unknown; _meta?: Record<string, unknown> | undefined },
): Promise<CallToolResult> {
  const tool = BY_NAME.get(name);
  if (tool === undefined || !request.tools.has(tool.name)) {
    const known = [...offeredTools(request)].join(', ');
    throw new RpcError(
      ErrorCode.InvalidParams,
      `There is no tool "${name}"; the tools are: ${known}.`,
    );
  }
  try {
    requireAccess(request.viewer, ACCESS[tool.field] as Role);
    const operation = await openOperation(request, { isWriting: writes(tool) });
    const idempotencyKey = idempotencyKeyOf(meta);
    const answer = tool.output.parse(
      await tool.run({ operation, idempotencyKey }, withMemory(request, tool, withoutNulls(given))),
    );
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (error) {
    return errorResult(request, tool, error);
  }
}

function idempotencyKeyOf(meta: Record<string, unknown> | undefined): string | null {
  const key = meta?.[IDEMPOTENCY_META];
  if (key === undefined) return null;
  if (typeof key !== 'string') throw badInput(`_meta["${IDEMPOTENCY_META}"]`, 'must be a string');
  return key;
}

function writes(tool: Tool): boolean {
  return tool.field.startsWith('Mutation.');
}

/** The arguments without those that are null, which a model may send for arguments that it does not use. */
function withoutNulls(given: unknown): unknown {
  if (!isObject(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** The arguments, with the only memory to which the client is bound if they name none. */
function withMemory({ memories }: McpRequest, tool: Tool, given: unknown): unknown {
  const [only, ...others] = memories ?? [];
  const needsMemory =
    tool.input.shape.memory !== undefined && !tool.input.shape.memory.isOptional();
  if (only === undefined || others.length > 0 || !needsMemory) return given;
  return { memory: only, ...(given as object) };
}

/** What a model can do about an error, by its code. */
const ADVICE: Partial<Record<string, string>> = {
  BAD_USER_INPUT: 'Correct the argument and call again.',
  UNAUTHENTICATED: 'Tell the user that the API key of this server is not valid.',
  FORBIDDEN: 'Do not repeat the call; tell the user if it is needed.',
  NOT_FOUND: 'Use an id or a name that another tool returned.',
  CONFLICT: 'Read the current state, and call again only if the change is still right.',
  EMBEDDING_UNAVAILABLE: 'Nothing was stored. Try again once; then tell the user.',
  CHAT_NOT_CONFIGURED: 'Do without it, or tell the user to set CHAT_MODEL on the server.',
  CHAT_UNAVAILABLE: 'Try again later.',
  RATE_LIMITED: 'Nothing was done. Wait, then call again.',
  QUOTA_EXCEEDED: 'Nothing was stored. Tell the user.',
  READ_ONLY: 'This server only reads. Do not repeat the call.',
  DATABASE_UNAVAILABLE:
    'Try again later. If the call was to store something, look first whether it was stored.',
  DISK_FULL: 'Nothing was stored. Tell the user.',
  INTERNAL_SERVER_ERROR:
    'If the call was to store something, look first whether it was stored. Otherwise try again once; then tell the ' +
    'user, with the request id.',
};

function errorResult(request: McpRequest, tool: Tool, error: unknown): CallToolResult {
  const { code, message, details } = shownError(request, error);
  // Rules name the argument of the field. Most arguments of tools have the same name.
  const told = message.replace(/^input(\.|: )/, '');
  const sentence = /[.!?]$/.test(told) ? told : `${told}.`;
  const advice = error instanceof MissingMemoryError ? '' : (ADVICE[code] ?? '');
  const text = `${code}: ${sentence} ${advice}`.trim();
  request.noteOutcome(code);
  const meta = { [CODE_META]: code, tool: tool.name, ...details };
  return { isError: true, content: [{ type: 'text', text }], _meta: meta };
}
