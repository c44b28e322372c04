import { Badge, Group, Stack, Text } from '@mantine/core';
import type { EntryDetailsFragment } from '../../api/types.ts';
import { TextLink } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';

type Linked = { id: string; content: string; note?: string };

/** The entries that an entry supersedes, that supersedes it, that it is based on, and that are based on it. */
export function EntryLinks({ entry }: { entry: EntryDetailsFragment }) {
  const { supersededBy, supersedes, evidence, supports } = entry;
  const withRole = ({ entry: linked, role }: (typeof evidence)[number]): Linked => ({
    ...linked,
    ...(role === 'CONSIDERED' && { note: 'considered' }),
  });
  return (
    <>
      {supersededBy && <Links title="Superseded by" entries={[supersededBy]} />}
      <Links title="Supersedes" entries={supersedes} />
      <Links title="Evidence" entries={evidence.map(withRole)} />
      <Links title="Supports the insights" entries={supports.map(withRole)} />
    </>
  );
}

function Links({ title, entries }: { title: string; entries: readonly Linked[] }) {
  const projectId = useProjectId();
  if (entries.length === 0) return null;
  return (
    <Section title={title}>
      <Stack gap="xs">
        {entries.map(({ id, content, note }) => (
          <Group key={id} gap="xs" wrap="nowrap" align="flex-start">
            <TextLink
              size="sm"
              miw={0}
              to="/projects/$projectId/entries/$entryId"
              params={{ projectId, entryId: id }}
            >
              <Text span size="sm" className="entry-text" lineClamp={3}>
                {content}
              </Text>
            </TextLink>
            {note && (
              <Badge color="gray" c="var(--mantine-color-text)" style={{ flexShrink: 0 }}>
                {note}
              </Badge>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
