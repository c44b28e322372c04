import { ActionIcon, Menu } from '@mantine/core';
import type { MemoryRowFragment } from '../../api/types.ts';
import { EditIcon, MoreIcon, TrashIcon } from '../../components/icons.ts';
import { useSession } from '../../session/session.tsx';
import { useDeleteMemory } from './use-delete-memory.ts';

export type MemoryRowProps = {
  memory: MemoryRowFragment;
  onEdit: (memory: MemoryRowFragment) => void;
};

/** The actions on a memory of the list. */
export function MemoryMenu({ memory, onEdit }: MemoryRowProps) {
  const { canWrite } = useSession();
  const remove = useDeleteMemory();
  if (!canWrite) return null;
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Change the memory ${memory.name}`}>
          <MoreIcon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<EditIcon size={16} />} onClick={() => onEdit(memory)}>
          Edit
        </Menu.Item>
        <Menu.Item
          color="red"
          c="var(--mantine-color-red-light-color)"
          leftSection={<TrashIcon size={16} />}
          onClick={() => remove(memory)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
