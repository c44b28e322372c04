import { skipToken } from '@apollo/client/react';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useKeptQuery } from '../api/use-kept-query.ts';
import { SCOPE_MEMORIES } from './scope-documents.ts';

type Props = {
  label: string;
  description?: ReactNode;
  placeholder?: string;
  value: string | null;
  onChange: (id: string | null) => void;
  /** True if the field can be left empty. */
  clearable?: boolean;
  disabled?: boolean;
  /** The id of a memory that cannot be chosen. */
  except?: string;
};

/** Time after the last key until memories are looked up. */
const DEBOUNCE_MS = 150;

/** Chooses one memory by name. It searches on the server, so the project can have any number of memories. */
export function MemorySelect({ value, onChange, except, clearable = false, ...props }: Props) {
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const { data } = useKeptQuery(SCOPE_MEMORIES, {
    variables: { name: null, chosen: value === null ? [] : [value] },
  });
  const names = new Map<string, string>();
  for (const node of data?.nodes ?? []) {
    if (!node || !('name' in node)) continue;
    names.set(node.id, node.deletedAt ? `${node.name} (deleted)` : node.name);
  }
  // The field shows the name of the chosen memory until another one is typed.
  const isTyping = name !== '' && (value === null || names.get(value) !== name);
  const found = useKeptQuery(
    SCOPE_MEMORIES,
    isTyping ? { variables: { name, chosen: [] } } : skipToken,
  );
  const offered = isTyping ? found.data : data;
  for (const { node } of offered?.memories.edges ?? []) names.set(node.id, node.name);
  if (value !== null && !names.has(value)) names.set(value, data ? `${value} (unknown)` : '…');
  return (
    <Select
      data={[...names]
        .filter(([id]) => id !== except)
        .map(([id, text]) => ({ value: id, label: text }))}
      value={value}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={isTyping ? 'No memory has such a name' : 'The project has no memory'}
      clearable={clearable}
      allowDeselect={clearable}
      {...props}
    />
  );
}
