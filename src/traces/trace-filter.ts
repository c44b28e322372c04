import { z } from 'zod';
import { JOB_STATUSES } from '../db/tables/jobs.ts';
import { ANY_TRACE, type TraceConditions } from '../db/trace-conditions.ts';
import { filterTextInput, metadataInput, textInput, timeInput, unitInput } from '../input.ts';

/** The schema's `TraceFilter`; all traces if it is omitted. */
export const traceFilterInput = z
  .object({
    reviewStatus: z.enum(['PENDING', 'PASSED', 'FAILED']).nullish(),
    agentId: textInput.nullish(),
    metadata: metadataInput.nullish(),
    model: textInput.nullish(),
    text: filterTextInput.nullish(),
    createdAfter: timeInput.nullish(),
    createdBefore: timeInput.nullish(),
    minReward: unitInput.nullish(),
    maxReward: unitInput.nullish(),
    reflectionStatus: z.enum(JOB_STATUSES).nullish(),
    retrievedEntryId: textInput.nullish(),
  })
  .nullish()
  .transform((given): TraceConditions => {
    const known = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
    return { ...ANY_TRACE, ...Object.fromEntries(known) };
  });
