import { gql, type TypedDocumentNode } from '@apollo/client';
import type {
  SettingsCreateProjectMutation,
  SettingsCreateProjectMutationVariables,
  SettingsDeleteProjectMutation,
  SettingsDeleteProjectMutationVariables,
  SettingsQuery,
  SettingsQueryVariables,
  SettingsReembedMutation,
  SettingsReembedMutationVariables,
  SettingsSetQuotasMutation,
  SettingsSetQuotasMutationVariables,
  SettingsUpdateProjectMutation,
  SettingsUpdateProjectMutationVariables,
} from '../../api/types.ts';
import { STREAM_SETTINGS } from '../../components/stream-settings-documents.ts';

/** Every setting of a project. */
export const SETTING_VALUES: TypedDocumentNode = gql`
  fragment SettingValues on ProjectSettings {
    embeddingModel
    embeddingDimensions
    writePreset
    duplicatePolicy
    duplicateThreshold
    updateThreshold
    maxStatements
    creditRule
    requiredMetadataKey
    learningRate
    learningRateSchedule
    learningRateFloor
    similarityThreshold
    traceRetentionDays
    stream { ...StreamSettingsFields }
  }
  ${STREAM_SETTINGS}
`;

export const SETTINGS_PROJECT: TypedDocumentNode = gql`
  fragment SettingsProject on Project {
    id
    name
    createdAt
    ownSettings
    settings { ...SettingValues }
    defaultSettings { ...SettingValues }
    usage {
      entries
      bytes
      writesToday
      generationsToday
      quotas { maxEntries maxBytes maxWritesPerDay maxGenerationsPerDay }
    }
    reembedding {
      embeddingModel
      embeddingDimensions
      status
      attempts
      error
      entriesDone
      entriesTotal
    }
  }
  ${SETTING_VALUES}
`;

export const SETTINGS: TypedDocumentNode<SettingsQuery, SettingsQueryVariables> = gql`
  query Settings {
    project { ...SettingsProject }
  }
  ${SETTINGS_PROJECT}
`;

export const SETTINGS_UPDATE_PROJECT: TypedDocumentNode<
  SettingsUpdateProjectMutation,
  SettingsUpdateProjectMutationVariables
> = gql`
  mutation SettingsUpdateProject($input: UpdateProjectInput!) {
    updateProject(input: $input) {
      project { ...SettingsProject }
    }
  }
  ${SETTINGS_PROJECT}
`;

export const SETTINGS_REEMBED: TypedDocumentNode<
  SettingsReembedMutation,
  SettingsReembedMutationVariables
> = gql`
  mutation SettingsReembed($input: ReembedProjectInput!) {
    reembedProject(input: $input) {
      project { ...SettingsProject }
    }
  }
  ${SETTINGS_PROJECT}
`;

export const SETTINGS_SET_QUOTAS: TypedDocumentNode<
  SettingsSetQuotasMutation,
  SettingsSetQuotasMutationVariables
> = gql`
  mutation SettingsSetQuotas($input: SetQuotasInput!) {
    setQuotas(input: $input) {
      project { ...SettingsProject }
    }
  }
  ${SETTINGS_PROJECT}
`;

export const SETTINGS_CREATE_PROJECT: TypedDocumentNode<
  SettingsCreateProjectMutation,
  SettingsCreateProjectMutationVariables
> = gql`
  mutation SettingsCreateProject($input: CreateProjectInput!) {
    createProject(input: $input) {
      project { id name }
    }
  }
`;

export const SETTINGS_DELETE_PROJECT: TypedDocumentNode<
  SettingsDeleteProjectMutation,
  SettingsDeleteProjectMutationVariables
> = gql`
  mutation SettingsDeleteProject($confirmName: String!) {
    deleteProject(input: { confirmName: $confirmName }) { deletedProjectId }
  }
`;
