/** Metadata from pairs such as `team=sales`. What is a JSON value other than a text is one: `count=3` is a number. */
export function metadataOf(pairs: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return at === -1 ? [pair, true] : [pair.slice(0, at).trim(), parsed(pair.slice(at + 1))];
    }),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}
