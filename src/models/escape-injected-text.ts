/**
 * Writes the text of an entry as one line of a prompt, so that it can neither begin another message nor imitate another
 * piece of knowledge, and has no control tokens of a model's chat template.
 */
export function escapeInjectedText(text: string): string {
  return text
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\[(?=\s*memory\s*:)/gi, '(')
    .replace(/<(?=\s*[|｜/<\p{L}_])/gu, '‹')
    .replace(/\[(?=\s*(?:\/\s*)?[A-Z_]{3,30}\s*\])/g, '(')
    .trim();
}
