import type { TypedDocumentNode } from '@apollo/client';
import { type DocumentNode, type FragmentDefinitionNode, Kind, print } from 'graphql';
import type {
  QueryReflectionsInput,
  RetrieveEntriesInput,
  SearchByKnowledgeQuery,
  SearchByReflectionsQuery,
  SearchByStreamQuery,
  SearchHitFragment,
  SearchHowFragment,
  SearchKnowledgeInput,
} from '../../api/types.ts';
import { compactScope } from '../../components/scope.ts';
import { SEARCH_BY_KNOWLEDGE, SEARCH_BY_REFLECTIONS, SEARCH_BY_STREAM } from './documents.ts';
import type { SearchSettings } from './search-params.ts';

type AnyQuery = SearchByKnowledgeQuery | SearchByReflectionsQuery | SearchByStreamQuery;
type AnyInput = SearchKnowledgeInput | QueryReflectionsInput | RetrieveEntriesInput;

export type Operation = {
  document: TypedDocumentNode<AnyQuery, { input: AnyInput }>;
  variables: { input: AnyInput };
};

/** What a search found, the same for each preset. */
export type Found = {
  results: SearchHitFragment[];
  explanation: SearchHowFragment | null;
  hint: string | null;
};

/** The operation for a text and settings. Its input contains only what is given. */
export function operationOf(query: string, settings: SearchSettings): Operation {
  const { preset = 'knowledge', mode, limit, minScore, ...others } = settings;
  const { lambda, mmrLambda, asOf, includeSuperseded } = others;
  const scope = compactScope(others.scope ?? {}) ?? undefined;
  const shared = { mode, limit, minScore, scope, explain: true };
  if (preset === 'reflections') {
    const input: QueryReflectionsInput = { task: query, ...shared, lambda, mmrLambda };
    return operation(SEARCH_BY_REFLECTIONS, input);
  }
  const past = { asOf, includeSuperseded };
  if (preset === 'knowledge') {
    const input: SearchKnowledgeInput = { query, ...shared, ...past };
    return operation(SEARCH_BY_KNOWLEDGE, input);
  }
  const { weights, ranking, normalization, decayFactor, now } = others;
  const isWeighed = weights !== undefined && Object.keys(weights).length > 0;
  const input: RetrieveEntriesInput = {
    query,
    ...shared,
    ...past,
    weights: isWeighed ? weights : undefined,
    ranking,
    normalization,
    decayFactor,
    now,
  };
  return operation(SEARCH_BY_STREAM, input);
}

function operation(document: unknown, input: AnyInput): Operation {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return {
    // Each preset has a document with its own type of input. The union type of the three cannot express this.
    document: document as Operation['document'],
    variables: { input: Object.fromEntries(given) as AnyInput },
  };
}

export function foundOf(data: AnyQuery): Found {
  if ('queryReflections' in data) return data.queryReflections;
  const found = 'searchKnowledge' in data ? data.searchKnowledge : data.retrieveEntries;
  return { ...found, hint: null };
}

/** A document as text, with each of its fragments once. */
export function textOf(document: DocumentNode): string {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations = document.definitions.filter((definition) => {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
    return definition.kind === Kind.OPERATION_DEFINITION;
  });
  return [...operations, ...fragments.values()].map(print).join('\n\n');
}
