export type { Document } from './document.ts';
export {
  type ClientErrorCode,
  type GraphqlError,
  isLorebaseError,
  LorebaseError,
  type LorebaseErrorCode,
} from './errors.ts';
export type { EventsOptions } from './follow-events.ts';
export type * from './generated.ts';
export { Lorebase } from './lorebase.ts';
export type { CallOptions, LorebaseOptions } from './options.ts';
export type * from './types.ts';
