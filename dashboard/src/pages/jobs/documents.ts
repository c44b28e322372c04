import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  CancelJobMutation,
  CancelJobMutationVariables,
  JobsCountsQuery,
  JobsCountsQueryVariables,
  JobsQuery,
  JobsQueryVariables,
  RetryJobMutation,
  RetryJobMutationVariables,
} from '../../api/types.ts';

/** What a row of the list shows of a job. */
export const JOB_ROW: TypedDocumentNode = gql`
  fragment JobRow on Job {
    id
    kind
    status
    attempts
    error
    runAt
    createdAt
    finishedAt
    subjectId
    subject {
      __typename
      id
      ... on Trace { task }
      ... on Memory { name }
      ... on Project { name }
    }
  }
`;

export const JOBS: TypedDocumentNode<JobsQuery, JobsQueryVariables> = gql`
  query Jobs($status: JobStatus, $kind: JobKind, $after: String) {
    jobs(status: $status, kind: $kind, first: 50, after: $after) {
      edges {
        cursor
        node { ...JobRow }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
  ${JOB_ROW}
`;

/** How many jobs there are of each status that a person may act on. */
export const JOBS_COUNTS: TypedDocumentNode<JobsCountsQuery, JobsCountsQueryVariables> = gql`
  query JobsCounts($kind: JobKind) {
    project {
      id
      running: jobs(status: RUNNING, kind: $kind, first: 0) { totalCount }
      queued: jobs(status: QUEUED, kind: $kind, first: 0) { totalCount }
      failed: jobs(status: FAILED, kind: $kind, first: 0) { totalCount }
    }
  }
`;

export const RETRY_JOB: TypedDocumentNode<RetryJobMutation, RetryJobMutationVariables> = gql`
  mutation RetryJob($jobId: ID!) {
    retryJob(input: { jobId: $jobId }) {
      job { ...JobRow }
    }
  }
  ${JOB_ROW}
`;

export const CANCEL_JOB: TypedDocumentNode<CancelJobMutation, CancelJobMutationVariables> = gql`
  mutation CancelJob($jobId: ID!) {
    cancelJob(input: { jobId: $jobId }) {
      job { ...JobRow }
    }
  }
  ${JOB_ROW}
`;
