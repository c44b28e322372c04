import { Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { EventRowFragment } from '../../api/types.ts';
import { TextLink } from '../../components/link.tsx';
import { sentenceCase, shorten } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { actorName } from './actor-name.ts';
import { type Named, SENTENCES } from './words.ts';

/** Maximum number of characters of an entry's text or a run's task in a sentence. */
const QUOTED = 70;

/** An event in words, with links to what it concerns. */
export function EventSentence({ event }: { event: EventRowFragment }) {
  const projectId = useProjectId();
  return (
    <Text size="sm" span style={{ overflowWrap: 'anywhere' }}>
      <Text span fw={600} inherit>
        {actorName(event.actor)}
      </Text>{' '}
      {SENTENCES[event.type].map((part) => (
        <Fragment key={typeof part === 'string' ? part : part.the}>
          {typeof part === 'string' ? part : linkTo(part.the, event, projectId)}
        </Fragment>
      ))}
    </Text>
  );
}

/** The object's name, with a link if it exists; else the name it had, or its kind. */
function linkTo(what: Named, event: EventRowFragment, projectId: string): ReactNode {
  const { memory, entry, trace, agent, job, insightCycle, apiKey, apiKeyId } = event;
  switch (what) {
    case 'entry':
      return entry ? (
        <TextLink
          to="/projects/$projectId/entries/$entryId"
          params={{ projectId, entryId: entry.id }}
        >
          “{shorten(entry.content, QUOTED)}”
        </TextLink>
      ) : (
        'an entry that no longer exists'
      );
    case 'memory':
      return memory ? (
        <TextLink
          to="/projects/$projectId/memories/$memoryId"
          params={{ projectId, memoryId: memory.id }}
        >
          {memory.name}
        </TextLink>
      ) : (
        gone('a memory', nameBefore(event))
      );
    case 'trace':
      return trace ? (
        <TextLink
          to="/projects/$projectId/traces/$traceId"
          params={{ projectId, traceId: trace.id }}
        >
          “{shorten(trace.task, QUOTED)}”
        </TextLink>
      ) : (
        'that no longer exists'
      );
    case 'agent':
      return agent ? (
        <TextLink
          to="/projects/$projectId/agents/$agentId"
          params={{ projectId, agentId: agent.id }}
        >
          {agent.name}
        </TextLink>
      ) : (
        gone('an agent', nameBefore(event))
      );
    case 'job':
      return job ? (
        <TextLink to="/projects/$projectId/jobs" params={{ projectId }}>
          {sentenceCase(job.kind)}
        </TextLink>
      ) : (
        'that is no longer kept'
      );
    case 'cycle':
      return insightCycle ? (
        <>
          {'of '}
          <TextLink
            to="/projects/$projectId/stream"
            params={{ projectId }}
            search={{ memoryId: insightCycle.memory.id }}
          >
            {insightCycle.memory.name}
          </TextLink>
        </>
      ) : null;
    case 'key':
      // Only a caller with role ADMIN gets the key.
      return named(apiKey?.name ?? nameBefore(event)) ?? apiKeyId;
  }
}

/** The name that an object had, as the event recorded it. */
function nameBefore({ changes }: EventRowFragment): string | null {
  const change = changes.find(({ field }) => field === 'name');
  const name = change?.after ?? change?.before;
  return typeof name === 'string' ? name : null;
}

function gone(what: string, name: string | null): string {
  return named(name) ?? `${what} that no longer exists`;
}

function named(name: string | null): string | null {
  return name === null ? null : `“${name}”`;
}
