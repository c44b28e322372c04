import { useQuery } from '@apollo/client/react';
import type { SearchStreamDefaultsFragment } from '../../api/types.ts';
import { compactScope } from '../../components/scope.ts';
import { SEARCH_DEFAULTS } from './documents.ts';
import type { Part, Preset, SearchSettings } from './search-params.ts';

/** The values that apply where the settings give none; null while they are not known. */
export type Defaults = {
  mode: string | null;
  limit: number | null;
  minScore: number | null;
  lambda: number;
  mmrLambda: number;
  stream: SearchStreamDefaultsFragment | null;
  weights: Record<Part, number> | null;
};

/** The defaults of the schema, and those of the project or, if the scope is one memory, of that memory. */
export function useDefaults({ preset = 'knowledge', scope }: SearchSettings): Defaults {
  const { memoryIds, memoryTags } = compactScope(scope ?? {}) ?? {};
  const [only, ...others] = memoryIds ?? [];
  const memoryId = others.length === 0 && !memoryTags ? only : undefined;
  const { data } = useQuery(SEARCH_DEFAULTS, {
    variables: { memoryId: memoryId ?? '', hasMemory: memoryId !== undefined },
  });
  const settings = data?.project?.settings;
  const stream = data?.memory?.stream.settings ?? settings?.stream ?? null;
  const isStream = preset === 'stream';
  const threshold: Record<Preset, number | null> = {
    knowledge: null,
    reflections: settings?.similarityThreshold ?? null,
    stream: null,
  };
  return {
    mode: isStream ? (stream?.mode ?? null) : 'HYBRID',
    limit: isStream ? (stream?.limit ?? null) : 10,
    minScore: threshold[preset],
    lambda: 0.5,
    mmrLambda: 0.7,
    stream,
    weights: stream && {
      relevance: stream.relevanceWeight,
      utility: stream.utilityWeight,
      recency: stream.recencyWeight,
      importance: stream.importanceWeight,
    },
  };
}
