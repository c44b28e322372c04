import { useQuery } from '@apollo/client/react';
import { MultiSelect, SimpleGrid, Stack, TagsInput, Text } from '@mantine/core';
import type { EntryKind, EntrySource, KnowledgeScope } from '../api/types.ts';
import { useKeptQuery } from '../api/use-kept-query.ts';
import { Fold } from './fold.tsx';
import { MemoryPicker } from './memory-picker.tsx';
import { MoreScopeFields } from './more-scope-fields.tsx';
import { compactScope, conditionCount, ENTRY_KINDS, ENTRY_SOURCES } from './scope.ts';
import { SCOPE_COUNT, SCOPE_TAGS } from './scope-documents.ts';
import { count, sentenceCase } from './words.ts';

type Props = {
  value: KnowledgeScope;
  /** Called with the changed scope, in which a condition that was emptied is undefined. */
  onChange: (scope: KnowledgeScope) => void;
  /** Conditions that make no sense here, such as the kinds of a search for reflections. */
  hidden?: readonly (keyof KnowledgeScope)[];
  /** The number of columns; one fits a narrow column of parameters. */
  columns?: 1 | 2;
  /** What a scope without memories means. */
  memoriesPlaceholder?: string;
};

/** The conditions of a scope: which entries a search, or an agent, covers. */
export function ScopeFields(props: Props) {
  const { value, onChange, hidden = [], columns = 1, memoriesPlaceholder } = props;
  const change = (changed: KnowledgeScope) => onChange({ ...value, ...changed });
  const isShown = (name: keyof KnowledgeScope) => !hidden.includes(name);
  const { kinds, sources, memoryIds, memoryTags, ...others } = value;
  const further = conditionCount(others);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={columns === 2 ? { base: 1, sm: 2 } : 1} spacing="sm" verticalSpacing="sm">
        <MemoryPicker
          label="Memories"
          {...(memoriesPlaceholder === undefined ? {} : { placeholder: memoriesPlaceholder })}
          value={memoryIds ?? []}
          onChange={(ids) => change({ memoryIds: listOrNone(ids) })}
        />
        <TagGlobs value={memoryTags ?? []} onChange={(tags) => change({ memoryTags: tags })} />
        {isShown('kinds') && (
          <MultiSelect
            label="Kinds"
            placeholder={kinds?.length ? '' : 'Any'}
            data={ENTRY_KINDS.map((kind) => ({ value: kind, label: sentenceCase(kind) }))}
            value={[...(kinds ?? [])]}
            onChange={(chosen) => change({ kinds: listOrNone(chosen as EntryKind[]) })}
            clearable
          />
        )}
        {isShown('sources') && (
          <MultiSelect
            label="Sources"
            placeholder={sources?.length ? '' : 'Any'}
            data={ENTRY_SOURCES.map((source) => ({ value: source, label: sentenceCase(source) }))}
            value={[...(sources ?? [])]}
            onChange={(chosen) => change({ sources: listOrNone(chosen as EntrySource[]) })}
            clearable
          />
        )}
      </SimpleGrid>
      <Fold title="More conditions" given={further}>
        <MoreScopeFields value={value} onChange={change} columns={columns} isShown={isShown} />
      </Fold>
    </Stack>
  );
}

/** How many entries the scope covers now. */
export function ScopeCount({ value }: { value: KnowledgeScope }) {
  const { data, error } = useKeptQuery(SCOPE_COUNT, {
    variables: { scope: compactScope(value) ?? {} },
  });
  return (
    <Text size="sm" c="dimmed" role="status">
      {error && 'The number of entries in scope could not be read.'}
      {!error && data && `${count(data.entries.totalCount, 'entry', 'entries')} in scope`}
    </Text>
  );
}

type TagGlobsProps = {
  value: readonly string[];
  onChange: (tags: string[] | undefined) => void;
};

/** Globs for the tags of memories, with the project's tags to choose from. */
function TagGlobs({ value, onChange }: TagGlobsProps) {
  const { data } = useQuery(SCOPE_TAGS);
  return (
    <TagsInput
      label="Tags of memories match any of"
      placeholder={value.length ? '' : 'crm, team/**, user-?'}
      data={data?.tags.edges.map(({ node }) => node.name) ?? []}
      value={[...value]}
      onChange={(tags) => onChange(listOrNone(tags))}
      acceptValueOnBlur
      clearable
    />
  );
}

function listOrNone<T>(values: T[]): T[] | undefined {
  return values.length > 0 ? values : undefined;
}
