import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources';
import type { JSONSchema } from 'zod/v4/core';

/** A message in the form of the OpenAI API, which every endpoint speaks. */
export type ChatMessage = ChatCompletionMessageParam;

export type ChatTool = ChatCompletionTool;

export type ChatToolCall = { id: string; name: string; arguments: string };

export type Usage = { inputTokens: number; outputTokens: number };

export type ChatRequest = {
  /** Null for the server's default model. */
  model: string | null;
  messages: ChatMessage[];
  temperature?: number | undefined;
  tools?: ChatTool[];
  /** The JSON schema of the answer. Not every endpoint enforces it. */
  schema?: { name: string; schema: JSONSchema.BaseSchema } | undefined;
  signal?: AbortSignal | undefined;
  /** Called with each piece of text as it arrives. Without it, the answer is requested as a whole. */
  onText?: ((text: string) => void) | undefined;
};

export type ChatAnswer = {
  model: string;
  text: string;
  toolCalls: ChatToolCall[];
  finishReason: string;
  usage: Usage;
};

/** A model that answers a conversation. */
export type Chat = {
  /** The model for requests that name none; null if each request must name its own. */
  defaultModel: string | null;
  /** @throws CHAT_NOT_CONFIGURED, CHAT_UNAVAILABLE */
  complete(request: ChatRequest): Promise<ChatAnswer>;
};
