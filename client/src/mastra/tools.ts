import {
  type FoundKnowledge,
  type KnowledgeTool,
  type KnowledgeToolsOptions,
  searchTool,
  type WrittenKnowledge,
  writeTool,
} from '../knowledge-tools.ts';
import type { Lorebase } from '../lorebase.ts';

type ToolParameters = KnowledgeTool<string, never, unknown>['parameters'];

/** A schema of texts by the specification Standard Schema, which Mastra accepts from any library. */
type TextSchema<Input> = {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'lorebase';
    validate(value: unknown): { value: Input } | { issues: { message: string }[] };
    readonly jsonSchema: {
      input(): Record<string, unknown>;
      output(): Record<string, unknown>;
    };
    readonly types?: { readonly input: Input; readonly output: Input } | undefined;
  };
};

/** A tool as Mastra's `createTool` takes it. */
export type LorebaseTool<Id extends string, Input, Output> = {
  id: Id;
  description: string;
  inputSchema: TextSchema<Input>;
  execute(input: Input, context?: { abortSignal?: AbortSignal | undefined }): Promise<Output>;
};

type SearchKnowledge = LorebaseTool<'search_knowledge', { query: string }, FoundKnowledge[]>;
type WriteMemory = LorebaseTool<'write_memory', { content: string }, WrittenKnowledge>;

/**
 * Tools for an `Agent` of Mastra: `search_knowledge` and, with a memory, `write_memory`. A failed call is an error
 * result, which the model sees.
 */
export function lorebaseTools(
  lorebase: Lorebase,
  options: KnowledgeToolsOptions & { memoryId: string },
): { search_knowledge: SearchKnowledge; write_memory: WriteMemory };
export function lorebaseTools(
  lorebase: Lorebase,
  options?: KnowledgeToolsOptions,
): { search_knowledge: SearchKnowledge };
export function lorebaseTools(lorebase: Lorebase, options: KnowledgeToolsOptions = {}) {
  const search_knowledge: SearchKnowledge = toolOf(searchTool(lorebase, options));
  if (options.memoryId === undefined) return { search_knowledge };
  const write_memory: WriteMemory = toolOf(
    writeTool(lorebase, { memoryId: options.memoryId, scope: options.scope }),
  );
  return { search_knowledge, write_memory };
}

function toolOf<Id extends string, Input, Output>(
  definition: KnowledgeTool<Id, Input, Output>,
): LorebaseTool<Id, Input, Output> {
  const { name, description, parameters, execute } = definition;
  return {
    id: name,
    description,
    inputSchema: schemaOf<Input>(parameters),
    execute: (input, context) => execute(input, context?.abortSignal),
  };
}

function schemaOf<Input>(parameters: ToolParameters): TextSchema<Input> {
  const jsonSchema = () => ({ ...parameters });
  const validate = (value: unknown) => {
    const missing = parameters.required.filter(
      (name) => typeof Object(value)[name as keyof object] !== 'string',
    );
    if (missing.length === 0) return { value: value as Input };
    return { issues: missing.map((name) => ({ message: `${name} must be a text` })) };
  };
  return {
    '~standard': {
      version: 1,
      vendor: 'lorebase',
      validate,
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}
