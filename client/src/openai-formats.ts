import type { Message, Run } from './run.ts';

/** The body of a request to the API of OpenAI. */
export type RequestBody = Record<string, unknown>;

/** An endpoint of the API whose calls can be recorded. */
export type OpenaiFormat = {
  /** The messages of a request. */
  sent(body: RequestBody): Message[];
  /** Records the messages and the tokens of an answer: its JSON, or the JSON of the events of its stream. */
  recordAnswer(run: Run, parts: readonly unknown[], isStream: boolean): void;
};
