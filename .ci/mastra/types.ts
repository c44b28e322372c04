// Checked, not run: what the adapter offers has the types of the real package.
import { Agent, type ToolsInput } from '@mastra/core/agent';
import type { InputProcessor, OutputProcessor } from '@mastra/core/processors';
import { createTool } from '@mastra/core/tools';
import { Lorebase } from '../../client/src/index.ts';
import { lorebaseProcessor, lorebaseTools } from '../../client/src/mastra/index.ts';

const lorebase = new Lorebase({ url: 'http://127.0.0.1:4000', apiKey: 'any' });
const processor = lorebaseProcessor(lorebase);
const tools = lorebaseTools(lorebase, { memoryId: 'mem_1' });

export const asInput: InputProcessor = processor;
export const asOutput: OutputProcessor = processor;
export const asTools: ToolsInput = tools;
export const made = createTool(tools.search_knowledge);
export const agent = new Agent({
  id: 'helper',
  name: 'Helper',
  instructions: 'Be brief.',
  model: { id: 'local/llama3.2', url: 'http://127.0.0.1:11434/v1' },
  tools,
  inputProcessors: [processor],
  outputProcessors: [processor],
});
