import { Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { SideDialog } from '../../../components/dialog.tsx';
import { DeletedMemory } from '../deleted-memory.tsx';
import type { MemorySearch } from '../search-params.ts';
import { DocumentForm } from './document-form.tsx';
import { type EntryFields, NO_FIELDS } from './entry-fields.ts';
import { WriteForm } from './write-form.tsx';

const DELETED = 'This memory is in the trash, so nothing can be written to it';

type Props = {
  memory: { id: string; name: string; deletedAt: string | null; purgeAt: string | null };
  /** True if the memory was permanently deleted meanwhile. */
  isPurged: boolean;
  panel: 'write' | 'document';
  onPanel: (panel: MemorySearch['panel']) => void;
};

/**
 * Writes to a memory: one entry, or the texts of a document. What was typed stays if the memory is deleted meanwhile;
 * it can be written once the memory is restored.
 */
export function WriteDrawer({ memory, isPurged, panel, onPanel }: Props) {
  const [fields, setFields] = useState<EntryFields>(NO_FIELDS);
  const [text, setText] = useState('');
  const isDeleted = isPurged || memory.deletedAt !== null;
  const isChanged = fields.content.trim() !== '' || text.trim() !== '';
  return (
    <SideDialog
      isChanged={isChanged}
      onClose={() => onPanel(undefined)}
      size="xl"
      title={`Write to “${memory.name}”`}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
      {isDeleted && <DeletedMemory memory={memory} isPurged={isPurged} title={DELETED} />}
      {isPurged && isChanged && (
        <Text size="sm" mb="md">
          What you typed cannot be written any more. Copy it if you need it.
        </Text>
      )}
      <Tabs
        value={panel}
        onChange={(value) => onPanel(value === 'document' ? 'document' : 'write')}
        keepMounted
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="write">One entry</Tabs.Tab>
          <Tabs.Tab value="document">A document</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="write">
          <WriteForm
            memoryId={memory.id}
            isDeleted={isDeleted}
            fields={fields}
            setFields={setFields}
          />
        </Tabs.Panel>
        <Tabs.Panel value="document">
          <DocumentForm memoryId={memory.id} isDeleted={isDeleted} text={text} setText={setText} />
        </Tabs.Panel>
      </Tabs>
    </SideDialog>
  );
}
