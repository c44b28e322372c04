/** The part of an erasure that concerns agents and generations. Requires the lock of the project. */

export { deleteGenerationsOf, removeFromGenerations } from './generation-queries.ts';
export { deleteAllAgents } from './queries.ts';
