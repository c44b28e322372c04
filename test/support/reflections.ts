import type { TestProject } from './server.ts';

export const WRITE_OWN = `mutation ($input: CreateReflectionInput!) { createReflection(input: $input) {
  entry { id kind source content utility metadata memory { id name }
    lesson { task outcome summary keyMistake correctAction applicableTools guidance toolsUsed shortened trace { id } } }
  trace { id task review { result alpha } reflection { id } retrieved { entry { id utility } } } } }`;
export const QUERY = `query ($input: QueryReflectionsInput!) { queryReflections(input: $input) { filteredByThreshold hint
  results { score similarity utility entry { id content lesson { task outcome } } } } }`;
export const AUGMENT = `query ($input: QueryReflectionsInput!) { augmentTask(input: $input) {
  augmentedTask filteredByThreshold hint results { entry { id } } } }`;

export type Result = {
  score: number;
  similarity: number;
  utility: number;
  entry: { id: string; lesson: { task: string } };
};

export const writeOwn = async (project: TestProject, input: Record<string, unknown>) =>
  (
    await project.run(WRITE_OWN, {
      input: { summary: 'A summary', guidance: 'Some guidance', result: 'PASS', ...input },
    })
  ).createReflection;

export const query = async (project: TestProject, input: Record<string, unknown>) =>
  (await project.run(QUERY, { input })).queryReflections;

export const tasksOf = (found: { results: Result[] }) =>
  found.results.map((result) => result.entry.lesson.task);

export const LESSON = {
  summary: 'The task was to book.',
  keyMistake: 'Booked twice.',
  correctAction: 'Call get_user first.',
  applicableTools: ['book'],
  guidance: 'Look before you book.',
  reflection: 'You booked twice; look first.',
};
