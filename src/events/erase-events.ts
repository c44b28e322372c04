/** The part of an erasure that concerns events. Requires the lock of the project. */

export { blankEvents, selectPurgedWithMetadata } from './queries.ts';
