import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  AgentKnowledgePreviewQuery,
  AgentKnowledgePreviewQueryVariables,
  AgentPageCreateMutation,
  AgentPageCreateMutationVariables,
  AgentPageDeleteMutation,
  AgentPageDeleteMutationVariables,
  AgentPageQuery,
  AgentPageQueryVariables,
  AgentPageSaveMutation,
  AgentPageSaveMutationVariables,
  AgentRunsQuery,
  AgentRunsQueryVariables,
  AgentScopeCountQuery,
  AgentScopeCountQueryVariables,
  AgentsPageQuery,
  AgentsPageQueryVariables,
} from '../../api/types.ts';

export const AGENT_ROW: TypedDocumentNode = gql`
  fragment AgentRow on Agent {
    id
    name
    instructions
    model
    updatedAt
    knowledgeConfig {
      scope { memoryIds memoryTags }
      memories { id memory { id name } warning { code } }
      writeMemoryId
    }
  }
`;

export const AGENTS_PAGE: TypedDocumentNode<AgentsPageQuery, AgentsPageQueryVariables> = gql`
  query AgentsPage($after: String) {
    agents(first: 50, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount
      edges { cursor node { ...AgentRow } }
      pageInfo { hasNextPage endCursor }
    }
  }
  ${AGENT_ROW}
`;

/** Everything of an agent that its page edits. */
export const AGENT_DETAILS: TypedDocumentNode = gql`
  fragment AgentDetails on Agent {
    id
    name
    instructions
    model
    temperature
    maxSteps
    createdAt
    updatedAt
    knowledgeConfig {
      scope {
        memoryIds
        memoryTags
        kinds
        sources
        metadata
        occurredAfter
        occurredBefore
        createdAfter
        createdBefore
        updatedAfter
        updatedBefore
        minUtility
        maxUtility
        reviewed
      }
      memories {
        id
        memory { id name deletedAt }
        warning { code message memoryId }
      }
      mode
      minScore
      relativeScore
      limit
      tokenBudget
      ranking
      lambda
      mmrLambda
      reflections
      writeMemoryId
      injectAs
    }
  }
`;

export const AGENT_PAGE: TypedDocumentNode<AgentPageQuery, AgentPageQueryVariables> = gql`
  query AgentPage($id: ID!) {
    agent(id: $id) { ...AgentDetails }
  }
  ${AGENT_DETAILS}
`;

export const CREATE_AGENT: TypedDocumentNode<
  AgentPageCreateMutation,
  AgentPageCreateMutationVariables
> = gql`
  mutation AgentPageCreate($input: CreateAgentInput!) {
    createAgent(input: $input) { agent { ...AgentDetails } }
  }
  ${AGENT_DETAILS}
`;

export const SAVE_AGENT: TypedDocumentNode<AgentPageSaveMutation, AgentPageSaveMutationVariables> =
  gql`
  mutation AgentPageSave($input: UpdateAgentInput!) {
    updateAgent(input: $input) { agent { ...AgentDetails } }
  }
  ${AGENT_DETAILS}
`;

export const DELETE_AGENT: TypedDocumentNode<
  AgentPageDeleteMutation,
  AgentPageDeleteMutationVariables
> = gql`
  mutation AgentPageDelete($input: DeleteAgentInput!) {
    deleteAgent(input: $input) { deletedAgentId }
  }
`;

/** How many entries, of how many memories, a scope covers. */
export const AGENT_SCOPE_COUNT: TypedDocumentNode<
  AgentScopeCountQuery,
  AgentScopeCountQueryVariables
> = gql`
  query AgentScopeCount($scope: KnowledgeScope!) {
    entries(scope: $scope, first: 0) {
      totalCount
      facets { memories { memory { id name } count } }
    }
  }
`;

export const AGENT_KNOWLEDGE_PREVIEW: TypedDocumentNode<
  AgentKnowledgePreviewQuery,
  AgentKnowledgePreviewQueryVariables
> = gql`
  query AgentKnowledgePreview($input: AgentKnowledgeInput!) {
    agentKnowledge(input: $input) {
      messages
      tokens
      results { score entry { id kind utility reviewCount } chunk { text } }
      omitted { reason result { score entry { id } chunk { text } } }
      warnings { code message memoryId }
    }
  }
`;

export const AGENT_RUNS: TypedDocumentNode<AgentRunsQuery, AgentRunsQueryVariables> = gql`
  query AgentRuns($agentId: ID!, $after: String) {
    generations(agentId: $agentId, first: 10, after: $after) {
      totalCount
      edges {
        cursor
        node {
          id
          status
          text
          error
          steps
          createdAt
          usage { inputTokens outputTokens }
          trace { id task review { result } }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;
