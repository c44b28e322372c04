import type { TestProject, TestServer } from './server.ts';

export const CREATE_TRACE = `mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace {
  id task usage { inputTokens outputTokens } durationMs messageCount createdBy { id kind } updatedBy { id kind }
  retrieved { rank content entryId entry { id content } } } } }`;
export const REVIEW_TRACE = `mutation ($input: ReviewTraceInput!) { reviewTrace(input: $input) {
  trace { id updatedBy { id kind } review { result reward reviewedBy { id kind } } }
  changes { before after reward baseline alpha entry { id } } } }`;
export const REVIEW_TRACES = `mutation ($input: ReviewTracesInput!) { reviewTraces(input: $input) { results {
  __typename ... on ReviewTracePayload { trace { id review { result reward } } changes { after } }
  ... on ItemError { code message path } } } }`;
export const DELETE_TRACE =
  'mutation ($input: DeleteTraceInput!) { deleteTrace(input: $input) { deletedTraceId } }';

export const createTrace = async (project: TestProject, input: Record<string, unknown> = {}) =>
  (await project.run(CREATE_TRACE, { input: { task: 'Book a flight', ...input } })).createTrace
    .trace;

export const reviewTrace = async (project: TestProject, input: Record<string, unknown>) =>
  (await project.run(REVIEW_TRACE, { input: { generateReflection: false, ...input } })).reviewTrace;

export const deleteTrace = async (project: TestProject, traceId: string) =>
  (await project.run(DELETE_TRACE, { input: { traceId } })).deleteTrace.deletedTraceId;

export const utilityOf = async (project: TestProject, id: string): Promise<number> =>
  (await project.run('query ($id: ID!) { entry(id: $id) { utility } }', { id })).entry.utility;

/**
 * Creates a project with a memory of a number of plans, which are never merged. Its credit rule is that of the
 * reference, unless another one is given.
 */
export async function withPlans(
  server: TestServer,
  count: number,
  settings: Record<string, unknown> = {},
) {
  const project = await server.project({ creditRule: 'REWARD', ...settings });
  const memoryId = await project.memory();
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { entry } = await project.write(memoryId, `Advice ${i}`, { kind: 'PLAN' });
    ids.push(entry.id);
  }
  return { project, memoryId, ids };
}
