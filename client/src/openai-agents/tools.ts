import { type FunctionTool, tool } from '@openai/agents';
import {
  type KnowledgeTool,
  type KnowledgeToolsOptions,
  searchTool,
  writeTool,
} from '../knowledge-tools.ts';
import type { Lorebase } from '../lorebase.ts';

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
  return [
    search,
    toolOf(writeTool(lorebase, { memoryId: options.memoryId, scope: options.scope })),
  ];
}

function toolOf<Input>(definition: KnowledgeTool<string, Input, unknown>): FunctionTool {
  const { name, description, parameters, execute } = definition;
  const made = tool({
    name,
    description,
    strict: true,
    parameters,
    // The default of newer versions of the SDK tells the model no reason.
    errorFunction: (_context, error) =>
      `The call failed: ${error instanceof Error ? error.message : String(error)}`,
    // The SDK checks the arguments against the parameters only if the model supports strict mode.
    execute: async (input, _context, details) =>
      JSON.stringify(await execute(input as Input, details?.signal)),
  });
  return made as unknown as FunctionTool;
}
