import { Button, Menu, ScrollArea, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { AddIcon, CheckIcon, ChevronDownIcon } from '../components/icons.ts';
import { useSession } from '../session/session.tsx';
import { useProjectId } from './use-project-id.ts';

/** Shows the name of the project, and lets a root key go to another. */
export function ProjectSwitcher() {
  const { projects, viewer, canAdmin } = useSession();
  const projectId = useProjectId();
  const navigate = useNavigate();
  const name = projects.nodes.find(({ id }) => id === projectId)?.name ?? 'Unknown project';
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          px="xs"
          rightSection={<ChevronDownIcon size={14} />}
          aria-label={`Project ${name}`}
          maw={220}
          miw={0}
        >
          <Text span inherit truncate>
            {name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Projects</Menu.Label>
        <ScrollArea.Autosize mah={320}>
          {projects.nodes.map((project) => (
            <Menu.Item
              key={project.id}
              rightSection={
                project.id === projectId ? (
                  <CheckIcon size={16} aria-label="Current project" />
                ) : null
              }
              onClick={() =>
                navigate({ to: '/projects/$projectId', params: { projectId: project.id } })
              }
            >
              {project.name}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
        {viewer.isRoot && canAdmin && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<AddIcon size={16} />}
              onClick={() =>
                navigate({
                  to: '/projects/$projectId/settings',
                  params: { projectId },
                  search: { create: true },
                })
              }
            >
              New project
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
