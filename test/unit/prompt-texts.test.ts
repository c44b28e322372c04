import { describe, expect, it } from 'vitest';
import { delimitUntrustedText } from '../../src/models/delimit-untrusted-text.ts';
import { escapeInjectedText } from '../../src/models/escape-injected-text.ts';

describe('a text in a prompt', () => {
  it.each([
    ['[INST]', '(INST]'],
    ['[ / INST ]', '( / INST ]'],
    ['[/SYSTEM_PROMPT]', '(/SYSTEM_PROMPT]'],
    ['[1] [ok]', '[1] [ok]'],
  ])('has no control token: %s', (text, escaped) => {
    expect(escapeInjectedText(text)).toBe(escaped);
  });

  it.each(['<note>', '</note>', '< / note>', '<  note>'])('cannot reopen its tag: %s', (tag) => {
    expect(delimitUntrustedText('note', tag)).toBe(`<note>\n‹${tag.slice(1)}\n</note>`);
  });

  it('is read in linear time', () => {
    const blanks = ' '.repeat(128 * 1024);
    const start = performance.now();
    escapeInjectedText(`a [${blanks}b`);
    delimitUntrustedText('note', `a <${blanks}b`);
    expect(performance.now() - start).toBeLessThan(5000);
  }, 120_000);
});
