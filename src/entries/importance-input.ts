import { z } from 'zod';
import type { ImportanceParts } from '../db/tables/entries.ts';

export const importanceInput = z
  .number()
  .min(1, 'must be from 1 to 10')
  .max(10, 'must be from 1 to 10');

/** The parts of an importance that the caller gives. */
export function callersImportance(importance: number, context: string | null): ImportanceParts {
  return {
    source: 'CALLER',
    base: importance,
    entity: 0,
    feeling: 0,
    goal: 0,
    pending: false,
    context,
  };
}
