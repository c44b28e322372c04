import { jsonrepair } from 'jsonrepair';
import { z } from 'zod';
import { chatUnavailable } from '../errors.ts';
import { typeMessage, withStorableText } from '../input.ts';
import type { Chat, ChatMessage, Usage } from './chat.ts';
import { withoutThoughts } from './without-thoughts.ts';

type ModelQuestion<Output> = {
  /** The name of the form in the request: letters and underscores. */
  name: string;
  form: z.ZodType<Output>;
  messages: ChatMessage[];
  model?: string | null;
  signal?: AbortSignal;
};

/**
 * Asks a chat model for an answer in the given form, and sends the form as a JSON schema, which some endpoints enforce.
 * Broken JSON is repaired. If the answer still does not have the form, the model is asked once more.
 * @throws CHAT_NOT_CONFIGURED, CHAT_UNAVAILABLE (no answer, or two answers that do not have the form)
 */
export async function askFor<Output>(
  chat: Chat,
  { name, form, messages, model = null, signal }: ModelQuestion<Output>,
): Promise<{ answer: Output; usage: Usage }> {
  const schema = { name, schema: z.toJSONSchema(form) };
  const first = await chat.complete({ model, messages, schema, signal });
  const read = readAs(form, first.text);
  if (read.success) return { answer: read.answer, usage: first.usage };
  const again: ChatMessage[] = [
    ...messages,
    { role: 'assistant', content: first.text },
    {
      role: 'user',
      content: `That answer cannot be used: ${read.fault}. Answer with the JSON object alone.`,
    },
  ];
  const second = await chat.complete({ model, messages: again, schema, signal });
  const reread = readAs(form, second.text);
  if (reread.success) return { answer: reread.answer, usage: sum(first.usage, second.usage) };
  throw chatUnavailable(
    `The chat model gave two unusable answers. The last fault: ${reread.fault}.`,
  );
}

type ReadAnswer<Output> = { success: true; answer: Output } | { success: false; fault: string };

/** Finds the JSON in an answer that may be wrapped in prose or a code fence. */
function readAs<Output>(form: z.ZodType<Output>, answer: string): ReadAnswer<Output> {
  const text = withoutThoughts(answer);
  const start = text.indexOf('{');
  if (start < 0) return { success: false, fault: 'it contains no JSON object' };
  const end = text.lastIndexOf('}');
  const value = parse(text.slice(start, end > start ? end + 1 : undefined));
  if (value === undefined) return { success: false, fault: 'its JSON is malformed' };
  const parsed = form.safeParse(value, { error: typeMessage });
  if (parsed.success) return { success: true, answer: parsed.data };
  const [issue] = parsed.error.issues;
  return { success: false, fault: `${issue?.path.join('.') || 'it'}: ${issue?.message}` };
}

/** Maximum number of characters of JSON that is repaired: the time of a repair grows with the square of the length. */
const MAX_REPAIRED = 32_000;

/** Parses JSON that may be broken, without characters that cannot be stored; undefined if it cannot be repaired. */
function parse(json: string): unknown {
  for (const read of [() => json, () => jsonrepair(json)]) {
    try {
      return JSON.parse(read(), withStorableText);
    } catch {
      if (json.length > MAX_REPAIRED) return undefined;
    }
  }
  return undefined;
}

function sum(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}
