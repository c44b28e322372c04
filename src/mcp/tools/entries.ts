import { parse } from 'graphql';
import { z } from 'zod';
import { requireReach } from '../memories.ts';
import { ADDS, defineTool, metadataArgument, textArgument, timeArgument } from '../tool.ts';
import { changedEntry, ENTRY_FIELDS, entryShape, shownEntry } from './results.ts';

const UPDATE = {
  document: parse(`mutation McpUpdateEntry($input: UpdateEntryInput!) {
    updateEntry(input: $input) { entry { ${ENTRY_FIELDS} } }
  }`),
  shape: z.object({ updateEntry: z.object({ entry: entryShape }) }),
};

export const updateEntry = defineTool({
  name: 'update_entry',
  title: 'Update an entry',
  description:
    'Corrects an entry whose id you have from a search. It replaces what you pass: with content, the whole text of ' +
    'the entry; with metadata, all of its metadata. It affects every statement of the entry: to correct one of several, ' +
    'pass the whole text that should remain. To add a fact, or to record that something has changed since, ' +
    'use write_memory instead. Changes of the content and the metadata are kept in the history and can be reverted.',
  field: 'Mutation.updateEntry',
  annotations: { ...ADDS, destructiveHint: true, idempotentHint: true },
  input: z.strictObject({
    entryId: z.string().min(1).describe('The entry, as in entryId of a result.'),
    content: textArgument
      .optional()
      .describe('The new text of the entry, in place of all of its statements.'),
    metadata: metadataArgument,
    importance: z.number().min(1).max(10).optional().describe('1 (trivial) to 10 (vital).'),
    occurredAt: timeArgument.optional().describe('When it happened, such as 2026-01-02T10:00:00Z.'),
    ifVersion: z
      .number()
      .int()
      .optional()
      .describe('Changes the entry only if this is its version.'),
  }),
  output: changedEntry,
  run: async ({ operation }, input) => {
    await requireReach(operation, [input.entryId]);
    return shownEntry((await operation.ask(UPDATE, { input })).updateEntry.entry);
  },
});

const DELETE = {
  document: parse(`mutation McpDeleteEntry($input: DeleteEntryInput!) {
    deleteEntry(input: $input) { entry { ${ENTRY_FIELDS} } }
  }`),
  shape: z.object({ deleteEntry: z.object({ entry: entryShape }) }),
};

const DELETE_STATEMENT = {
  document: parse(`mutation McpDeleteStatement($input: DeleteStatementInput!) {
    deleteStatement(input: $input) { entry { ${ENTRY_FIELDS} } }
  }`),
  shape: z.object({ deleteStatement: z.object({ entry: entryShape }) }),
};

export const deleteEntry = defineTool({
  name: 'delete_entry',
  title: 'Delete an entry',
  description:
    'Deletes an entry that is wrong or that the user wants forgotten, with every statement of it. To delete only one of ' +
    'several, pass statement. Searches no longer find it, except those with ' +
    'asOf at an earlier time, for some days. A person can restore it. If a fact has only changed, use write_memory with ' +
    'supersedes, which keeps the history.',
  field: 'Mutation.deleteEntry',
  annotations: { ...ADDS, destructiveHint: true, idempotentHint: true },
  input: z.strictObject({
    entryId: z.string().min(1).describe('The entry, as in entryId of a result.'),
    statement: z
      .number()
      .int()
      .optional()
      .describe('The number of the only statement to delete; the whole entry when omitted.'),
  }),
  output: changedEntry,
  run: async ({ operation }, { entryId, statement }) => {
    await requireReach(operation, [entryId]);
    if (statement === undefined) {
      const { deleteEntry: deleted } = await operation.ask(DELETE, { input: { entryId } });
      return shownEntry(deleted.entry);
    }
    const input = { entryId, number: statement };
    return shownEntry((await operation.ask(DELETE_STATEMENT, { input })).deleteStatement.entry);
  },
});
