import type { EntryConditions } from '../db/entry-conditions.ts';
import type { EntryRow, ProjectRow } from '../db/rows.ts';
import type { Metadata } from '../db/tables/columns.ts';
import { ENTRY_KINDS } from '../db/tables/entries.ts';
import { badInput } from '../errors.ts';

/** The project's setting `requiredMetadataKey`, which keeps the reflections of, for example, users apart. */

type Project = Pick<ProjectRow, 'requiredMetadataKey'>;

/** Whether metadata has a single value at the key. A list or an object would match the filters of several users. */
function hasValue(metadata: Metadata | null | undefined, key: string): boolean {
  if (!metadata || !Object.hasOwn(metadata, key)) return false;
  return ['string', 'number', 'boolean'].includes(typeof metadata[key]);
}

/** @throws BAD_USER_INPUT at `path` if the project requires a key that the metadata does not have */
export function requireMetadata(
  { requiredMetadataKey: key }: Project,
  metadata: Metadata | null | undefined,
  path: string,
): void {
  if (key === null || hasValue(metadata, key)) return;
  throw badInput(
    path,
    `must have the key ${JSON.stringify(key)} with a string, number or boolean; the project requires it`,
  );
}

/**
 * Checks the metadata of an entry that is written or changed, if it is a reflection.
 * @throws BAD_USER_INPUT at `path`, as `requireMetadata`
 */
export function requireOfReflection(
  project: Project,
  { kind, metadata }: Pick<EntryRow, 'kind'> & { metadata: Metadata | null | undefined },
  path: string,
): void {
  if (kind === 'REFLECTION') requireMetadata(project, metadata, path);
}

/**
 * Returns the conditions of a search for entries. If they do not filter by the key that the project requires,
 * reflections are left out, since they could be of any user.
 * @throws BAD_USER_INPUT at `path` if the kinds name REFLECTION without such a filter
 */
export function withoutForeignReflections(
  project: Project,
  conditions: EntryConditions,
  path: string,
): EntryConditions {
  const { requiredMetadataKey: key } = project;
  const { kinds, metadata } = conditions;
  if (key === null || hasValue(metadata, key)) return conditions;
  if (kinds?.includes('REFLECTION')) requireMetadata(project, metadata, path);
  return kinds === null
    ? { ...conditions, kinds: ENTRY_KINDS.filter((kind) => kind !== 'REFLECTION') }
    : conditions;
}

/**
 * The metadata filter of a search for reflections by an agent: the given one, with the required key from the
 * metadata of the run if the filter does not have it.
 * @throws BAD_USER_INPUT at `path` if neither has the key that the project requires
 */
export function withRequiredKey(
  project: Project,
  { filter, metadata }: { filter: Metadata | null; metadata: Metadata | null },
  path: string,
): Metadata | null {
  const { requiredMetadataKey: key } = project;
  if (key === null || hasValue(filter, key)) return filter;
  requireMetadata(project, metadata, path);
  return { ...filter, [key]: metadata?.[key] };
}
