import type { ImportanceParts } from '../db/tables/entries.ts';
import { numberFrom } from '../input.ts';

export const importanceInput = numberFrom(1, 10);

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
