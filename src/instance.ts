import { randomUUID } from 'node:crypto';

/** A random id by which clients tell this process from a later one on the same port. */
export const INSTANCE = randomUUID();
