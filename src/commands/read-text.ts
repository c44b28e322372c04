import { readFile } from 'node:fs/promises';

/** The text of a file in UTF-8, or in UTF-16 with a byte order mark; null for a file of another encoding. */
export async function readText(path: string): Promise<string | null> {
  const bytes = await readFile(path);
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The encoding that the byte order mark says; UTF-8 without one. */
function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}
