import * as fs from 'node:fs';
import * as graphql from 'graphql';
import { firstProgramIn, runProgram } from './docs-program.ts';

/** What docs/clients.md reads from the schema for the caches of clients. */
export const CACHED_TYPES = (await runProgram(firstProgramIn('docs/clients.md'), {
  modules: { 'node:fs': fs, graphql },
  result: '{ possibleTypes, nodes, parts }',
})) as { possibleTypes: Record<string, string[]>; nodes: string[]; parts: string[] };
