/** A value of an enum as a person reads it: `TRACE_REFLECTION` is "Trace reflection". */
export function titleCase(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const NUMBER = new Intl.NumberFormat('en');
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** 12,345 */
export function number(value: number): string {
  return NUMBER.format(value);
}

/** 12.3K */
export function compact(value: number): string {
  return COMPACT.format(value);
}

/** "1 entry", "3 entries" */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** A size in KiB or MiB. */
export function bytes(value: number): string {
  if (value < 1024) return `${value} B`;
  if (value < 1024 * 1024) return `${(value / 1024).toFixed(1)} KiB`;
  return `${(value / 1024 / 1024).toFixed(1)} MiB`;
}

/** A value in 0..1 with two decimals. */
export function ratio(value: number): string {
  return value.toFixed(2);
}
