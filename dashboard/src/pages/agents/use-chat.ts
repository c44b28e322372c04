import { useEffect, useRef, useState } from 'react';
import {
  type AgentOfProject,
  type Conversation,
  newTurn,
  readConversation,
  storeConversation,
  type Turn,
} from './conversation.ts';
import { type ToolResult, useAnswerStream } from './use-answer-stream.ts';
import { useFollowedAnswer } from './use-followed-answer.ts';

export type Chat = Conversation & {
  live: ReturnType<typeof useAnswerStream>['live'];
  /** Whether the agent is answering, in this page or since before it was reloaded. */
  isAnswering: boolean;
  /** The last turn, if the agent waits for the results of tools. */
  waiting: Turn | null;
  send(question: string): void;
  retry(turn: Turn): void;
  answerCalls(turn: Turn, results: ToolResult[]): void;
  stop(): void;
  restart(): void;
  setTools(tools: string): void;
};

/**
 * A conversation with an agent. It is kept in the tab's storage. While the page is reloaded, the server continues the
 * answer, and the page then shows it.
 */
export function useChat({ projectId, agentId }: AgentOfProject, openId: string | undefined): Chat {
  const [conversation, setConversation] = useState(() => restored({ projectId, agentId }, openId));
  useEffect(
    () => storeConversation({ projectId, agentId }, conversation),
    [projectId, agentId, conversation],
  );
  // The handlers of a stream need the turns as they are when an event arrives.
  const latest = useRef(conversation);
  latest.current = conversation;
  const { turns, tools } = conversation;
  const changeTurn = (key: string, changed: Partial<Turn>) =>
    setConversation((before) => ({
      ...before,
      turns: before.turns.map((turn) => (turn.key === key ? { ...turn, ...changed } : turn)),
    }));
  const stream = useAnswerStream(agentId, changeTurn);
  const last = turns.at(-1);
  const followed = stream.live === null && last && isUnread(last) ? last : null;
  useFollowedAnswer(followed, changeTurn);
  const ask = (question: string, before: readonly Turn[]) => {
    const turn = newTurn(question);
    setConversation({ turns: [...before, turn], tools });
    stream.ask(turn, { before, tools });
  };
  const status = last?.answer?.status;
  return {
    ...conversation,
    live: stream.live,
    isAnswering: stream.live !== null || followed !== null,
    waiting: stream.live === null && last && status === 'REQUIRES_ACTION' ? last : null,
    send: (question) => ask(question, turns),
    retry: (turn) =>
      ask(
        turn.question,
        turns.filter((other) => other !== turn),
      ),
    answerCalls: stream.answerCalls,
    stop: () => {
      const turn = latest.current.turns.at(-1);
      if (turn) stream.stop(turn);
    },
    restart: () => {
      stream.leave();
      setConversation({ turns: [], tools });
    },
    setTools: (given) => setConversation((before) => ({ ...before, tools: given })),
  };
}

/** True if the server may have more of a turn's answer than this page. */
function isUnread({ generationId, answer, error }: Turn): boolean {
  if (generationId === null) return false;
  return answer === null ? error === null : answer.status === 'RUNNING';
}

/** The conversation of this tab, with the generation that the address names. */
function restored(agent: AgentOfProject, openId: string | undefined): Conversation {
  const { turns, tools } = readConversation(agent);
  const known = turns.map((turn): Turn => {
    const isLost = turn.generationId === null && turn.error === null;
    return isLost ? { ...turn, error: LOST } : turn;
  });
  const isOpenHere =
    openId === undefined || known.some(({ generationId }) => generationId === openId);
  return { turns: isOpenHere ? known : [...known, newTurn('', openId)], tools };
}

const LOST = {
  code: 'INTERRUPTED',
  title: 'The page was left before the agent began',
  message: 'Send the message again.',
};
