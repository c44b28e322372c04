/** A value of an enum as a person reads it: `TRACE_REFLECTION` is "Trace reflection". */
export function sentenceCase(value: string): string {
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

/** A duration: 850 ms, 12.4 s, 3 min 5 s. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const rest = seconds % 60 === 0 ? '' : ` ${seconds % 60} s`;
  return `${number(Math.floor(seconds / 60))} min${rest}`;
}

/** A text in one line of at most `length` characters. */
export function shorten(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).trimEnd()}…`;
}
