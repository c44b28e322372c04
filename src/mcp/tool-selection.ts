import { badInput, DomainError } from '../errors.ts';

/** The names of the tools, in the order in which they are listed. */
export const TOOL_NAMES = [
  'search_knowledge',
  'write_memory',
  'list_memories',
  'create_memory',
  'update_entry',
  'delete_entry',
  'query_reflections',
  'augment_task',
  'record_trace',
  'review_trace',
  'create_reflection',
  'memory_record',
  'memory_retrieve',
  'memory_reflect',
] as const;

export type ToolName = (typeof TOOL_NAMES)[number];

/** The tools that a client has chosen. */
export type ToolSelection = ReadonlySet<ToolName>;

/** Named sets of tools. Models choose badly among many tools, so a client can take a small set. */
export const PROFILES: Readonly<Record<string, readonly ToolName[]>> = {
  all: TOOL_NAMES,
  /** The loop of an agent: recall, write, record the run with its result. */
  core: ['search_knowledge', 'write_memory', 'list_memories', 'augment_task', 'record_trace'],
  read: [
    'search_knowledge',
    'list_memories',
    'query_reflections',
    'augment_task',
    'memory_retrieve',
  ],
  learning: [
    'query_reflections',
    'augment_task',
    'record_trace',
    'review_trace',
    'create_reflection',
  ],
  stream: ['list_memories', 'create_memory', 'memory_record', 'memory_retrieve', 'memory_reflect'],
};

/**
 * The tools of a list of profiles and names of tools, separated by commas; all without one.
 * @throws BAD_USER_INPUT
 */
export function selectTools(list: string | null): ToolSelection {
  const words = listed(list, 'tools') ?? ['all'];
  return new Set(words.flatMap((word) => toolsOf(word)));
}

function toolsOf(word: string): readonly ToolName[] {
  const profile = Object.hasOwn(PROFILES, word) ? PROFILES[word] : undefined;
  return profile ?? [requireTool(word)];
}

/**
 * The names in a list that is separated by commas; null without a list.
 * @throws BAD_USER_INPUT for an empty name, which a variable that is not set leaves
 */
export function listed(list: string | null, path: 'tools' | 'memories'): string[] | null {
  if (list === null) return null;
  const names = list.split(',').map((name) => name.trim());
  if (names.includes('')) throw badInput(path, `a name is empty in the list "${list}".`);
  return names;
}

function requireTool(word: string): ToolName {
  const name = TOOL_NAMES.find((known) => known === word);
  if (name !== undefined) return name;
  const known = `${Object.keys(PROFILES).join(', ')}; ${TOOL_NAMES.join(', ')}`;
  throw new DomainError(
    'BAD_USER_INPUT',
    `tools: there is no profile or tool "${word}": ${known}`,
    {
      details: { path: 'tools' },
    },
  );
}

/** The key of `_meta` in a tool call that makes its repetition safe. */
export const IDEMPOTENCY_META = 'lorebase/idempotencyKey';

/**
 * The tools that can be called again after an answer was lost: they only read, use the idempotency key, or have no
 * effect the second time. Of `delete_entry` that is so without `statement` (`isRepeatableCall`).
 */
export const REPEATABLE_TOOLS: ReadonlySet<string> = new Set<ToolName>([
  'search_knowledge',
  'write_memory',
  'list_memories',
  'create_memory',
  'delete_entry',
  'query_reflections',
  'augment_task',
  'record_trace',
  'create_reflection',
  'memory_record',
  'memory_retrieve',
]);

/**
 * Whether a tool can be called again with the same arguments. A statement that was deleted is an error the second time.
 */
export function isRepeatableCall(tool: string, given: unknown): boolean {
  const { statement = null } = (given ?? {}) as { statement?: unknown };
  return REPEATABLE_TOOLS.has(tool) && !(tool === 'delete_entry' && statement !== null);
}
