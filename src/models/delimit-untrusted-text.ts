/**
 * Puts untrusted text between an opening and a closing tag for a prompt, so that the model can tell it
 * from instructions. The text cannot close or reopen the tag: in every tag of the same name inside the
 * text, `<` is replaced by the look-alike `‹`.
 */
export function delimitUntrustedText(tag: string, text: string): string {
  const sameTag = new RegExp(`<(?=\\s*/?\\s*${tag}\\b)`, 'gi');
  return `<${tag}>\n${text.replace(sameTag, '‹')}\n</${tag}>`;
}
