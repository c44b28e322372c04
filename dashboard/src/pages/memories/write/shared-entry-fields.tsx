import { JsonInput, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { EntryKind } from '../../../api/types.ts';
import { NumberField } from '../../../components/number-field.tsx';
import { LATEST_TIME } from '../../../components/time-input.tsx';
import { type EntryFields, metadataFault } from './entry-fields.ts';

export type SharedFields = Pick<
  EntryFields,
  'kind' | 'importance' | 'occurredAt' | 'expiresAt' | 'metadata'
>;

type Props = {
  fields: SharedFields;
  onChange: (changed: Partial<SharedFields>) => void;
  /** The kinds to choose from; none if the kind cannot be changed. */
  kinds: { value: EntryKind; label: string }[];
  importancePlaceholder?: string;
  metadataDescription: string;
  metadataPlaceholder?: string;
};

/** The fields that a new entry and an edited one have, beside the text. */
export function SharedEntryFields(props: Props) {
  const { fields, onChange, kinds } = props;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        {kinds.length > 0 && (
          <NativeSelect
            label="Kind"
            data={kinds}
            value={fields.kind}
            onChange={(event) => onChange({ kind: event.currentTarget.value as EntryKind })}
          />
        )}
        <NumberField
          label="Importance"
          placeholder={props.importancePlaceholder}
          min={1}
          max={10}
          value={fields.importance}
          onChange={(importance) => onChange({ importance })}
        />
        <TextInput
          type="datetime-local"
          max={LATEST_TIME}
          label="When it happened"
          value={fields.occurredAt}
          onChange={(event) => onChange({ occurredAt: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          max={LATEST_TIME}
          label="Expires"
          value={fields.expiresAt}
          onChange={(event) => onChange({ expiresAt: event.currentTarget.value })}
        />
      </SimpleGrid>
      <JsonInput
        label="Metadata"
        description={props.metadataDescription}
        placeholder={props.metadataPlaceholder}
        autosize
        minRows={2}
        maxRows={12}
        value={fields.metadata}
        onChange={(metadata) => onChange({ metadata })}
        error={metadataFault(fields.metadata)}
      />
    </>
  );
}
