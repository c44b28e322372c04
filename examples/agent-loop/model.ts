import type { ChatBody, ChatReply } from '../../test/support/model-server.ts';

/** A scripted chat model: it performs the action of the first lesson in its prompt, and then answers "Done.". */
export function followFirstLesson({ messages }: ChatBody): ChatReply {
  const action = /with the action (\w+)/.exec(messages[1]?.content ?? '')?.[1];
  if (messages.at(-1)?.role === 'tool' || action === undefined) return { text: 'Done.' };
  return { toolCalls: [{ name: 'act', arguments: JSON.stringify({ action }) }] };
}
