import { useQuery } from '@apollo/client/react';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { count } from '../../components/words.ts';
import { MEMORY_PICKER } from './documents.ts';

type Props = {
  label: string;
  description?: string;
  value: string | null;
  onChange: (memoryId: string | null) => void;
  /** The id of a memory that cannot be chosen. */
  except?: string;
};

/** Time after the last key until memories are looked up. */
const DEBOUNCE_MS = 150;

/** Chooses a memory by a part of its name. */
export function MemorySelect({ label, description, value, onChange, except }: Props) {
  const [text, setText] = useState('');
  const [name] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const { data, previousData } = useQuery(MEMORY_PICKER, { variables: { name: name || null } });
  const found = (data ?? previousData)?.memories.edges.map(({ node }) => node) ?? [];
  return (
    <Select
      label={label}
      description={description}
      placeholder="Type a part of the name"
      searchable
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage="No memory has this name"
      value={value}
      onChange={onChange}
      filter={({ options }) => options}
      data={found
        .filter(({ id }) => id !== except)
        .map(({ id, name: label, entryCount }) => ({
          value: id,
          label: `${label} (${count(entryCount, 'entry', 'entries')})`,
        }))}
    />
  );
}
