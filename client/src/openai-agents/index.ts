export type { KnowledgeToolsOptions } from '../knowledge-tools.ts';
export { LorebaseSession, type LorebaseSessionOptions } from './session.ts';
export { lorebaseTools } from './tools.ts';
