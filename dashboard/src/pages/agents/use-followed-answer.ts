import { skipToken, useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { useSession } from '../../session/session.tsx';
import { CHAT_GENERATION } from './chat-documents.ts';
import type { Turn } from './conversation.ts';

/** How often a generation is read that goes on without this page. */
const POLL_MS = 1000;

/** Reads the generation of a turn until it has ended or requires action. */
export function useFollowedAnswer(
  turn: Turn | null,
  changeTurn: (key: string, changed: Partial<Turn>) => void,
): void {
  const id = turn?.generationId ?? null;
  const key = turn?.key ?? null;
  const { rejection } = useSession();
  const { data } = useQuery(
    CHAT_GENERATION,
    id === null
      ? skipToken
      : {
          variables: { id },
          // An event writes the new status to the cache before the rest of the generation is read.
          fetchPolicy: 'no-cache',
          nextFetchPolicy: 'no-cache',
          // With a rejected key nothing can be read.
          pollInterval: rejection === null ? POLL_MS : 0,
        },
  );
  useEffect(() => {
    if (!data || key === null) return;
    const answer = data.generation;
    if (answer === null) {
      const former = turn?.answer;
      // With another status than RUNNING it is not read any more.
      return changeTurn(key, {
        error: GONE,
        ...(former && { answer: { ...former, status: 'FAILED' } }),
      });
    }
    if (answer.id !== id || answer.status === 'RUNNING') return;
    const failed = answer.status === 'FAILED' && answer.error !== null;
    changeTurn(key, { answer, ...(failed ? { error: failureOf(answer.error ?? '') } : {}) });
  }, [data, id, key, turn?.answer, changeTurn]);
}

const GONE = {
  code: 'NOT_FOUND',
  title: 'The answer no longer exists',
  message: 'The server keeps answers for some days only. Send the message again.',
};

/** The code and the message of a failed generation, which its `error` has in one text. */
function failureOf(error: string): NonNullable<Turn['error']> {
  const [, code = 'INTERNAL_SERVER_ERROR', message = error] =
    /^([A-Z_]+): (.*)$/s.exec(error) ?? [];
  return { code, title: 'The agent could not answer', message };
}
