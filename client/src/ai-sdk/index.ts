export type {
  FoundKnowledge,
  KnowledgeToolsOptions,
  WrittenKnowledge,
} from '../knowledge-tools.ts';
export { type LorebaseMiddlewareOptions, lorebaseMiddleware } from './middleware.ts';
export { lorebaseTools } from './tools.ts';
