/**
 * The first character of a control token of a model's chat template, such as `<|im_end|>`, `<end_of_turn>` or `[INST]`.
 * An endpoint that reads tokens in texts would end the message there.
 */
const CONTROL_TOKEN =
  /[<[](?=[|｜][^<>|｜\s]{1,40}[|｜]>|(?:start|end)_of_turn>|<\/?SYS>>|\/?(?:INST|SYSTEM_PROMPT)\])/g;

const LOOK_ALIKES: Readonly<Record<string, string>> = { '<': '‹', '[': '(' };

/**
 * Puts untrusted text between an opening and a closing tag for a prompt, so that the model can tell it from
 * instructions. The text cannot close or reopen the tag, and cannot end its message: the first character of every tag
 * of the same name, and of every control token, is replaced by one that looks alike.
 */
export function delimitUntrustedText(tag: string, text: string): string {
  const sameTag = new RegExp(`<(?=\\s*(?:/\\s*)?${tag}\\b)`, 'gi');
  const inner = text
    .replace(CONTROL_TOKEN, (first) => LOOK_ALIKES[first] ?? first)
    .replace(sameTag, '‹');
  return `<${tag}>\n${inner}\n</${tag}>`;
}
