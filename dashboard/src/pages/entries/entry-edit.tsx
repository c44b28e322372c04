import { useApolloClient } from '@apollo/client/react';
import { Stack, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { EntryDetailsFragment, EntryKind, UpdateEntryInput } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { localTime } from '../../components/time-input.tsx';
import { useFormError } from '../../components/use-form-error.ts';
import { metadataFault, metadataOf, timeOf } from '../memories/write/entry-fields.ts';
import { SharedEntryFields, type SharedFields } from '../memories/write/shared-entry-fields.tsx';
import { ENTRY_PAGE, UPDATE_ONE_ENTRY } from './documents.ts';
import { EditConflict } from './edit-conflict.tsx';

type Fields = SharedFields & { content: string };

type Props = { entry: EntryDetailsFragment; onClose: () => void };

/** The kinds between which an entry can change. */
const KINDS: { value: EntryKind; label: string }[] = [
  { value: 'FACT', label: 'Fact' },
  { value: 'OBSERVATION', label: 'Observation' },
  { value: 'PLAN', label: 'Plan' },
];

const DELETED = {
  title: 'The entry was deleted meanwhile',
  message: 'Your text is still here. Copy it, or restore the entry in another tab and save again.',
};

const PURGED = {
  title: 'The entry was permanently deleted meanwhile',
  message: 'Your text is still here. Copy it if you need it.',
};

/** Edits an entry. If somebody else has changed it meanwhile, both texts are shown, and the person chooses one. */
export function EntryEdit({ entry, onClose }: Props) {
  const client = useApolloClient();
  // The entry when the form was opened. Only fields that differ from it are sent.
  const opened = useRef(entry);
  const [fields, setFields] = useState<Fields>(() => fieldsOf(entry));
  const [error, setError] = useFormError(fields);
  const [theirs, setTheirs] = useState<EntryDetailsFragment | null>(null);
  const update = useAction(UPDATE_ONE_ENTRY, {
    success: 'Entry saved',
    refetch: ['EntryHistory'],
    onError: async (failure) => {
      setError(failure);
      if (failure.code !== 'CONFLICT' && failure.code !== 'NOT_FOUND') return;
      const { data } = await client.query({
        query: ENTRY_PAGE,
        variables: { entryId: entry.id },
        fetchPolicy: 'network-only',
      });
      const found = data?.entry ?? null;
      if (found === null) setError({ ...failure, ...PURGED });
      else if (found.deletedAt !== null) setError({ ...failure, ...DELETED });
      else if (found.version !== opened.current.version) setTheirs(found);
    },
  });
  const change = (changed: Partial<Fields>) => setFields((before) => ({ ...before, ...changed }));
  const fault = fields.content.trim() === '' || metadataFault(fields.metadata) !== null;
  const changed = fault ? {} : changedFields(fieldsOf(opened.current), fields);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    const input = { ...changed, entryId: entry.id, ifVersion: opened.current.version };
    if (await update.run({ input })) onClose();
  };
  const adopt = (chosen: Fields) => {
    if (theirs !== null) opened.current = theirs;
    setTheirs(null);
    setError(null);
    setFields(chosen);
  };
  return (
    <Dialog
      isChanged={fault || Object.keys(changed).length > 0}
      onClose={onClose}
      title="Edit the entry"
      size="lg"
    >
      {theirs !== null ? (
        <EditConflict
          mine={fields.content}
          theirs={theirs}
          onMine={() => adopt(mergedFields(fields, fieldsOf(opened.current), fieldsOf(theirs)))}
          onTheirs={() => adopt(fieldsOf(theirs))}
        />
      ) : (
        <form onSubmit={save}>
          <Stack>
            <EditFields entry={entry} fields={fields} onChange={change} />
            <FormActions
              submit="Save"
              onCancel={onClose}
              isRunning={update.isRunning}
              error={error}
              disabled={Object.keys(changed).length === 0}
            />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

type EditFieldsProps = {
  entry: EntryDetailsFragment;
  fields: Fields;
  onChange: (changed: Partial<Fields>) => void;
};

function EditFields({ entry, fields, onChange }: EditFieldsProps) {
  const { statements } = entry;
  return (
    <>
      <Textarea
        label="Text"
        description={
          statements.length > 1
            ? `A new text replaces all ${statements.length} statements by one. The history keeps them.`
            : undefined
        }
        data-autofocus
        autosize
        minRows={3}
        maxRows={14}
        value={fields.content}
        error={fields.content.trim() === '' ? 'Write a text' : null}
        onChange={(event) => onChange({ content: event.currentTarget.value })}
      />
      <SharedEntryFields
        fields={fields}
        onChange={onChange}
        kinds={KINDS.some(({ value }) => value === entry.kind) ? KINDS : []}
        metadataDescription="A JSON object. It replaces that of every statement"
      />
    </>
  );
}

function fieldsOf(entry: EntryDetailsFragment): Fields {
  return {
    content: entry.content,
    metadata: Object.keys(entry.metadata).length > 0 ? JSON.stringify(entry.metadata, null, 2) : '',
    kind: entry.kind,
    importance: entry.importance,
    occurredAt: localTime(entry.occurredAt),
    expiresAt: localTime(entry.expiresAt),
  };
}

/** My fields where I have changed them, and their fields otherwise. */
function mergedFields(mine: Fields, before: Fields, theirs: Fields): Fields {
  const own = Object.entries(mine).filter(
    ([name, value]) => value !== before[name as keyof Fields],
  );
  return { ...theirs, ...Object.fromEntries(own) };
}

/** The fields that differ, as the API takes them. */
function changedFields(before: Fields, after: Fields): Partial<UpdateEntryInput> {
  const { content, metadata, kind, importance, occurredAt, expiresAt } = after;
  return {
    ...(content !== before.content && { content }),
    ...(metadata !== before.metadata && { metadata: metadataOf(metadata) ?? {} }),
    ...(kind !== before.kind && { kind }),
    ...(importance !== before.importance && importance !== null && { importance }),
    ...(occurredAt !== before.occurredAt && { occurredAt: timeOf(occurredAt) }),
    ...(expiresAt !== before.expiresAt && { expiresAt: timeOf(expiresAt) }),
  };
}
