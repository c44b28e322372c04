export { LorebaseGraphStore, type LorebaseGraphStoreOptions } from './store.ts';
