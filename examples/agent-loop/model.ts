import type { ChatBody, ChatReply } from '../../test/support/model-server.ts';

/** Stands for a chat model: it does what the first lesson in its prompt says, and then says that it is done. */
export function followFirstLesson({ messages }: ChatBody): ChatReply {
  const action = /with the action (\w+)/.exec(messages[1]?.content ?? '')?.[1];
  if (messages.at(-1)?.role === 'tool' || action === undefined) return { text: 'Done.' };
  return { toolCalls: [{ name: 'act', arguments: JSON.stringify({ action }) }] };
}
