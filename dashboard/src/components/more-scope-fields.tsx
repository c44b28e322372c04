import { JsonInput, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { clamp } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { KnowledgeScope } from '../api/types.ts';
import { isObject } from './json-object.ts';
import { NumberField } from './number-field.tsx';
import { TimeInput } from './time-input.tsx';

type Props = {
  value: KnowledgeScope;
  onChange: (changed: KnowledgeScope) => void;
  columns: 1 | 2;
  isShown: (name: keyof KnowledgeScope) => boolean;
};

const TIMES = [
  { label: 'Happened', after: 'occurredAfter', before: 'occurredBefore' },
  { label: 'Created', after: 'createdAfter', before: 'createdBefore' },
  { label: 'Changed', after: 'updatedAfter', before: 'updatedBefore' },
] as const;

const REVIEWED = [
  { value: '', label: 'Any' },
  { value: 'yes', label: 'Moved by a review' },
  { value: 'no', label: 'Not moved by a review' },
];

/** The conditions of a scope that are needed more rarely. */
export function MoreScopeFields({ value, onChange, columns, isShown }: Props) {
  const cols = columns === 2 ? { base: 1, sm: 2 } : 1;
  return (
    <Stack gap="sm">
      {isShown('metadata') && (
        <MetadataFilter
          value={value.metadata ?? undefined}
          onChange={(metadata) => onChange({ metadata })}
        />
      )}
      <SimpleGrid cols={cols} spacing="sm" verticalSpacing="sm">
        {TIMES.flatMap(({ label, after, before }) => [
          <TimeInput
            key={after}
            label={`${label} at or after`}
            value={value[after]}
            onChange={(time) => onChange({ [after]: time })}
          />,
          <TimeInput
            key={before}
            label={`${label} before`}
            value={value[before]}
            onChange={(time) => onChange({ [before]: time })}
          />,
        ])}
      </SimpleGrid>
      <SimpleGrid cols={2} spacing="sm">
        <UtilityBound
          label="Utility at least"
          value={value.minUtility}
          onChange={(minUtility) => onChange({ minUtility })}
        />
        <UtilityBound
          label="Utility at most"
          value={value.maxUtility}
          onChange={(maxUtility) => onChange({ maxUtility })}
        />
      </SimpleGrid>
      <NativeSelect
        label="Utility"
        data={REVIEWED}
        value={reviewedValue(value.reviewed)}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onChange({ reviewed: chosen === '' ? undefined : chosen === 'yes' });
        }}
      />
    </Stack>
  );
}

function reviewedValue(reviewed: boolean | null | undefined): string {
  if (reviewed === null || reviewed === undefined) return '';
  return reviewed ? 'yes' : 'no';
}

type BoundProps = {
  label: string;
  value: number | null | undefined;
  onChange: (value: number | undefined) => void;
};

function UtilityBound({ label, value, onChange }: BoundProps) {
  return (
    <NumberField
      label={label}
      placeholder="Any"
      min={0}
      max={1}
      step={0.05}
      decimalScale={4}
      value={value}
      onChange={(given) => onChange(given === null ? undefined : clamp(given, 0, 1))}
    />
  );
}

type MetadataProps = {
  value: object | undefined;
  onChange: (metadata: Record<string, unknown> | undefined) => void;
};

/** Metadata as JSON. The typed text takes effect as soon as it is a JSON object. */
function MetadataFilter({ value, onChange }: MetadataProps) {
  const [typed, setTyped] = useState(() => (value ? JSON.stringify(value) : ''));
  const current = value ? JSON.stringify(value) : '';
  useEffect(() => {
    setTyped((before) => (compact(before) === current ? before : current));
  }, [current]);
  const isWrong = typed.trim() !== '' && compact(typed) === null;
  return (
    <JsonInput
      label="Metadata has"
      description='A JSON object, such as {"user_id": "u1"}'
      autosize
      minRows={1}
      maxRows={8}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        const found = compact(text);
        if (found !== null) onChange(found === '' ? undefined : JSON.parse(found));
      }}
      error={isWrong && 'This is not a JSON object yet'}
    />
  );
}

/** The JSON object of a text, without spaces; an empty text for a blank one; null if it is not a JSON object. */
function compact(text: string): string | null {
  if (text.trim() === '') return '';
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? JSON.stringify(value) : null;
  } catch {
    return null;
  }
}
