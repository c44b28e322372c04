import type { ActorKind } from '../../api/types.ts';

type Actor = { id: string; kind: ActorKind; name: string };

const JOBS: Readonly<Record<string, string>> = {
  reembedding: 'Re-embedding',
  reflection: 'Reflection',
  stream: 'The stream',
  contradiction: 'The search for contradictions',
  retention: 'Retention',
};

/** The actors that every project can have: the server itself, and the root key. */
export const BUILT_IN_ACTORS: readonly Actor[] = [
  ...Object.keys(JOBS).map((id) => ({ id, kind: 'JOB' as const, name: id })),
  { id: 'root', kind: 'ROOT_KEY', name: 'root' },
];

/** Who did something. */
export function actorName({ id, kind, name }: Actor): string {
  switch (kind) {
    case 'ROOT_KEY':
      return 'Root key';
    case 'JOB':
      return JOBS[id] ?? name;
    case 'TOKEN':
      return name.replace(/^oauth:/, '');
    case 'API_KEY':
      return name;
  }
}
