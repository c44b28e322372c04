import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  SearchAgentKnowledgeQuery,
  SearchAgentKnowledgeQueryVariables,
  SearchAgentsQuery,
  SearchAgentsQueryVariables,
  SearchByKnowledgeQuery,
  SearchByKnowledgeQueryVariables,
  SearchByReflectionsQuery,
  SearchByReflectionsQueryVariables,
  SearchByStreamQuery,
  SearchByStreamQueryVariables,
  SearchDefaultsQuery,
  SearchDefaultsQueryVariables,
} from '../../api/types.ts';

/** A result with the values that explain its rank. */
export const SEARCH_HIT: TypedDocumentNode = gql`
  fragment SearchHit on SearchResult {
    score
    similarity
    coverage
    dateMatch
    parts { relevance utility recency importance }
    chunk { text }
    matchedWords { start end }
    matches {
      relevance
      occurredAt
      statement { number text }
    }
    entry {
      id
      kind
      content
      utility
      reviewCount
      supersededAt
      memory { id name }
    }
  }
`;

export const SEARCH_HOW: TypedDocumentNode = gql`
  fragment SearchHow on SearchExplanation {
    weights { relevance utility recency importance }
    candidates
    minScore
    nearMisses { ...SearchHit }
  }
`;

export const SEARCH_BY_KNOWLEDGE: TypedDocumentNode<
  SearchByKnowledgeQuery,
  SearchByKnowledgeQueryVariables
> = gql`
  query SearchByKnowledge($input: SearchKnowledgeInput!) {
    searchKnowledge(input: $input) {
      results { ...SearchHit }
      explanation { ...SearchHow }
    }
  }
  ${SEARCH_HIT}
  ${SEARCH_HOW}
`;

export const SEARCH_BY_REFLECTIONS: TypedDocumentNode<
  SearchByReflectionsQuery,
  SearchByReflectionsQueryVariables
> = gql`
  query SearchByReflections($input: QueryReflectionsInput!) {
    queryReflections(input: $input) {
      hint
      results { ...SearchHit }
      explanation { ...SearchHow }
    }
  }
  ${SEARCH_HIT}
  ${SEARCH_HOW}
`;

export const SEARCH_BY_STREAM: TypedDocumentNode<
  SearchByStreamQuery,
  SearchByStreamQueryVariables
> = gql`
  query SearchByStream($input: RetrieveEntriesInput!) {
    retrieveEntries(input: $input) {
      results { ...SearchHit }
      explanation { ...SearchHow }
    }
  }
  ${SEARCH_HIT}
  ${SEARCH_HOW}
`;

export const SEARCH_STREAM_DEFAULTS: TypedDocumentNode = gql`
  fragment SearchStreamDefaults on StreamSettings {
    ranking
    normalization
    mode
    decayFactor
    limit
    recencyWeight
    importanceWeight
    relevanceWeight
    utilityWeight
  }
`;

/** The values that apply where a search gives none: those of a memory, if it is the only one in scope. */
export const SEARCH_DEFAULTS: TypedDocumentNode<SearchDefaultsQuery, SearchDefaultsQueryVariables> =
  gql`
  query SearchDefaults($memoryId: ID!, $hasMemory: Boolean!) {
    project {
      id
      settings { similarityThreshold stream { ...SearchStreamDefaults } }
    }
    memory(id: $memoryId) @include(if: $hasMemory) {
      id
      stream { settings { ...SearchStreamDefaults } }
    }
  }
  ${SEARCH_STREAM_DEFAULTS}
`;

export const SEARCH_AGENTS: TypedDocumentNode<SearchAgentsQuery, SearchAgentsQueryVariables> = gql`
  query SearchAgents($after: String) {
    agents(first: 100, after: $after, orderBy: { field: NAME }) {
      edges { cursor node { id name } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

export const SEARCH_AGENT_KNOWLEDGE: TypedDocumentNode<
  SearchAgentKnowledgeQuery,
  SearchAgentKnowledgeQueryVariables
> = gql`
  query SearchAgentKnowledge($input: AgentKnowledgeInput!) {
    agentKnowledge(input: $input) {
      messages
      tokens
      warnings { code message }
      knowledgeConfig { mode ranking limit tokenBudget minScore relativeScore reflections injectAs }
      results { ...SearchHit }
      omitted { reason result { ...SearchHit } }
    }
  }
  ${SEARCH_HIT}
`;
