import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '../../api/errors.ts';
import type { ChatGenerateSubscription, ChatInjectedFragment } from '../../api/types.ts';
import { notifyError, useAction } from '../../api/use-action.ts';
import { type Part, WRITE_MEMORY, withText } from './answer-parts.ts';
import { CHAT_CANCEL, CHAT_CONTINUE, CHAT_GENERATE } from './chat-documents.ts';
import { messagesOf, parseTools, type Turn } from './conversation.ts';

/** What has been streamed of the answer to the last turn. */
export type Live = {
  key: string;
  parts: Part[];
  injected: ChatInjectedFragment[] | null;
  isStopping: boolean;
};

export type ToolResult = { toolCallId: string; content: string };

/** `hasBegun` is true as soon as the server has the generation. */
type Stream = { unsubscribe(): void; wantsStop: boolean; hasBegun: boolean };
type ChangeTurn = (key: string, changed: Partial<Turn>) => void;
type StreamEvent = ChatGenerateSubscription['event'];
type Received = { data?: { event: StreamEvent } | null | undefined; error?: unknown };

/** Streams the answers of an agent. A stream that ends early leaves its generation running in the server. */
export function useAnswerStream(agentId: string, changeTurn: ChangeTurn) {
  const client = useApolloClient();
  const [live, setLive] = useState<Live | null>(null);
  const current = useRef<Stream | null>(null);
  useEffect(() => () => current.current?.unsubscribe(), []);
  const cancel = useAction(CHAT_CANCEL, {
    onError: (error) => {
      // A generation that has ended meanwhile needs no stop.
      if (error.code === 'CONFLICT') return;
      setLive((before) => before && { ...before, isStopping: false });
      notifyError(error);
    },
  });

  const leave = () => {
    current.current?.unsubscribe();
    current.current = null;
    setLive(null);
  };
  const fail = (key: string, error: unknown) => {
    const { code, title, message } = describeError(error);
    // A generation that has begun goes on when the key is rejected. It is read with the next key.
    const goesOn = code === 'UNAUTHENTICATED' && current.current?.hasBegun;
    leave();
    // Either it was stopped, or it continues after a lost connection. The status of the generation tells.
    if (code !== 'CONFLICT' && !goesOn) changeTurn(key, { error: { code, title, message } });
  };
  const receive = (key: string, event: StreamEvent) => {
    const change = (of: (before: Live) => Partial<Live>) =>
      setLive((before) => (before?.key === key ? { ...before, ...of(before) } : before));
    switch (event.__typename) {
      case 'GenerationStarted':
        changeTurn(key, { generationId: event.id });
        if (current.current) current.current.hasBegun = true;
        if (current.current?.wantsStop) {
          void cancel.run({ input: { generationId: event.id } });
        }
        return change(() => ({ injected: event.injected, parts: [] }));
      case 'TextDelta':
        return change(({ parts }) => ({ parts: withText(parts, event.text) }));
      case 'ToolCall': {
        // Calls of write_memory are shown as writes, which are events of their own.
        if (event.name === WRITE_MEMORY) return;
        const call = { id: event.callId, name: event.name, arguments: event.arguments };
        return change(({ parts }) => ({ parts: [...parts, { type: 'call', call, result: null }] }));
      }
      case 'MemoryWrite':
        return change(({ parts }) => ({ parts: [...parts, { type: 'write', write: event }] }));
      case 'GenerationEnded':
        changeTurn(key, { answer: event.generation, error: null });
        return leave();
    }
  };
  const listen = (key: string, observable: Parameters<typeof observe>[0]) => {
    current.current?.unsubscribe();
    setLive({ key, parts: [], injected: null, isStopping: false });
    const subscription = observe(observable, {
      next: ({ data, error }) => {
        if (error) fail(key, error);
        else if (data) receive(key, data.event);
      },
      error: (error) => fail(key, error),
      complete: () => setLive((before) => (before?.key === key ? null : before)),
    });
    current.current = {
      unsubscribe: () => subscription.unsubscribe(),
      wantsStop: false,
      hasBegun: false,
    };
  };
  return {
    live,
    leave,
    ask: (turn: Turn, { before, tools }: { before: readonly Turn[]; tools: string }) => {
      const messages = [...messagesOf(before), { role: 'user', content: turn.question }];
      const given = parseTools(tools).tools;
      const input = {
        agentId,
        messages,
        tools: given.length > 0 ? given : null,
        // A restored connection repeats the subscription. The server then continues the same generation.
        idempotencyKey: `dashboard ${turn.key}`,
      };
      const asked = {
        query: CHAT_GENERATE,
        variables: { input },
        fetchPolicy: 'no-cache',
      } as const;
      listen(turn.key, client.subscribe(asked));
    },
    answerCalls: (turn: Turn, toolResults: ToolResult[]) => {
      const { generationId, answer } = turn;
      if (generationId === null || answer === null) return;
      const results = toolResults.map(({ toolCallId, content }) => ({
        role: 'tool',
        tool_call_id: toolCallId,
        content,
      }));
      changeTurn(turn.key, {
        error: null,
        answer: {
          ...answer,
          status: 'RUNNING',
          requiresAction: [],
          messages: [...answer.messages, ...results],
        },
      });
      const input = { generationId, toolResults };
      const asked = {
        query: CHAT_CONTINUE,
        variables: { input },
        fetchPolicy: 'no-cache',
      } as const;
      listen(turn.key, client.subscribe(asked));
    },
    stop: (turn: Turn) => {
      setLive((before) => before && { ...before, isStopping: true });
      if (turn.generationId === null) {
        if (current.current) current.current.wantsStop = true;
        return;
      }
      void cancel.run({ input: { generationId: turn.generationId } }).then(() => {
        const { answer } = turn;
        if (answer?.status !== 'REQUIRES_ACTION') return;
        // No event of the stream says that the generation has ended, so it is read again.
        changeTurn(turn.key, { answer: { ...answer, status: 'RUNNING', requiresAction: [] } });
      });
    },
  };
}

type Observer = {
  next(received: Received): void;
  error(error: unknown): void;
  complete(): void;
};

/** Both subscriptions have the same events. */
function observe(
  observable: { subscribe(observer: Observer): { unsubscribe(): void } },
  observer: Observer,
): { unsubscribe(): void } {
  return observable.subscribe(observer);
}
