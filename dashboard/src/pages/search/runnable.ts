/** Fields of the inputs whose values are enums, which are written without quotes in GraphQL. */
const ENUMS = new Set(['mode', 'ranking', 'normalization', 'kinds', 'sources', 'outcomes']);
/** Fields whose values are any JSON. */
const JSON_FIELDS = new Set(['metadata', 'messages']);
const NAME = /^[_A-Za-z][_0-9A-Za-z]*$/;

/**
 * A query whose variable `input` has its value as default, so that it runs without variables. JSON with a key that is
 * not a valid GraphQL name cannot be written in a query. The query then has no default.
 */
export function runnable(query: string, { input }: { input: object }): string {
  const value = literal(input, '', false);
  if (value === null) return query;
  return query.replace(/\(\$input: (\w+!)\)/, (_, type) => `($input: ${type} = ${value})`);
}

/** A value in the notation of GraphQL; null if it cannot be written in it. */
function literal(value: unknown, field: string, isJson: boolean): string | null {
  if (typeof value === 'string') {
    return ENUMS.has(field) && !isJson ? value : JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => literal(item, field, isJson));
    return items.includes(null) ? null : `[${items.join(', ')}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, one]) => {
    const written = literal(one, name, isJson || JSON_FIELDS.has(name));
    return written === null || !NAME.test(name) ? null : `${name}: ${written}`;
  });
  return fields.includes(null) ? null : `{ ${fields.join(', ')} }`;
}
