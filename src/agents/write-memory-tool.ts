import { z } from 'zod';
import type { App } from '../app.ts';
import { failureCode } from '../db/failures.ts';
import type { EntryRow } from '../db/rows.ts';
import type { Metadata } from '../db/tables/columns.ts';
import { writeEntry } from '../entries/write/write-entries.ts';
import { DomainError } from '../errors.ts';
import { tryParseJson, withStorableText } from '../input.ts';
import type { ChatTool, ChatToolCall } from '../models/chat.ts';
import type { Caller } from '../projects/viewer.ts';

export const WRITE_MEMORY = 'write_memory';

/** The tool `write_memory` (SOAT). The model chooses the text; the configuration chooses the memory. */
export const writeMemoryTool: ChatTool = {
  type: 'function',
  function: {
    name: WRITE_MEMORY,
    description:
      'Keeps one fact for later conversations. Duplicates are recognised; write one fact at a time.',
    parameters: {
      type: 'object',
      properties: { content: { type: 'string', description: 'The fact, as one sentence.' } },
      required: ['content'],
      additionalProperties: false,
    },
  },
};

/** The outcome of one call of the tool. */
export type MemoryWrite = {
  content: string;
  action: 'CREATED' | 'UPDATED' | 'SKIPPED' | null;
  entry: EntryRow | null;
  error: { code: string; message: string } | null;
};

const argumentsForm = z.object({ content: z.string() });

/** Writes the text as by `writeEntry`. An error becomes the result of the call and does not end the run. */
export async function writeMemory(
  app: App,
  caller: Caller,
  { memoryId, metadata, call }: { memoryId: string; metadata: Metadata; call: ChatToolCall },
): Promise<MemoryWrite> {
  const given = readArguments(call.arguments);
  if (given === null) {
    const message = 'The arguments must be a JSON object with the text "content".';
    return failed('', 'BAD_USER_INPUT', message);
  }
  try {
    const { action, entry } = await writeEntry(app, caller, {
      memoryId,
      content: given.content,
      metadata,
      kind: 'FACT',
      source: 'AGENT',
      dryRun: false,
    });
    return { content: given.content, action, entry, error: null };
  } catch (error) {
    if (error instanceof DomainError) return failed(given.content, error.code, error.message);
    const code = failureCode(error);
    if (code === 'INTERNAL_SERVER_ERROR') {
      app.log.error({ error }, 'An agent could not write to its memory');
    }
    return failed(given.content, code, 'The memory could not be written.');
  }
}

/** The result of the call for the model. */
export function toolAnswer({ action, error }: MemoryWrite): string {
  return JSON.stringify(
    error ? { result: 'failed', error: error.message } : { result: action?.toLowerCase() },
  );
}

/** The arguments of a call; null if they are malformed. The model then receives an error and can call again. */
function readArguments(text: string): z.infer<typeof argumentsForm> | null {
  return argumentsForm.safeParse(tryParseJson(text, withStorableText)).data ?? null;
}

function failed(content: string, code: string, message: string): MemoryWrite {
  return { content, action: null, entry: null, error: { code, message } };
}
