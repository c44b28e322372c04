export type {
  FoundKnowledge,
  KnowledgeToolsOptions,
  WrittenKnowledge,
} from '../knowledge-tools.ts';
export {
  type LorebaseProcessor,
  type LorebaseProcessorOptions,
  lorebaseProcessor,
} from './processor.ts';
export { type LorebaseTool, lorebaseTools } from './tools.ts';
