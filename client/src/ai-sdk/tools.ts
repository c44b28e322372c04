import { jsonSchema, type Tool, tool } from 'ai';
import {
  type FoundKnowledge,
  type KnowledgeToolsOptions,
  searchTool,
  type WrittenKnowledge,
  writeTool,
} from '../knowledge-tools.ts';
import type { Lorebase } from '../lorebase.ts';

type SearchKnowledge = Tool<{ query: string }, FoundKnowledge[]>;
type WriteMemory = Tool<{ content: string }, WrittenKnowledge>;

/**
 * Tools for `generateText`, `streamText` and the agents of the AI SDK: `search_knowledge` and, with a memory,
 * `write_memory`. A failed call is an error result, which the model sees.
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
  const search = searchTool(lorebase, options);
  const search_knowledge: SearchKnowledge = tool({
    description: search.description,
    inputSchema: jsonSchema<{ query: string }>(search.parameters),
    execute: (input, { abortSignal }) => search.execute(input, abortSignal),
  });
  if (options.memoryId === undefined) return { search_knowledge };
  const write = writeTool(lorebase, { memoryId: options.memoryId, scope: options.scope });
  const write_memory: WriteMemory = tool({
    description: write.description,
    inputSchema: jsonSchema<{ content: string }>(write.parameters),
    execute: (input, { abortSignal }) => write.execute(input, abortSignal),
  });
  return { search_knowledge, write_memory };
}
