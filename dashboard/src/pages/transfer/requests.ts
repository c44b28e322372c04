import { OFFLINE_ADVICE } from '../../api/errors.ts';
import type { Session } from '../../session/session.tsx';

/** The key and the project of a request. */
export type Access = { key: Session['key']; projectId: string; signal: AbortSignal };

type Sent = { method?: string; body?: string };

/** Sends a request to a route other than GraphQL. @throws Error with the message of the server */
export async function request(
  { key, projectId, signal }: Access,
  path: string,
  init: Sent = {},
): Promise<Response> {
  const response = await fetch(path, {
    ...init,
    signal,
    headers: {
      authorization: `Bearer ${key}`,
      'lorebase-project': projectId,
      ...(init.body === undefined ? {} : { 'content-type': 'application/x-ndjson' }),
    },
  }).catch((error: unknown) => {
    // A browser says no more than "Failed to fetch" if no server answers.
    if (!(error instanceof TypeError)) throw error;
    throw new Error(`The server cannot be reached. ${OFFLINE_ADVICE}`);
  });
  if (!response.ok) throw new Error(await messageOf(response));
  return response;
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { errors } = JSON.parse(text) as { errors: { message: string }[] };
    return errors[0]?.message ?? text;
  } catch {
    return `The server answered ${response.status}. ${text.slice(0, 200)}`;
  }
}
