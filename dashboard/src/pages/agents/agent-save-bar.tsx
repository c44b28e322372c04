import { Affix, Alert, Button, Group, Paper, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { AgentEditing } from './use-agent-draft.ts';

/** A warning that someone else saved the agent while it is being edited here. */
export function ChangedElsewhere({ editing }: { editing: AgentEditing }) {
  if (!editing.isOutdated) return null;
  return (
    <Alert color="orange" mb="md" role="alert" title="Someone else changed this agent meanwhile">
      <Text size="sm">
        Your changes are kept. If you save them, they replace what was changed elsewhere.
      </Text>
      <Button mt="sm" size="xs" variant="default" onClick={editing.discard}>
        Show the agent as it is now
      </Button>
    </Alert>
  );
}

/** Stays at the bottom of the window while there is something to save. */
export function SaveBar({ editing }: { editing: AgentEditing }) {
  const { draft, isChanged, isSaving, error, discard, save } = editing;
  const isNamed = draft.name.trim() !== '';
  useHotkeys([['mod+S', () => isChanged && isNamed && save()]], []);
  if (!isChanged) return null;
  return (
    <>
      {/* Keeps the end of the page above the bar. */}
      <div style={{ height: 88 }} />
      <Affix position={{ bottom: 16, left: 16, right: 16 }} zIndex={150}>
        <Paper
          p="sm"
          shadow="md"
          maw={760}
          mx="auto"
          component="section"
          aria-label="Unsaved changes"
        >
          {error && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert" mb="xs">
              {error.title}: {error.message}
            </Text>
          )}
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={600}>
              Unsaved changes
            </Text>
            <Group gap="xs">
              <Button variant="default" size="xs" onClick={discard}>
                Discard
              </Button>
              <Button size="xs" onClick={save} loading={isSaving} disabled={!isNamed}>
                Save
              </Button>
            </Group>
          </Group>
        </Paper>
      </Affix>
    </>
  );
}
