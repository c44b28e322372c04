import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  ChatAgentQuery,
  ChatAgentQueryVariables,
  ChatCancelMutation,
  ChatCancelMutationVariables,
  ChatContinueSubscription,
  ChatContinueSubscriptionVariables,
  ChatGenerateSubscription,
  ChatGenerateSubscriptionVariables,
  ChatGenerationQuery,
  ChatGenerationQueryVariables,
  ChatReviewMutation,
  ChatReviewMutationVariables,
  ChatTraceQuery,
  ChatTraceQueryVariables,
} from '../../api/types.ts';

export const CHAT_AGENT: TypedDocumentNode<ChatAgentQuery, ChatAgentQueryVariables> = gql`
  query ChatAgent($id: ID!) {
    agent(id: $id) {
      id name model instructions
      knowledgeConfig { scope { memoryIds memoryTags } }
    }
  }
`;

/** What the chat shows of an entry that was put in front of the conversation. */
export const CHAT_INJECTED: TypedDocumentNode = gql`
  fragment ChatInjected on Retrieval {
    entryId
    content
    rank
    score
    used
  }
`;

/** What the chat shows of a write of the agent. */
export const CHAT_WRITE: TypedDocumentNode = gql`
  fragment ChatWrite on MemoryWrite {
    content
    action
    entry { id memory { id name } }
    error { code message }
  }
`;

/** A generation as the chat shows and keeps it. */
export const CHAT_ANSWER: TypedDocumentNode = gql`
  fragment ChatAnswer on Generation {
    id
    status
    text
    messages
    steps
    error
    injected { ...ChatInjected }
    memoryWrites { ...ChatWrite }
    requiresAction { id name arguments }
    usage { inputTokens outputTokens }
    trace { id }
  }
  ${CHAT_INJECTED}
  ${CHAT_WRITE}
`;

export const CHAT_GENERATION: TypedDocumentNode<ChatGenerationQuery, ChatGenerationQueryVariables> =
  gql`
  query ChatGeneration($id: ID!) {
    generation(id: $id) { ...ChatAnswer }
  }
  ${CHAT_ANSWER}
`;

export const CHAT_GENERATE: TypedDocumentNode<
  ChatGenerateSubscription,
  ChatGenerateSubscriptionVariables
> = gql`
  subscription ChatGenerate($input: GenerateInput!) {
    event: generate(input: $input, detached: true) {
      __typename
      ... on GenerationStarted { id injected { ...ChatInjected } }
      ... on TextDelta { text }
      ... on ToolCall { callId: id name arguments }
      ... on MemoryWrite { ...ChatWrite }
      ... on GenerationEnded { generation { ...ChatAnswer } }
    }
  }
  ${CHAT_ANSWER}
`;

export const CHAT_CONTINUE: TypedDocumentNode<
  ChatContinueSubscription,
  ChatContinueSubscriptionVariables
> = gql`
  subscription ChatContinue($input: ContinueGenerationInput!) {
    event: continueGeneration(input: $input, detached: true) {
      __typename
      ... on GenerationStarted { id injected { ...ChatInjected } }
      ... on TextDelta { text }
      ... on ToolCall { callId: id name arguments }
      ... on MemoryWrite { ...ChatWrite }
      ... on GenerationEnded { generation { ...ChatAnswer } }
    }
  }
  ${CHAT_ANSWER}
`;

export const CHAT_CANCEL: TypedDocumentNode<ChatCancelMutation, ChatCancelMutationVariables> = gql`
  mutation ChatCancel($input: CancelGenerationInput!) {
    cancelGeneration(input: $input) { generation { id status } }
  }
`;

export const CHAT_TRACE: TypedDocumentNode<ChatTraceQuery, ChatTraceQueryVariables> = gql`
  query ChatTrace($id: ID!) {
    trace(id: $id) { id review { result reward } }
  }
`;

export const CHAT_REVIEW: TypedDocumentNode<ChatReviewMutation, ChatReviewMutationVariables> = gql`
  mutation ChatReview($input: ReviewTraceInput!) {
    reviewTrace(input: $input) {
      trace { id reflectionStatus review { result reward feedback reviewedAt } }
      changes { before after entry { id utility reviewCount } }
    }
  }
`;
