import { randomUUID } from 'node:crypto';

/** Tells this process from any other that later listens on its port. */
export const INSTANCE = randomUUID();
