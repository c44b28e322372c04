import type { ChatBody, ChatReply } from './model-server.ts';
import type { TestProject, TestServer } from './server.ts';

export const RECORD = `mutation ($input: RecordObservationInput!) { recordObservation(input: $input) { entry {
  id kind source content importance occurredAt expiresAt depth metadata
  importanceExplained { importance source base entity feeling goal pending context } } } }`;
export const RECORD_MANY = `mutation ($input: RecordObservationsInput!) { recordObservations(input: $input) {
  results {
  ... on RecordObservationPayload { entry { id content } } ... on ItemError { code path } } } }`;
export const RETRIEVE = `query ($input: RetrieveEntriesInput!) { retrieveEntries(input: $input) { results {
  score similarity recency importance utility entry { id content accessCount lastAccessedAt } } } }`;
export const TOUCH = `mutation ($input: TouchEntriesInput!) { touchEntries(input: $input) { results {
  ... on Entry { id accessCount lastAccessedAt version } ... on ItemError { code } } } }`;
export const STATE = `query ($id: ID!) { memory(id: $id) { entryCount stream { cumulativeImportance observationCount
  lastCycleAt importanceThreshold minObservations settings { decayFactor maxEntries } }
  insightCycles { totalCount nodes { id status attempts error importance observationCount finishedAt
    usage { inputTokens outputTokens } questions { question error insight { id content kind source
      importance depth metadata evidence { role entry { id content } } } } } } } }`;
export const REFLECT =
  'mutation ($input: StartInsightCycleInput!) { startInsightCycle(input: $input) { insightCycle { id status } } }';

export const record = async (project: TestProject, input: Record<string, unknown>) =>
  (await project.run(RECORD, { input })).recordObservation.entry;

export const retrieve = async (project: TestProject, input: Record<string, unknown>) =>
  (await project.run(RETRIEVE, { input })).retrieveEntries.results;

export const touch = async (project: TestProject, input: Record<string, unknown>) =>
  (await project.run(TOUCH, { input })).touchEntries.results;

export const stateOf = async (project: TestProject, id: string) =>
  (await project.run(STATE, { id })).memory;

export const contentsOf = (results: { entry: { content: string } }[]) =>
  results.map((result) => result.entry.content);

export const hoursAgo = (hours: number, now = Date.now()) =>
  new Date(now - hours * 3_600_000).toISOString();

/** Makes the chat model answer the requests of a cycle: for questions, for an insight on each, and for a rating. */
export function scriptedModel(
  server: TestServer,
  given: {
    questions?: ChatReply;
    insight?: (body: ChatBody) => ChatReply;
    rating?: (body: ChatBody) => ChatReply;
    /** Whether the endpoint refuses a text. */
    isRefused?: (text: string) => boolean;
  } = {},
) {
  server.models.chat((body) => {
    const asked = body.messages.at(-1)?.content ?? '';
    if (given.isRefused?.(asked)) return { kind: 'status', status: 413 };
    if (asked.endsWith('Rating (1-10):')) return given.rating?.(body) ?? { text: '6' };
    if (asked.includes('<observations>')) {
      return (
        given.questions ?? { text: '1. What matters here?\n2. Who is close?\n3. What is next?' }
      );
    }
    return given.insight?.(body) ?? { text: 'Work matters most (because of 1, 2).' };
  });
}
