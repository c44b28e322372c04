import { boundedText, storable } from './bounded-text.ts';
import type { CreateTraceInput, ReviewInput, TokenUsageInput } from './generated.ts';
import { type OpenaiClient, recordOpenai } from './record-openai.ts';
import { textOfValue } from './text-of-value.ts';
import type { SearchResult } from './types.ts';

/** A message in the format of the OpenAI API. */
export type Message = Record<string, unknown> & { role: string };

/** A message of a caller. The types of the package `openai` are interfaces, which are not assignable to a record. */
type GivenMessage = Message | { role: string };

export type ToolCallRecord = {
  name: string;
  /** The arguments, as JSON text or as a value. */
  arguments: unknown;
  /** What the tool answered, as text or as a value. */
  result: unknown;
  /** The id that the model gave to the call; made up when omitted. */
  id?: string;
};

/** What is compared of a call of a tool in a message of the assistant. */
type ComparedCall = { id?: unknown; function?: { name?: unknown; arguments?: unknown } };

/** Limits of a trace of the server (docs/limits.md). */
const MAX_RETRIEVED = 500;
const MAX_RESPONSE = 1_000_000;

/** One run of an agent: the lessons it was given, what it did, and how it ended. `trace` passes it to its function. */
export class Run {
  readonly task: string;
  /** The task followed by the lessons that are relevant to it; the task itself without any. */
  readonly augmentedTask: string;
  /** The lessons that were found for the task. */
  readonly lessons: readonly SearchResult[];
  readonly #retrieved: Set<string>;
  readonly #messages: Message[] = [];
  readonly #counts = new Map<string, number>();
  readonly #reading: Promise<void>[] = [];
  #usage: TokenUsageInput | null = null;
  #model: string | null = null;
  #finalResponse: string | null = null;
  #review: ReviewInput | null = null;

  constructor(task: string, found: { augmentedTask: string; results: readonly SearchResult[] }) {
    this.task = task;
    this.augmentedTask = found.augmentedTask;
    this.lessons = found.results;
    this.#retrieved = new Set(found.results.map(({ entry }) => entry.id));
  }

  /** Ids of the entries that the run was shown; a review moves their utilities. */
  get retrievedEntryIds(): string[] {
    return [...this.#retrieved];
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** The review that the function gave; null without one. */
  get givenReview(): ReviewInput | null {
    return this.#review;
  }

  /** The final response: the given one, otherwise the text of the last message of the assistant. */
  get finalResponse(): string | null {
    if (this.#finalResponse !== null) return this.#finalResponse;
    const last = this.#messages.findLast(({ role }) => role === 'assistant');
    return typeof last?.content === 'string' && last.content !== '' ? last.content : null;
  }

  /** Says that the run was shown further entries, such as those of `searchKnowledge`. */
  recordRetrieved(found: readonly (SearchResult | string)[]): void {
    for (const item of found) this.#retrieved.add(typeof item === 'string' ? item : item.entry.id);
  }

  recordMessage(message: GivenMessage): void {
    const kept = withoutEmpty(message);
    this.#messages.push(kept);
    const text = identityOf(kept);
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  /** Records the messages of a conversation that are not recorded yet. */
  recordConversation(messages: readonly GivenMessage[]): void {
    const seen = new Map<string, number>();
    for (const message of messages) {
      const text = identityOf(withoutEmpty(message));
      const count = (seen.get(text) ?? 0) + 1;
      seen.set(text, count);
      if (count > (this.#counts.get(text) ?? 0)) this.recordMessage(message);
    }
  }

  /** Records the call of a tool and its result, as the two messages that the OpenAI API has for them. */
  recordToolCall(call: ToolCallRecord): void {
    const id = call.id ?? `call_${this.#messages.length + 1}`;
    const called = { name: call.name, arguments: textOfValue(call.arguments ?? {}) };
    this.recordMessage({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: called }],
    });
    this.recordMessage({ role: 'tool', tool_call_id: id, content: textOfValue(call.result) });
  }

  /** Adds tokens to those of the run. */
  recordUsage({ inputTokens, outputTokens }: TokenUsageInput): void {
    this.#usage = {
      inputTokens: (this.#usage?.inputTokens ?? 0) + inputTokens,
      outputTokens: (this.#usage?.outputTokens ?? 0) + outputTokens,
    };
  }

  recordModel(model: string): void {
    this.#model = model;
  }

  /** Sets the final response. */
  respond(text: string): void {
    this.#finalResponse = text;
  }

  /** Gives the review of the run, which is stored when the run ends. The judge is then not asked. */
  review(review: ReviewInput): void {
    this.#review = review;
  }

  /**
   * A copy of a client of the package `openai` whose chat completions and responses are recorded. The tokens of a
   * streamed chat completion are recorded if the caller asks for them with `stream_options: { include_usage: true }`.
   */
  openai<Client extends OpenaiClient>(client: Client): Client {
    return recordOpenai(this, client);
  }

  /** Makes the trace wait for an answer that is still being read. */
  recordLater(reading: Promise<void>): void {
    // `recorded` throws the error. Until then it must not count as unhandled, which would end the process.
    reading.catch(() => {});
    this.#reading.push(reading);
  }

  /** Resolves when all answers have been read. @throws the error of an answer that could not be recorded */
  async recorded(): Promise<void> {
    await Promise.all(this.#reading);
  }

  /** What the trace says of the run. */
  async toTrace(): Promise<
    Pick<CreateTraceInput, 'task' | 'trajectory' | 'retrievedEntryIds'> & Partial<CreateTraceInput>
  > {
    await this.recorded();
    return {
      task: this.task,
      trajectory: storable(this.#messages),
      retrievedEntryIds: this.retrievedEntryIds.slice(0, MAX_RETRIEVED),
      ...(this.finalResponse === null
        ? {}
        : { finalResponse: boundedText(this.finalResponse, MAX_RESPONSE) }),
      ...(this.#usage === null ? {} : { usage: this.#usage }),
      ...(this.#model === null ? {} : { model: this.#model }),
    };
  }
}

/** A message without its empty fields. An answer that a client sends back then equals the answer as it was received. */
function withoutEmpty(message: GivenMessage): Message {
  const fields = Object.entries(message).filter(
    ([name, value]) =>
      name === 'content' ||
      !(value === null || value === undefined || (Array.isArray(value) && value.length === 0)),
  );
  return { ...Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1))), role: message.role };
}

/**
 * A text that is equal for a message and its copies. Clients send an answer with tool calls back with another content,
 * such as '' instead of null, or with the fields of a call in another order, so only its calls are compared.
 */
function identityOf(message: Message): string {
  if (!Array.isArray(message.tool_calls)) return JSON.stringify(message);
  const calls = message.tool_calls.map((call: ComparedCall | null) => [
    call?.id,
    call?.function?.name,
    call?.function?.arguments,
  ]);
  return JSON.stringify(calls);
}
