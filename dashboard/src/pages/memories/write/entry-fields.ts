import type { EntryKind, WriteEntryInput } from '../../../api/types.ts';
import { isObject } from '../../../components/json-object.ts';

/** The fields of the form as they are typed. */
export type EntryFields = {
  content: string;
  kind: EntryKind;
  metadata: string;
  context: string;
  occurredAt: string;
  expiresAt: string;
  importance: number | null;
  supersedes: string[];
};

export const NO_FIELDS: EntryFields = {
  content: '',
  kind: 'FACT',
  metadata: '',
  context: '',
  occurredAt: '',
  expiresAt: '',
  importance: null,
  supersedes: [],
};

/** The reason why a text is not a JSON object; null if it is one, or blank. */
export function metadataFault(text: string): string | null {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? null : 'Write an object, such as {"customer": "Acme"}';
  } catch (error) {
    return error instanceof Error ? `This is not JSON: ${error.message}` : 'This is not JSON';
  }
}

/** The JSON object of a text for which `metadataFault` is null. */
export function metadataOf(text: string): Record<string, unknown> | null {
  return text.trim() === '' ? null : (JSON.parse(text) as Record<string, unknown>);
}

/** The input of the write; null if there is nothing to write yet, or a field has a fault. */
export function writeInputOf(memoryId: string, fields: EntryFields): WriteEntryInput | null {
  if (fields.content.trim() === '' || metadataFault(fields.metadata) !== null) return null;
  const { content, kind, importance, supersedes } = fields;
  return {
    memoryId,
    content: content.trim(),
    kind,
    metadata: metadataOf(fields.metadata),
    context: fields.context.trim() || null,
    occurredAt: timeOf(fields.occurredAt),
    expiresAt: timeOf(fields.expiresAt),
    importance,
    supersedes: supersedes.length > 0 ? supersedes : null,
  };
}

/** The time of a field in UTC, as the API takes it. The field has it in the reader's zone. */
export function timeOf(local: string): string | null {
  const time = new Date(local);
  return local === '' || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
