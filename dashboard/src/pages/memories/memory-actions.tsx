import { ActionIcon, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { MemoryDetailsFragment, MemoryRowFragment } from '../../api/types.ts';
import {
  EditIcon,
  MapIcon,
  MoreIcon,
  SearchIcon,
  SettingsIcon,
  StreamIcon,
  TrashIcon,
  UploadIcon,
} from '../../components/icons.ts';
import { ButtonLink } from '../../components/link.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { useDeleteMemory } from './use-delete-memory.ts';

type Props = {
  memory: MemoryDetailsFragment & MemoryRowFragment;
  onSettings: () => void;
  onEdit: () => void;
};

/** Links to the other views of a memory, and the actions on it. */
export function MemoryActions({ memory, onSettings, onEdit }: Props) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const { canWrite } = useSession();
  const remove = useDeleteMemory();
  return (
    <>
      <ButtonLink
        variant="default"
        leftSection={<SearchIcon size={16} />}
        to="/projects/$projectId/search"
        params={{ projectId }}
        search={{ scope: { memoryIds: [memory.id] } }}
      >
        Search in it
      </ButtonLink>
      <ButtonLink
        variant="default"
        leftSection={<MapIcon size={16} />}
        to="/projects/$projectId/memories/$memoryId/map"
        params={{ projectId, memoryId: memory.id }}
      >
        Map
      </ButtonLink>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More about this memory">
            <MoreIcon size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<StreamIcon size={16} />}
            onClick={() =>
              navigate({
                to: '/projects/$projectId/stream',
                params: { projectId },
                search: { memoryId: memory.id },
              })
            }
          >
            Stream
          </Menu.Item>
          <Menu.Item leftSection={<SettingsIcon size={16} />} onClick={onSettings}>
            Rules of writing
          </Menu.Item>
          {canWrite && (
            <>
              <Menu.Item
                leftSection={<UploadIcon size={16} />}
                onClick={() =>
                  navigate({
                    to: '/projects/$projectId/memories/$memoryId',
                    params: { projectId, memoryId: memory.id },
                    search: { panel: 'document' },
                  })
                }
              >
                Paste a document
              </Menu.Item>
              <Menu.Item leftSection={<EditIcon size={16} />} onClick={onEdit}>
                Edit name and tags
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item
                color="red"
                c="var(--mantine-color-red-light-color)"
                leftSection={<TrashIcon size={16} />}
                onClick={() => remove(memory)}
              >
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
