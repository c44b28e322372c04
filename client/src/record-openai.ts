import { COMPLETIONS } from './openai-completions.ts';
import type { OpenaiFormat, RequestBody } from './openai-formats.ts';
import { RESPONSES } from './openai-responses.ts';
import type { Run } from './run.ts';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** What a client of the package `openai` offers, in any of its versions since 5. */
export type OpenaiClient = {
  withOptions(options: { fetch: Fetch }): unknown;
};

/** The endpoints whose calls are recorded, by the end of their path. */
const FORMATS: [path: string, OpenaiFormat][] = [
  ['/chat/completions', COMPLETIONS],
  ['/responses', RESPONSES],
];

/**
 * A copy of a client whose chat completions and responses are recorded in a run: the messages that are sent, the answer
 * with its tool calls, the model and the tokens. It listens to what is sent and received, so that every method of the
 * client is covered, streams among them.
 */
export function recordOpenai<Client extends OpenaiClient>(run: Run, client: Client): Client {
  const own = (client as { fetch?: Fetch }).fetch;
  const fetch: Fetch = async (input, init) => {
    const asked = askedIn(input, init);
    // Before the call, which can fail. A repeated call adds nothing.
    if (asked !== null) recordSent(run, asked);
    const response = await (own ?? globalThis.fetch)(input, init);
    if (asked === null || !response.ok) return response;
    const { copy, text } = copiedAsRead(response);
    run.recordLater(recordAnswer(run, asked, text));
    return copy;
  };
  return client.withOptions({ fetch }) as Client;
}

type Asked = { format: OpenaiFormat; body: RequestBody };

/** The body of a request whose call is recorded, with its format; null for another request. */
function askedIn(input: string | URL | Request, init: RequestInit | undefined): Asked | null {
  const { pathname } = new URL(input instanceof Request ? input.url : String(input));
  const format = FORMATS.find(([path]) => pathname.endsWith(path))?.[1];
  if (format === undefined || typeof init?.body !== 'string') return null;
  return { format, body: JSON.parse(init.body) as RequestBody };
}

function recordSent(run: Run, { format, body }: Asked): void {
  run.recordConversation(format.sent(body));
  if (typeof body.model === 'string') run.recordModel(body.model);
}

async function recordAnswer(run: Run, { format, body }: Asked, whole: Promise<string>) {
  const text = await whole;
  const isStream = body.stream === true;
  format.recordAnswer(run, isStream ? chunksIn(text) : parsed(text), isStream);
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

/** The objects of a streamed answer. */
function chunksIn(text: string): object[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .flatMap((line) => parsed(line.slice(5)));
}

/** Parses JSON. Returns no object if the text is not the JSON of an object, such as a part of an answer. */
function parsed(text: string): object[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? [value] : [];
  } catch {
    return [];
  }
}
