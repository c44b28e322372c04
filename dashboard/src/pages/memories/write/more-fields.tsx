import {
  JsonInput,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { EntryKind } from '../../../api/types.ts';
import { type EntryFields, metadataFault } from './entry-fields.ts';

type Props = { fields: EntryFields; onChange: (changed: Partial<EntryFields>) => void };

const KINDS = [
  { value: 'FACT', label: 'Fact: compared with what is known' },
  { value: 'OBSERVATION', label: 'Observation: always a new entry' },
  { value: 'PLAN', label: 'Plan: always a new entry' },
];

/** The fields of a write that can be left as they are. */
export function MoreFields({ fields, onChange }: Props) {
  return (
    <Stack gap="sm" mt="xs">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <NativeSelect
          label="Kind"
          data={KINDS}
          value={fields.kind}
          onChange={(event) => onChange({ kind: event.currentTarget.value as EntryKind })}
        />
        <NumberInput
          label="Importance"
          placeholder="1 to 10, rated or 5 if empty"
          min={1}
          max={10}
          value={fields.importance}
          onChange={(value) => onChange({ importance: typeof value === 'number' ? value : '' })}
        />
        <TextInput
          type="datetime-local"
          label="When it happened"
          value={fields.occurredAt}
          onChange={(event) => onChange({ occurredAt: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label="Expires"
          value={fields.expiresAt}
          onChange={(event) => onChange({ expiresAt: event.currentTarget.value })}
        />
      </SimpleGrid>
      <JsonInput
        label="Metadata"
        description="A JSON object. A text never joins an entry that has another value for a key"
        placeholder='{"customer": "Acme"}'
        autosize
        minRows={2}
        maxRows={10}
        value={fields.metadata}
        onChange={(metadata) => onChange({ metadata })}
        error={metadataFault(fields.metadata)}
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
        label="Replaces"
        description="Ids of entries of this memory that searches leave out from then on"
        placeholder={fields.supersedes.length > 0 ? '' : 'me_…'}
        value={fields.supersedes}
        onChange={(supersedes) => onChange({ supersedes })}
        acceptValueOnBlur
      />
    </Stack>
  );
}
