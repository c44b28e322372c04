import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useKeptQuery } from '../api/use-kept-query.ts';
import { SCOPE_MEMORIES } from './scope-documents.ts';

type Props = {
  label: string;
  description?: string;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** What no choice means. */
  placeholder?: string;
};

/** Time after the last key until memories are looked up. */
const DEBOUNCE_MS = 150;

/** Chooses memories by name. It searches on the server, so the project can have any number of memories. */
export function MemoryPicker(props: Props) {
  const { label, description, value, onChange, placeholder = 'All' } = props;
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const { data } = useKeptQuery(SCOPE_MEMORIES, {
    variables: { name: name || null, chosen: [...value] },
  });
  const names = new Map(data?.memories.edges.map(({ node }) => [node.id, node.name]));
  for (const node of data?.nodes ?? []) {
    if (!node || !('name' in node)) continue;
    names.set(node.id, node.deletedAt ? `${node.name} (deleted)` : node.name);
  }
  // An id without a known memory is shown too, so that it can be removed.
  for (const id of value) if (!names.has(id)) names.set(id, data ? `${id} (unknown)` : '…');
  return (
    <MultiSelect
      label={label}
      description={description}
      placeholder={value.length ? '' : placeholder}
      data={[...names].map(([id, text]) => ({ value: id, label: text }))}
      value={[...value]}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="No memory has such a name"
      clearable
    />
  );
}
