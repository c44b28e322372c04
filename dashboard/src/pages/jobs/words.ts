import type { JobKind } from '../../api/types.ts';

/** What each kind of job does, for a person. */
export const KIND_WORDS: Record<JobKind, string> = {
  TRACE_REFLECTION: 'Write the lesson of a run',
  IMPORTANCE_RATING: 'Rate the importance of observations',
  STREAM_INSIGHTS: 'Form insights from a stream',
  CONTRADICTION_CHECK: 'Look for facts that contradict each other',
  PROJECT_REEMBEDDING: 'Embed the project with another model',
};
