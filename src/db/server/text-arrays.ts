import pg from 'pg';

/** The type `text[]` of PostgreSQL. */
const TEXT_ARRAY = 1009 as number as Parameters<typeof pg.types.setTypeParser>[0];

const parseAnyArray: (text: string) => unknown = pg.types.getTypeParser(TEXT_ARRAY, 'text');

/**
 * Makes node-postgres split arrays such as `{one,two}` at their commas. Most lists of tags are such arrays. All others
 * are read by its own parser, which examines each character.
 */
export function readPlainArrays(): void {
  pg.types.setTypeParser(TEXT_ARRAY, parseTextArray);
}

/** The items of an array as PostgreSQL writes it, in which `NULL` without quotes is a null. */
export function parseTextArray(text: string): unknown {
  const isPlain = text.lastIndexOf('{') === 0 && !text.includes('"') && !text.includes('NULL');
  if (!isPlain) return parseAnyArray(text);
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}
