import type { ApolloClient } from '@apollo/client';
import type { WriteEntriesItem } from '../../api/types.ts';
import { TRANSFER_OPEN_MEMORY, TRANSFER_WRITE } from './documents.ts';
import type { Format } from './formats.ts';
import { noOutcome, type Outcome, type Progress } from './outcome.ts';
import { type Access, request } from './requests.ts';

/** Texts and characters of one write. */
const PART_TEXTS = 50;
const PART_CHARACTERS = 400_000;

type Given = { file: File; format: Format; memory: string };

/**
 * Writes the texts of a file of another program to a memory. As with any other write, known texts are skipped, and
 * similar ones are merged.
 */
export async function importTexts(
  client: ApolloClient,
  access: Access,
  { file, format, memory }: Given,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const { texts, leftOut } = await readTexts(access, { file, format });
  const outcome = noOutcome();
  outcome.notes.push(...leftOut.map((what) => `Left out: ${what}.`));
  if (texts.length === 0) throw new Error('The file holds no text that can be imported.');
  onProgress({ done: 0, total: texts.length, unit: 'text', outcome });
  const opened = await client.mutate({
    mutation: TRANSFER_OPEN_MEMORY,
    variables: { name: memory },
  });
  const memoryId = opened.data?.createMemory.memory.id ?? '';
  for (let at = 0; at < texts.length; ) {
    access.signal.throwIfAborted();
    const items = partFrom(texts, at);
    const { data } = await client.mutate({
      mutation: TRANSFER_WRITE,
      variables: { input: { memoryId, items, source: 'EXTRACTION' } },
    });
    for (const result of data?.writeEntries.results ?? []) addResult(outcome, result);
    at += items.length;
    onProgress({ done: at, total: texts.length, unit: 'text', outcome });
  }
  return outcome;
}

type Read = { texts: WriteEntriesItem[]; leftOut: string[] };

async function readTexts(access: Access, { file, format }: Omit<Given, 'memory'>): Promise<Read> {
  const query = new URLSearchParams({ from: format, file: file.name });
  const response = await request(access, `/import/read?${query}`, {
    method: 'POST',
    body: await file.text(),
  });
  return (await response.json()) as Read;
}

function partFrom(texts: readonly WriteEntriesItem[], at: number): WriteEntriesItem[] {
  let characters = 0;
  return texts.slice(at, at + PART_TEXTS).filter(({ content }, i) => {
    characters += content.length;
    return i === 0 || characters <= PART_CHARACTERS;
  });
}

type Result =
  | { __typename: 'WriteEntryPayload'; action: string }
  | { __typename: 'ItemError'; code: string; message: string };

function addResult(outcome: Outcome, result: Result): void {
  if (result.__typename === 'ItemError') {
    outcome.failed += 1;
    outcome.reasons.set(result.message, (outcome.reasons.get(result.message) ?? 0) + 1);
  } else if (result.action === 'CREATED') outcome.created += 1;
  else if (result.action === 'UPDATED') outcome.updated += 1;
  else outcome.skipped += 1;
}
