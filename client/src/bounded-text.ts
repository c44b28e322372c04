/** The beginning of a text as the server takes it: without NUL, and with no half of a surrogate pair. */
export function boundedText(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  return text
    .slice(0, maxLength)
    .replaceAll('\0', '')
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '');
}

/** The value as it is sent, with its texts as the server takes them. */
export function storable<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, item) => {
    if (typeof item === 'string') return boundedText(item);
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).map(([name, one]) => [boundedText(name), one]));
  }) as Value;
}

/** The beginning and the end of a text that is too long. */
export function shortenedText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = maxLength / 2;
  return `${boundedText(text, half)} … ${boundedText(text.slice(-half))}`;
}
