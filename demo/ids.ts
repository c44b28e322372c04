import { createHash } from 'node:crypto';
import { TypeID } from 'typeid-js';

type Row = { id: string; createdAt: string };

/**
 * Gives the objects of an export ids that depend only on their order and their times, so that a second run has the same
 * ones and the import finds what is there already. Like every id they begin with the time, and sort by it.
 */
export function withFixedIds(lines: readonly string[]): string[] {
  const names = new Map<string, string>();
  for (const line of lines.slice(1)) {
    const [kind = '', value] = Object.entries(JSON.parse(line) as Record<string, Row>)[0] ?? [];
    if (kind === 'end' || value?.id === undefined) continue;
    names.set(value.id, fixedId(value, names.size));
    const { cycles = [] } = value as Row & { cycles?: Row[] };
    for (const cycle of cycles) names.set(cycle.id, fixedId(cycle, names.size));
  }
  return lines.map((line) => replaceAll(line, names));
}

/** Replaces ids wherever they stand in a line. */
export function replaceAll(line: string, names: ReadonlyMap<string, string>): string {
  return line.replace(/\b[a-z]{2,3}_[0-9a-z]{26}\b/g, (id) => names.get(id) ?? id);
}

function fixedId({ id, createdAt }: Row, order: number): string {
  const prefix = id.slice(0, id.indexOf('_'));
  const time = new Date(createdAt).getTime().toString(16).padStart(12, '0');
  const rest = createHash('sha256').update(`${prefix} ${order}`).digest('hex');
  // A UUID of version 7: 48 bits of time, the version, and 74 bits besides the variant.
  const digits = `${time}7${rest.slice(0, 3)}8${rest.slice(3, 18)}`;
  const uuid = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return TypeID.fromUUID(prefix, uuid).toString();
}
