import { useParams } from '@tanstack/react-router';

/** The id of the project that the page shows. */
export function useProjectId(): string {
  const { projectId } = useParams({ strict: false });
  if (projectId === undefined) throw new Error('This page is not part of a project');
  return projectId;
}
