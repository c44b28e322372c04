import { Button, Collapse, Group, Stack, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Dispatch, type FormEvent, type SetStateAction, useRef, useState } from 'react';
import type { WriteAction } from '../../../api/types.ts';
import { useAction } from '../../../api/use-action.ts';
import { ChevronDownIcon, ChevronRightIcon } from '../../../components/icons.ts';
import { WRITE_ONE_ENTRY } from './documents.ts';
import { type EntryFields, writeInputOf } from './entry-fields.ts';
import { MoreFields } from './more-fields.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { usePreview } from './use-preview.ts';
import { type Written, WrittenAlert } from './written-alert.tsx';

const BUTTONS: Record<WriteAction, string> = {
  CREATED: 'Write a new entry',
  UPDATED: 'Add to the entry',
  SKIPPED: 'Count it once more',
};

type Props = {
  memoryId: string;
  /** True if the memory is in the trash. Then nothing can be written. */
  isDeleted: boolean;
  fields: EntryFields;
  setFields: Dispatch<SetStateAction<EntryFields>>;
};

/** Writes an entry. While the person types, a preview shows what the write would do. */
export function WriteForm({ memoryId, isDeleted, fields, setFields }: Props) {
  const [writes, setWrites] = useState(0);
  const [written, setWritten] = useState<Written | null>(null);
  const [isMore, more] = useDisclosure(false);
  const text = useRef<HTMLTextAreaElement>(null);
  const input = isDeleted ? null : writeInputOf(memoryId, fields);
  const { text: compared, preview, error, isStale } = usePreview(input, writes);
  const write = useAction(WRITE_ONE_ENTRY, { refetch: ['MemoryPage'], isOnce: true });
  const change = (changed: Partial<EntryFields>) =>
    setFields((before) => ({ ...before, ...changed }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (input === null || write.isRunning) return;
    const data = await write.run({ input });
    if (!data) return;
    const { action, entry } = data.writeEntry;
    setWrites((n) => n + 1);
    setWritten({ action, entry, content: input.content, supersedes: fields.supersedes });
    // What was typed meanwhile is the next text.
    setFields((before) => ({
      ...before,
      content: before.content === fields.content ? '' : before.content,
      supersedes: before.supersedes.filter((id) => !fields.supersedes.includes(id)),
    }));
    text.current?.focus();
  };
  const label = preview && !isStale ? BUTTONS[preview.action] : 'Write';
  return (
    <form onSubmit={submit}>
      <Stack>
        <Textarea
          ref={text}
          label="Text"
          description="One thing that agents should know, in a sentence or a few"
          data-autofocus
          autosize
          minRows={3}
          maxRows={14}
          value={fields.content}
          onChange={(event) => change({ content: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.currentTarget.form?.requestSubmit();
            }
          }}
        />
        {written && <WrittenAlert written={written} onClose={() => setWritten(null)} />}
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={isMore ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
            onClick={more.toggle}
            aria-expanded={isMore}
          >
            Kind, metadata, times and more
          </Button>
          <Collapse expanded={isMore}>
            <MoreFields fields={fields} onChange={change} />
          </Collapse>
        </div>
        <PreviewPanel
          text={compared}
          preview={input === null ? null : preview}
          error={error}
          isStale={isStale && input !== null}
          supersedes={fields.supersedes}
          onSupersede={(id) => change({ supersedes: [...fields.supersedes, id] })}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={input === null} loading={write.isRunning}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
