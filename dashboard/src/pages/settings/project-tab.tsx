import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import type { SettingsProjectFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { useSession } from '../../session/session.tsx';
import { SETTINGS_DELETE_PROJECT, SETTINGS_UPDATE_PROJECT } from './documents.ts';
import { ModelSection } from './model-section.tsx';
import { UsageSection } from './usage-section.tsx';

type Props = {
  project: SettingsProjectFragment;
  /** Follows the progress of a re-embedding, or stops following. */
  follow: () => void;
};

export function ProjectTab({ project, follow }: Props) {
  const { canAdmin } = useSession();
  const isReembedding = project.reembedding !== null;
  useEffect(follow, [isReembedding]);
  return (
    <Stack>
      <NameSection project={project} key={project.name} />
      <ModelSection project={project} />
      <UsageSection usage={project.usage} />
      {canAdmin && <DeleteSection project={project} />}
    </Stack>
  );
}

function NameSection({ project }: { project: SettingsProjectFragment }) {
  const { canAdmin, reload } = useSession();
  const [name, setName] = useState(project.name);
  const update = useAction(SETTINGS_UPDATE_PROJECT, { success: 'The project was renamed' });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (await update.run({ input: { name: name.trim() } })) await reload();
  };
  return (
    <Section title="Name">
      {canAdmin ? (
        <form onSubmit={save}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Name of the project"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              flex="1 1 240px"
              maw={420}
              required
            />
            <Button
              type="submit"
              loading={update.isRunning}
              disabled={name.trim() === '' || name.trim() === project.name}
            >
              Rename
            </Button>
          </Group>
        </form>
      ) : (
        <Text>{project.name}</Text>
      )}
      <Text size="sm" c="dimmed" mt="xs" component="div">
        Created <Time value={project.createdAt} /> · <CopyId id={project.id} />
      </Text>
    </Section>
  );
}

function DeleteSection({ project }: { project: SettingsProjectFragment }) {
  const { viewer, reload, signOut } = useSession();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const remove = useAction(SETTINGS_DELETE_PROJECT, { success: 'The project was deleted' });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await remove.run({ confirmName: typed }))) return;
    // A key of the project is deleted with the project.
    if (!viewer.isRoot) return signOut();
    await reload();
    await navigate({ to: '/', replace: true });
  };
  return (
    <Section title="Delete the project">
      <Text size="sm" mb="sm">
        Permanently deletes all memories, entries, traces, agents and keys of the project. Nothing
        of it can be restored.
      </Text>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={`Type “${project.name}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            flex="1 1 240px"
            maw={420}
            autoComplete="off"
          />
          <Button
            type="submit"
            color="red.9"
            disabled={typed !== project.name}
            loading={remove.isRunning}
          >
            Delete the project
          </Button>
        </Group>
      </form>
    </Section>
  );
}
