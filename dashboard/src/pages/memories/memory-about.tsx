import { Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { MemoryDetailsFragment, MemoryRowFragment } from '../../api/types.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { TextLink } from '../../components/link.tsx';
import { TagList } from '../../components/tag-list.tsx';
import { Time } from '../../components/time.tsx';
import { bytes, count } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';

/** What a memory is for, how much it holds, and which agents use it. */
export function MemoryAbout({ memory }: { memory: MemoryDetailsFragment & MemoryRowFragment }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  return (
    <Stack gap={6}>
      {memory.description && (
        <Text size="sm" className="entry-text" inherit>
          {memory.description}
        </Text>
      )}
      <div>
        {count(memory.entryCount, 'entry', 'entries')} · {bytes(memory.contentBytes)} · created{' '}
        <Time value={memory.createdAt} />
        {memory.agents.length > 0 && ' · used by '}
        {memory.agents.map(({ id, name }, i) => (
          <Fragment key={id}>
            {i > 0 && ', '}
            <TextLink
              size="sm"
              to="/projects/$projectId/agents/$agentId"
              params={{ projectId, agentId: id }}
            >
              {name}
            </TextLink>
          </Fragment>
        ))}
        {' · '}
        <CopyId id={memory.id} />
      </div>
      <TagList
        tags={memory.tags}
        onPick={(tag) =>
          navigate({
            to: '/projects/$projectId/memories',
            params: { projectId },
            search: { tags: [tag] },
          })
        }
      />
    </Stack>
  );
}
