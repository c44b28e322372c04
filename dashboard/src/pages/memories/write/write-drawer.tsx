import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { SideDialog } from '../../../components/dialog.tsx';
import type { MemorySearch } from '../search.ts';
import { DocumentForm } from './document-form.tsx';
import { type EntryFields, NO_FIELDS } from './entry-fields.ts';
import { WriteForm } from './write-form.tsx';

type Props = {
  memory: { id: string; name: string };
  panel: 'write' | 'document';
  onPanel: (panel: MemorySearch['panel']) => void;
};

/** Writes to a memory: one entry, or the texts of a document. */
export function WriteDrawer({ memory, panel, onPanel }: Props) {
  const [fields, setFields] = useState<EntryFields>(NO_FIELDS);
  const [text, setText] = useState('');
  const isChanged = fields.content.trim() !== '' || text.trim() !== '';
  return (
    <SideDialog
      isChanged={isChanged}
      onClose={() => onPanel(undefined)}
      size="xl"
      title={`Write to “${memory.name}”`}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
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
          <WriteForm memoryId={memory.id} fields={fields} setFields={setFields} />
        </Tabs.Panel>
        <Tabs.Panel value="document">
          <DocumentForm memoryId={memory.id} text={text} setText={setText} />
        </Tabs.Panel>
      </Tabs>
    </SideDialog>
  );
}
