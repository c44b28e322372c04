import { isIsoTime } from '../components/iso-time.ts';

/**
 * The part of an address after "?", which can contain anything. Pages keep their filters there, so that a link shows
 * what its sender saw.
 */
export type RawSearch = Record<string, unknown>;

/** A property that is a text, or none. */
export function text<K extends string>(search: RawSearch, name: K): { [P in K]?: string } {
  const value = search[name];
  return typeof value === 'string' || typeof value === 'number'
    ? pick(name, String(value))
    : none(name);
}

/** A property that is one of some texts, or none. */
export function oneOf<K extends string, V extends string>(
  search: RawSearch,
  name: K,
  values: readonly V[],
): { [P in K]?: V } {
  const value = values.find((allowed) => allowed === search[name]);
  return value === undefined ? none(name) : pick(name, value);
}

/** A property that is a list of texts, or none. */
export function texts<K extends string>(search: RawSearch, name: K): { [P in K]?: string[] } {
  const value = search[name];
  if (!Array.isArray(value)) return none(name);
  return pick(
    name,
    value.filter((item) => typeof item === 'string'),
  );
}

/** A property that is a list of some of the allowed texts, or none. */
export function someOf<K extends string, V extends string>(
  search: RawSearch,
  name: K,
  values: readonly V[],
): { [P in K]?: V[] } {
  const given = search[name];
  if (!Array.isArray(given)) return none(name);
  const found = values.filter((value) => given.includes(value));
  return found.length === 0 ? none(name) : pick(name, found);
}

export type Bounds = { min: number; max: number; isInteger?: boolean };

/** A property that is a number within the bounds, or none. */
export function numeric<K extends string>(
  search: RawSearch,
  name: K,
  bounds: Bounds,
): { [P in K]?: number } {
  const value = search[name];
  return isWithin(value, bounds) ? pick(name, value) : none(name);
}

/** Whether a value is a number within the bounds. */
export function isWithin(value: unknown, { min, max, isInteger = false }: Bounds): value is number {
  if (typeof value !== 'number' || value < min || value > max) return false;
  return !isInteger || Number.isInteger(value);
}

/** Reads a time from the address: ISO 8601 with a zone, as the API takes it. Any other value is dropped. */
export function time<K extends string>(search: RawSearch, name: K): { [P in K]?: string } {
  const value = search[name];
  return isIsoTime(value) ? pick(name, value) : none(name);
}

/** Reads a day such as 2026-03-01 from the address. Any other value is dropped. */
export function day<K extends string>(search: RawSearch, name: K): { [P in K]?: string } {
  const value = search[name];
  const isDay =
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(value));
  return isDay ? pick(name, value) : none(name);
}

/** A property that is true, or none. */
export function yes<K extends string>(search: RawSearch, name: K): { [P in K]?: boolean } {
  return search[name] === true ? pick(name, true) : none(name);
}

function pick<K extends string, V>(name: K, value: V): { [P in K]?: V } {
  return { [name]: value } as { [P in K]?: V };
}

/**
 * The property as undefined. The router lays what a parser returns over the raw search, so a property that the parser
 * leaves out would keep its raw value.
 */
function none<K extends string>(name: K): { [P in K]?: undefined } {
  return { [name]: undefined } as { [P in K]?: undefined };
}
