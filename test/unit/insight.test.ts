import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRating } from '../../src/stream/importance.ts';
import { namesEntity } from '../../src/stream/names-entity.ts';
import { parseInsight, parseQuestions } from '../../src/stream/parse-insight.ts';

describe('parseInsight', () => {
  it.each<[string, string, number[]]>([
    ['They like order (because of 3, 1).', 'They like order.', [3, 1]],
    ['They like order (because of 1-3)', 'They like order', [1, 2, 3]],
    ['They like order [1][2].', 'They like order.', [1, 2]],
    ['They like order [1, 2 and 4].', 'They like order.', [1, 2, 4]],
    ['They like order (1, 2).', 'They like order.', [1, 2]],
    ['"They like order."', 'They like order.', []],
    ['1. They like order (based on statements 2 and 3)', 'They like order', [2, 3]],
    ['They like order, based on statements 1 and 2.', 'They like order', [1, 2]],
    ['based on 5 years of work they know', 'based on 5 years of work they know', []],
    ['They see 2 of them', 'They see 2 of them', []],
    ['In 2 (3) cases they like order', 'In 2 (3) cases they like order', []],
    ['They like order (because of 99).', 'They like order (because of 99).', []],
    ['They like order (mostly).', 'They like order (mostly).', []],
    ['First part.\n\nSecond part.', 'First part.', []],
    ['First part.\n\nSecond part (because of 1).', 'Second part.', [1]],
    ['They like order.\n\n(because of 1, 2)', 'They like order.', []],
    ['Here is the insight:\n\nThey like order (because of 2).', 'They like order.', [2]],
    ['**Here it is:**\n \nThey like order.', 'They like order.', []],
    ['**Insight:** They like order (because of 1).', 'They like order.', [1]],
    ['- Insight: They like order.', 'They like order.', []],
    ['* **Insight**: They like order.', 'They like order.', []],
    ['<think>\nMaybe (1).\n\nOr 2?</think>\n\nThey like order (3).', 'They like order.', [3]],
  ])('reads %j', (answer, insight, cited) => {
    expect(parseInsight(answer, 5)).toEqual({ insight, cited });
  });

  it.each(['', '???', '(because of 1)', '12 34', 'Here it is:', '<think>They like order.'])(
    'finds no insight in %j',
    (answer) => {
      expect(parseInsight(answer, 5)).toBeNull();
    },
  );

  it.each([
    `The account (${'1'.repeat(60)} at her bank (because of 1)`,
    `x (1${' 20'.repeat(5000)} x)`,
    ' '.repeat(30_000),
    '['.repeat(30_000),
    `because of ${'1 '.repeat(20_000)}x`,
  ])('takes no time for what is no citation', (answer) => {
    const from = process.cpuUsage();
    parseInsight(answer, 5);
    parseQuestions(answer, 3);
    // The processor's time, which other processes of a busy machine do not count towards.
    expect(process.cpuUsage(from).user / 1000).toBeLessThan(500);
  });

  it('cites only what was shown', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(9), (answer, shown) => {
        for (const number of parseInsight(answer, shown)?.cited ?? []) {
          expect(number).toBeGreaterThanOrEqual(1);
          expect(number).toBeLessThanOrEqual(shown);
        }
      }),
    );
  });
});

describe('parseQuestions', () => {
  it.each<[string, string[]]>([
    ['1. What is it?\n2) Who is it?\n3: Why now?', ['What is it?', 'Who is it?', 'Why now?']],
    ['Here they are:\n- **What is it?**\n* Who is it?', ['What is it?', 'Who is it?']],
    ['["What is it?", "Who is it?"]', ['What is it?', 'Who is it?']],
    ['What is it?\nNothing else.', ['What is it?']],
    ['1. What is it?\n2. What is it?', ['What is it?']],
    ['I cannot.', []],
    ['1. ?\n2. !', []],
    ['<think>\n1. Is this right?\n</think>\n1. What is it?', ['What is it?']],
  ])('reads %j', (answer, questions) => {
    expect(parseQuestions(answer, 3)).toEqual(questions);
  });

  it('keeps questions short', () => {
    expect(parseQuestions('["Why \\ud83d\\u0000 that?"]', 3)).toEqual(['Why \ufffd that?']);
    const [question = ''] = parseQuestions(`1. ${'why '.repeat(100_000)}?`, 3);
    expect(question.length).toBe(500);
  });
});

describe('readRating', () => {
  it.each<[string, number | null]>([
    ['8', 8],
    ['Rating: 9 of 10', 9],
    ['**7**', 7],
    ['8/10', 8],
    ['On a scale of 1 to 10, this is an 8', 8],
    ['On a scale from 1 to 10: 7', 7],
    ['Between 1 and 10: 7', 7],
    ['Rating (1-10): 7', 7],
    ['8 on a scale of 1–10', 8],
    ['1 to 10', null],
    ['On a scale of 1 to 10, with 1 being mundane and 10 life-changing, I would say 4.', 4],
    ['With 1 being mundane and 10 being life-changing: 6', 6],
    ['I would assign this memory a rating of approximately 8.', 8],
    ['8 out of 10', 8],
    ['1 is right', 1],
    ['<think>maybe 3</think>\n8', 8],
    ['7.4', 7],
    ['0', null],
    ['0.6', null],
    ['11', null],
    ['-4', null],
    ['important', null],
  ])('reads %j as %s', (answer, rating) => {
    expect(readRating(answer)).toBe(rating);
  });
});

describe('namesEntity', () => {
  it.each([
    'Alice went home',
    'Alice called',
    'Alice’s dog barked',
    "it rained. Bob's roof leaked",
    '"Émile was here"',
    'we met Alice',
    'Talked with Alice',
  ])('finds a name in %j', (text) => {
    expect(namesEntity(text)).toBe(true);
  });

  it.each([
    'it rained',
    'Woke up and checked the phone',
    'Talked with them about it',
    'Breakfast was late',
    'The dog barked. It was loud',
    "It's late",
    "Let's go",
    "Don't want to",
    'Running is fun',
    'Finished was the first half',
    'When I asked, he said: OK',
    'Someone called',
    'Coffee beans',
  ])('finds no name in %j', (text) => {
    expect(namesEntity(text)).toBe(false);
  });

  it('takes no time for a long text', () => {
    const from = process.cpuUsage();
    namesEntity('A'.repeat(30_000) + ' Alice'.repeat(5000) + ' '.repeat(30_000));
    namesEntity(`${'The '.repeat(8000)}`);
    expect(process.cpuUsage(from).user / 1000).toBeLessThan(500);
  });
});
