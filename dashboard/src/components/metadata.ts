/** Metadata from pairs such as `team=sales`. A value that is JSON is parsed: in `count=3` it is a number. */
export function metadataOfPairs(pairs: readonly string[]): Record<string, unknown> {
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
