import { Stack, TagsInput, Textarea } from '@mantine/core';
import type { EntryKind } from '../../../api/types.ts';
import type { EntryFields } from './entry-fields.ts';
import { SharedEntryFields } from './shared-entry-fields.tsx';

type Props = { fields: EntryFields; onChange: (changed: Partial<EntryFields>) => void };

const KINDS: { value: EntryKind; label: string }[] = [
  { value: 'FACT', label: 'Fact: compared with what is known' },
  { value: 'OBSERVATION', label: 'Observation: always a new entry' },
  { value: 'PLAN', label: 'Plan: always a new entry' },
];

/** The optional fields of a write. */
export function MoreFields({ fields, onChange }: Props) {
  return (
    <Stack gap="sm" mt="xs">
      <SharedEntryFields
        fields={fields}
        onChange={onChange}
        kinds={KINDS}
        importancePlaceholder="1 to 10, rated or 5 if empty"
        metadataDescription="A JSON object. A text never joins an entry that has another value for a key"
        metadataPlaceholder='{"customer": "Acme"}'
      />
      <Textarea
        label="Context"
        description="What the text follows or belongs to, such as a title. It helps searches and is not part of the text"
        autosize
        minRows={1}
        maxRows={6}
        value={fields.context}
        onChange={(event) => onChange({ context: event.currentTarget.value })}
      />
      <TagsInput
        label="Supersedes"
        description="Ids of entries of this memory that searches leave out from then on"
        placeholder={fields.supersedes.length > 0 ? '' : 'me_…'}
        value={fields.supersedes}
        onChange={(supersedes) => onChange({ supersedes })}
        acceptValueOnBlur
      />
    </Stack>
  );
}
