import type { JSONValue, LanguageModelMiddleware } from 'ai';
import { boundedText } from '../bounded-text.ts';
import type { Message } from '../run.ts';

type Wrapped = Parameters<NonNullable<LanguageModelMiddleware['wrapGenerate']>>[0];

/** The parameters of one call of a model. */
export type ModelCall = Wrapped['params'];
export type Prompt = ModelCall['prompt'];
export type ModelResult = Awaited<ReturnType<Wrapped['doGenerate']>>;
export type Content = ModelResult['content'][number];
type PromptPart = Exclude<Prompt[number]['content'], string>[number];
type ToolResultPart = Extract<PromptPart, { type: 'tool-result' }>;

/** The text of the last message of the user, and its place; null without one. */
export function lastUserText(prompt: Prompt): { text: string; index: number } | null {
  const index = prompt.findLastIndex(({ role }) => role === 'user');
  const message = prompt[index];
  if (message?.role !== 'user') return null;
  const text = textIn(message.content);
  return text.trim() === '' ? null : { text, index };
}

/** A prompt in the format of the OpenAI API, in which traces are stored. */
export function messagesOf(prompt: Prompt): Message[] {
  return prompt.flatMap((message): Message[] => {
    const { role, content } = message;
    if (role === 'system') return [{ role, content: boundedText(content) }];
    if (role === 'user') return [{ role, content: textIn(content) }];
    if (role === 'tool') return toolMessages(content);
    return [assistantMessage(content), ...toolMessages(content)];
  });
}

/** The parts of an answer as one message of the assistant. */
export function assistantMessage(parts: readonly (PromptPart | Content)[]): Message {
  const tool_calls = parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [
          {
            id: part.toolCallId,
            type: 'function',
            function: { name: part.toolName, arguments: argumentsOf(part.input) },
          },
        ]
      : [],
  );
  const content = textIn(parts);
  return {
    role: 'assistant',
    content: content === '' && tool_calls.length > 0 ? null : content,
    ...(tool_calls.length > 0 ? { tool_calls } : {}),
  };
}

/** The results of tools since the last message of the user. */
export function toolResultsIn(prompt: Prompt): { name: string; value: unknown }[] {
  return prompt
    .slice(prompt.findLastIndex(({ role }) => role === 'user') + 1)
    .flatMap(({ content }): PromptPart[] => (typeof content === 'string' ? [] : content))
    .flatMap((part) =>
      part.type === 'tool-result' ? [{ name: part.toolName, value: outputValue(part.output) }] : [],
    );
}

function toolMessages(parts: readonly PromptPart[]): Message[] {
  return parts.flatMap((part) =>
    part.type === 'tool-result'
      ? [{ role: 'tool', tool_call_id: part.toolCallId, content: textOf(outputValue(part.output)) }]
      : [],
  );
}

function outputValue(output: ToolResultPart['output']): JSONValue {
  if (output.type === 'execution-denied') return output.reason ?? 'The call was denied';
  if (output.type !== 'content') return output.value;
  return output.value
    .map((part) => (part.type === 'text' ? part.text : `[${part.type}]`))
    .join('\n');
}

function textIn(parts: readonly (PromptPart | Content)[]): string {
  return parts
    .flatMap((part) => {
      if (part.type === 'text') return part.text === '' ? [] : [boundedText(part.text)];
      return part.type === 'file' ? [`[file: ${part.mediaType}]`] : [];
    })
    .join('\n');
}

/** Arguments as JSON without spaces, so that the text in an answer and the parsed value in a prompt become equal. */
function argumentsOf(input: unknown): string {
  if (typeof input !== 'string') return textOf(input);
  try {
    return JSON.stringify(JSON.parse(input));
  } catch {
    return input;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? boundedText(value) : (JSON.stringify(value) ?? '');
}
