import { gql, type TypedDocumentNode } from '@apollo/client';

/** Every setting of a stream. */
export const STREAM_SETTINGS: TypedDocumentNode = gql`
  fragment StreamSettingsFields on StreamSettings {
    importanceThreshold
    minObservations
    recentObservations
    questionsPerCycle
    maxDepth
    insightImportance
    ranking
    normalization
    mode
    rating
    insights
    scoringModel
    entityAddition
    feelingAddition
    goalAddition
    decayFactor
    accessShare
    candidates
    limit
    recencyWeight
    importanceWeight
    relevanceWeight
    utilityWeight
    maxEntries
    ttlHours
    graceDays
  }
`;
