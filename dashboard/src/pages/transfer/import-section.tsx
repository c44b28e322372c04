import { useApolloClient, useQuery } from '@apollo/client/react';
import { Alert, Autocomplete, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../components/section.tsx';
import { bytes } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { TRANSFER_MEMORIES } from './documents.ts';
import { DropZone } from './drop-zone.tsx';
import { FORMATS, type Format, guessFormat } from './formats.ts';
import { importExportFile } from './import-export-file.ts';
import { ImportProgress } from './import-progress.tsx';
import { importTexts } from './import-texts.ts';
import type { Progress } from './outcome.ts';

type Run = {
  progress: Progress | null;
  /** Null while it runs. */
  end: 'done' | 'cancelled' | { message: string } | null;
  controller: AbortController;
};

export function ImportSection() {
  const [file, setFile] = useState<File | null>(null);
  const [format, setFormat] = useState<Format | null>(null);
  const [memory, setMemory] = useState('');
  const [run, setRun] = useState<Run | null>(null);
  const start = useImport(setRun);
  const choose = async (chosen: File) => {
    setRun(null);
    setFormat(await guessFormat(chosen));
    setMemory(chosen.name.replace(/\.[^.]+$/, ''));
    setFile(chosen);
  };
  const reset = () => {
    setFile(null);
    setRun(null);
  };
  return (
    <Section title="Import">
      {file === null && <DropZone onFile={choose} />}
      {file !== null && run === null && (
        <ChosenFile
          {...{ file, format, setFormat, memory, setMemory }}
          onCancel={reset}
          onStart={(chosen) => start({ file, format: chosen, memory: memory.trim() })}
        />
      )}
      {file !== null && run !== null && (
        <ImportProgress
          name={file.name}
          progress={run.progress}
          end={run.end}
          onCancel={() => run.controller.abort()}
          onAgain={reset}
        />
      )}
    </Section>
  );
}

/** Starts imports, and keeps the state of the last one. */
function useImport(setRun: (change: (run: Run | null) => Run | null) => void) {
  const client = useApolloClient();
  const { key } = useSession();
  const projectId = useProjectId();
  return async (given: { file: File; format: Format; memory: string }) => {
    const controller = new AbortController();
    const access = { key, projectId, signal: controller.signal };
    const change = (changed: Partial<Run>) =>
      setRun((run) => (run?.controller === controller ? { ...run, ...changed } : run));
    const show = (progress: Progress) => change({ progress: { ...progress } });
    setRun(() => ({ progress: null, end: null, controller }));
    try {
      if (given.format === 'lorebase') await importExportFile(access, given.file, show);
      else await importTexts(client, access, given, show);
      change({ end: 'done' });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      change({ end: controller.signal.aborted ? 'cancelled' : { message } });
    }
    await client.refetchQueries({ include: 'active' });
  };
}

type ChosenProps = {
  file: File;
  /** Null until one is chosen. */
  format: Format | null;
  setFormat: (format: Format | null) => void;
  memory: string;
  setMemory: (name: string) => void;
  onStart: (format: Format) => void;
  onCancel: () => void;
};

function ChosenFile(props: ChosenProps) {
  const { file, format, setFormat, memory, setMemory, onStart, onCancel } = props;
  const { canAdmin } = useSession();
  const { data } = useQuery(TRANSFER_MEMORIES, { variables: { name: memory.trim() || null } });
  const names = data?.memories.edges.map(({ node }) => node.name) ?? [];
  const isExport = format === 'lorebase';
  const isRefused = isExport && !canAdmin;
  return (
    <Stack>
      <Text style={{ overflowWrap: 'anywhere' }}>
        <Text span fw={600}>
          {file.name}
        </Text>{' '}
        <Text span c="dimmed">
          {bytes(file.size)}
        </Text>
      </Text>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <NativeSelect
          label="The file is"
          data={[{ value: '', label: 'Choose what it is' }, ...FORMATS]}
          value={format ?? ''}
          onChange={(event) => {
            const chosen = FORMATS.find(({ value }) => value === event.currentTarget.value);
            setFormat(chosen?.value ?? null);
          }}
        />
        {!isExport && (
          <Autocomplete
            label="Write its texts to the memory"
            description="A new memory is created if none has this name"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={[...new Set(names)]}
            value={memory}
            onChange={setMemory}
          />
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {isExport
          ? 'Objects keep their ids, times and history. What the project has already stays as it is, so a file can be imported again.'
          : 'The texts are written like any others: a text that the memory has is skipped, and a similar one is added to its entry.'}
      </Text>
      {isRefused && (
        <Alert color="yellow" title="This file needs a key of role ADMIN">
          An export of Lorebase is imported by a key of role ADMIN. Sign in with such a key, or
          import the texts of another program.
        </Alert>
      )}
      <Group>
        <Button
          onClick={() => format !== null && onStart(format)}
          disabled={format === null || isRefused || (!isExport && memory.trim() === '')}
        >
          Import
        </Button>
        <Button variant="default" onClick={onCancel}>
          Choose another file
        </Button>
      </Group>
    </Stack>
  );
}
