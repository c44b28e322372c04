import { type FunctionTool, tool } from '@openai/agents';
import { type KnowledgeToolsOptions, searchTool, writeTool } from '../knowledge-tools.ts';
import type { Lorebase } from '../lorebase.ts';

type Execute<Input, Output> = (input: Input, options?: { signal?: AbortSignal }) => Promise<Output>;

type Definition<Input, Output> = {
  name: string;
  description: string;
  parameters: { properties: Record<string, { type: 'string'; description: string }> };
  execute: Execute<Input, Output>;
};

/**
 * Tools for an `Agent` of the OpenAI Agents SDK: `search_knowledge` and, with a memory, `write_memory`. A failed
 * call is an answer to the model that says what failed.
 */
export function lorebaseTools(
  lorebase: Lorebase,
  options: KnowledgeToolsOptions = {},
): FunctionTool[] {
  const search = toolOf(searchTool(lorebase, options));
  if (options.memoryId === undefined) return [search];
  return [search, toolOf(writeTool(lorebase, options.memoryId))];
}

function toolOf<Input, Output>(definition: Definition<Input, Output>): FunctionTool {
  const { name, description, parameters, execute } = definition;
  const made = tool({
    name,
    description,
    strict: true,
    parameters: {
      type: 'object',
      properties: parameters.properties,
      required: Object.keys(parameters.properties),
      additionalProperties: false,
    },
    execute: async (input, _context, details) => {
      const signal = details?.signal;
      // The SDK has checked the arguments against the parameters only where the model is strict.
      return JSON.stringify(await execute(input as Input, signal ? { signal } : {}));
    },
  });
  return made as unknown as FunctionTool;
}
