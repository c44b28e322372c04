/**
 * Text for a prompt between delimiters that it cannot close or open: whatever it holds is data. The
 * angle bracket of a tag of the same name is replaced by a look-alike.
 */
export function fenced(tag: string, text: string): string {
  const own = new RegExp(`<(?=\\s*/?\\s*${tag}\\b)`, 'gi');
  return `<${tag}>\n${text.replace(own, '‹')}\n</${tag}>`;
}
