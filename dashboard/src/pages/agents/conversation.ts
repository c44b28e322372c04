import type { DescribedError } from '../../api/errors.ts';
import { newRandomKey } from '../../api/random-key.ts';
import type { ChatAnswerFragment } from '../../api/types.ts';
import { isObject } from '../../components/json-object.ts';

/** A question, with the state of its answer. */
export type Turn = {
  key: string;
  /** Empty if the generation was started elsewhere. */
  question: string;
  /** Null until the generation has begun. */
  generationId: string | null;
  /** The generation as it was last read; null while it runs. */
  answer: ChatAnswerFragment | null;
  error: Pick<DescribedError, 'code' | 'title' | 'message'> | null;
};

export type Conversation = {
  turns: Turn[];
  /** The tools of the caller, as they are typed: a JSON array in the format of the OpenAI API. */
  tools: string;
};

export type Message = Record<string, unknown>;

/** An agent of a project. Those of two projects can have the same id. */
export type AgentOfProject = { projectId: string; agentId: string };

const nameOf = ({ projectId, agentId }: AgentOfProject) => `lorebase-chat ${projectId} ${agentId}`;

/** The conversation with an agent that this tab had before it was reloaded. */
export function readConversation(agent: AgentOfProject): Conversation {
  try {
    const stored = JSON.parse(sessionStorage.getItem(nameOf(agent)) ?? 'null');
    if (stored !== null) return stored as Conversation;
  } catch {
    // A conversation that cannot be parsed was stored by an older version of this page.
  }
  return { turns: [], tools: '' };
}

export function storeConversation(agent: AgentOfProject, conversation: Conversation): void {
  try {
    sessionStorage.setItem(nameOf(agent), JSON.stringify(conversation));
  } catch {
    // A conversation that is too long for the browser's storage continues, but is lost at a reload.
  }
}

export function newTurn(question: string, generationId: string | null = null): Turn {
  return { key: newRandomKey(), question, generationId, answer: null, error: null };
}

/** The messages of the conversation so far. Turns without an answer are left out. */
export function messagesOf(turns: readonly Turn[]): Message[] {
  return turns.flatMap(({ question, answer, error }) => {
    if (question === '' || answer === null || error !== null) return [];
    return [{ role: 'user', content: question }, ...withoutOpenCalls(answer.messages)];
  });
}

/** The messages before the first one with a call that has no result, such as in a stopped answer. */
function withoutOpenCalls(messages: readonly Message[]): Message[] {
  const answered = new Set(messages.map((message) => message.tool_call_id));
  const open = messages.findIndex((message) =>
    callsOf(message).some((call) => !answered.has(call.id)),
  );
  return open < 0 ? [...messages] : messages.slice(0, open);
}

export type Call = { id: string; name: string; arguments: string };

/** The calls of tools in a message of the model. */
export function callsOf(message: Message): Call[] {
  const calls = (message.tool_calls ?? []) as {
    id: string;
    function?: { name: string; arguments: string };
  }[];
  return calls.map(({ id, function: called }) => ({
    id,
    name: called?.name ?? '',
    arguments: called?.arguments ?? '',
  }));
}

/** The tools as they are sent; an error says why they cannot be read. */
export function parseTools(text: string): { tools: Message[]; error: string | null } {
  if (text.trim() === '') return { tools: [], error: null };
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed) || !parsed.every(isObject)) {
      return { tools: [], error: 'The tools must be a JSON array of objects.' };
    }
    return { tools: parsed, error: null };
  } catch (error) {
    return { tools: [], error: `This is not JSON: ${(error as Error).message}` };
  }
}
