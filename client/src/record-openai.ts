import type { Message, Run } from './run.ts';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** What a client of the package `openai` offers, in any of its versions since 5. */
export type OpenaiClient = {
  withOptions(options: { fetch: Fetch }): unknown;
};

type ChatBody = { model?: unknown; messages?: unknown; stream?: unknown };

type Delta = {
  content?: string | null;
  tool_calls?: { index: number; id?: string; function?: { name?: string; arguments?: string } }[];
};

type Choice = { message?: Message; delta?: Delta };

type Completion = {
  choices?: Choice[];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
};

/**
 * A copy of a client whose chat completions are recorded in a run: the messages that are sent, the answer with its tool
 * calls, the model and the tokens, which a streamed answer has only with `include_usage`. It listens to what is sent
 * and received, so that every method of the client is covered, streams among them.
 */
export function recordOpenai<Client extends OpenaiClient>(run: Run, client: Client): Client {
  const own = (client as { fetch?: Fetch }).fetch;
  const fetch: Fetch = async (input, init) => {
    const body = chatBodyOf(input, init);
    // Before the call, which can fail. A repeated call adds nothing.
    if (body !== null) recordSent(run, body);
    const response = await (own ?? globalThis.fetch)(input, init);
    if (body === null || !response.ok) return response;
    const { copy, text } = copiedAsRead(response);
    run.recordLater(recordAnswer(run, body, text));
    return copy;
  };
  return client.withOptions({ fetch }) as Client;
}

/** The body of a request for a chat completion; null for another request. */
function chatBodyOf(input: string | URL | Request, init: RequestInit | undefined): ChatBody | null {
  const url = input instanceof Request ? input.url : String(input);
  if (!new URL(url).pathname.endsWith('/chat/completions')) return null;
  return typeof init?.body === 'string' ? (JSON.parse(init.body) as ChatBody) : null;
}

function recordSent(run: Run, { messages, model }: ChatBody): void {
  if (Array.isArray(messages)) run.recordConversation(messages as Message[]);
  if (typeof model === 'string') run.recordModel(model);
}

async function recordAnswer(run: Run, { stream }: ChatBody, whole: Promise<string>): Promise<void> {
  const text = await whole;
  const completions = stream === true ? chunksIn(text) : [parsed(text) ?? {}];
  const answer = stream === true ? joined(completions) : completions[0]?.choices?.[0]?.message;
  if (answer) run.recordMessage(answer);
  for (const { usage } of completions) {
    if (!usage) continue;
    const { prompt_tokens: inputTokens = 0, completion_tokens: outputTokens = 0 } = usage;
    run.recordUsage({ inputTokens, outputTokens });
  }
}

/**
 * A copy of a response for the caller, and the text of its body. If the caller cancels the copy, or the connection
 * fails, the text is what had arrived by then. The branches of `response.clone()` do not serve for this: the
 * cancellation of one ends only with that of the other, so that the caller would wait for the whole answer.
 */
function copiedAsRead(response: Response): { copy: Response; text: Promise<string> } {
  const reader = response.body?.getReader();
  if (reader === undefined) return { copy: response, text: Promise.resolve('') };
  const decoder = new TextDecoder();
  let text = '';
  const pass = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      controller.enqueue(part.value);
    }
    controller.close();
  };
  let passed: Promise<void> = Promise.resolve();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // The error reaches the caller when it reads the answer.
      passed = pass(controller).catch((error: unknown) => controller.error(error));
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { copy: new Response(body, response), text: passed.then(() => text) };
}

/** The parts of a streamed answer that are JSON. */
function chunksIn(text: string): Completion[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:') && line.slice(5).trim() !== '[DONE]')
    .flatMap((line) => parsed(line.slice(5)) ?? []);
}

/** A completion; null if the text is not JSON, such as an answer of which a part is missing. */
function parsed(text: string): Completion | null {
  try {
    return JSON.parse(text) as Completion;
  } catch {
    return null;
  }
}

/** The message of which a stream has the parts; undefined if there are none. */
function joined(chunks: readonly Completion[]): Message | undefined {
  const deltas = chunks.flatMap(({ choices }) => choices?.[0]?.delta ?? []);
  if (deltas.length === 0) return undefined;
  const content = deltas.map((delta) => delta.content ?? '').join('');
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  for (const part of deltas.flatMap((delta) => delta.tool_calls ?? [])) {
    const call = calls.get(part.index) ?? { id: '', name: '', arguments: '' };
    calls.set(part.index, {
      id: call.id || (part.id ?? ''),
      name: call.name + (part.function?.name ?? ''),
      arguments: call.arguments + (part.function?.arguments ?? ''),
    });
  }
  const tool_calls = [...calls.values()].map(({ id, ...called }) => ({
    id,
    type: 'function',
    function: called,
  }));
  return {
    role: 'assistant',
    content: content === '' && tool_calls.length > 0 ? null : content,
    ...(tool_calls.length > 0 ? { tool_calls } : {}),
  };
}
