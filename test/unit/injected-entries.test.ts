import { describe, expect, it } from 'vitest';
import { fitBudget, leastRelevance } from '../../src/agents/injected-entries.ts';
import { lineOf } from '../../src/agents/knowledge-messages.ts';
import { newStatement, restated } from '../../src/entries/statements.ts';
import type { RetrievedResult } from '../../src/retrieval/retrieve.ts';
import { countTokens } from '../../src/token-budget.ts';

const cut = { minScore: null, relativeScore: 0.3, mode: 'HYBRID' as const };

describe('the lowest relevance of an injected entry', () => {
  it('is a share of the best, and not below the floor of the mode', () => {
    expect(leastRelevance(cut, 0.8)).toBeCloseTo(0.24, 10);
    expect(leastRelevance(cut, 0.4)).toBe(0.15);
    expect(leastRelevance({ ...cut, mode: 'SEMANTIC' }, 0.8)).toBe(0.3);
  });

  it('is never above the best', () => {
    expect(leastRelevance(cut, 0.1)).toBe(0.1);
    expect(leastRelevance({ ...cut, relativeScore: 1 }, 0.7)).toBe(0.7);
    expect(leastRelevance(cut, 0)).toBe(0);
  });

  it('is no limit with a share of 0, but for the score that is asked for', () => {
    expect(leastRelevance({ ...cut, relativeScore: 0 }, 0.8)).toBe(0);
    expect(leastRelevance({ ...cut, relativeScore: 0, minScore: 0.5 }, 0.4)).toBe(0.5);
    expect(leastRelevance({ ...cut, minScore: 0.5 }, 0.9)).toBe(0.5);
  });
});

describe('the statements of an entry', () => {
  it('are in the order in which they were said last', () => {
    const said = (text: string, day: number, number: number) =>
      newStatement(
        { text, source: 'MANUAL', metadata: {}, context: null, occurredAt: new Date(2026, 2, day) },
        { number, actor: 'a', now: new Date(2026, 2, day) },
      );
    const [down, up] = [said('It is down', 10, 1), said('It is up', 11, 2)];
    const now = new Date(2026, 2, 12);
    const again = restated(down, { metadata: {}, occurredAt: null, now });
    const entry = { memoryId: 'mem', lesson: null, statements: [up, again] };
    const matches = [again, up].map((statement) => ({
      statement,
      occurredAt: new Date(statement.occurredAt ?? 0),
      text: statement.text,
    }));
    const told = (shown: typeof matches) => {
      const results = [{ entry, matches: shown }] as unknown as RetrievedResult[];
      const { injected } = fitBudget(results, { tokenBudget: 100, names: new Map() });
      return injected[0]?.pieces.map(({ text, date }) => [text, date?.getDate()]);
    };
    expect(told(matches)).toEqual([
      ['It is up', 11],
      ['It is down', 12],
    ]);
    // Alone, it has the date on which it happened.
    expect(told(matches.slice(0, 1))).toEqual([['It is down', 10]]);
  });

  it('are the best and then the newest, if they do not all fit', () => {
    const matches = [3, 1, 2, 4].map((day) => {
      const occurredAt = new Date(2026, 2, day);
      const said = {
        text: `Said on ${day}`,
        source: 'MANUAL',
        metadata: {},
        context: null,
      } as const;
      const now = { number: day, actor: 'a', now: occurredAt };
      return { statement: newStatement({ ...said, occurredAt }, now), occurredAt, text: said.text };
    });
    const result = {
      entry: { memoryId: 'mem', lesson: null },
      matches,
    } as unknown as RetrievedResult;
    const toldIn = (tokenBudget: number) => {
      const { injected, omitted } = fitBudget([result], { tokenBudget, names: new Map() });
      return [
        ...(injected[0]?.pieces.map(({ text }) => text) ?? []),
        ...omitted.map(({ reason }) => reason),
      ];
    };
    expect(toldIn(1)).toEqual(['Said on 3', 'TOKEN_BUDGET']);
    expect(toldIn(20)).toEqual(['Said on 3', 'Said on 4', 'TOKEN_BUDGET']);
    expect(toldIn(30)).toEqual(['Said on 2', 'Said on 3', 'Said on 4', 'TOKEN_BUDGET']);
    expect(toldIn(100)).toEqual(['Said on 1', 'Said on 2', 'Said on 3', 'Said on 4']);
  });
});

describe('a text that does not fit', () => {
  const now = new Date(2026, 2, 1);
  const fitInto = (result: object, tokenBudget: number) => {
    const { injected, omitted } = fitBudget([result as RetrievedResult], {
      tokenBudget,
      names: new Map(),
    });
    return { pieces: injected.flatMap(({ pieces }) => pieces), omitted };
  };
  const found = (text: string, chunk: string) => {
    const said = { text, source: 'MANUAL', metadata: {}, context: null, occurredAt: now } as const;
    const statement = newStatement(said, { number: 1, actor: 'a', now });
    return {
      entry: { memoryId: 'mem', lesson: null },
      matches: [{ statement, occurredAt: now, text: chunk }],
    };
  };
  const [first, middle, last] = ['a', 'b', 'c'].map((letter) => `Part ${letter.repeat(300)}.`);
  const whole = `${first} ${middle} ${last}`;

  it.each([
    [first, `${first}…`],
    [middle, `…${middle}…`],
    [last, `…${last}`],
  ])('is injected as its best chunk', (chunk = '', shown) => {
    const { pieces, omitted } = fitInto(found(whole, chunk), 100);
    expect(pieces.map(({ text }) => text)).toEqual([shown]);
    expect(omitted).toMatchObject([{ reason: 'TOKEN_BUDGET' }]);
    expect(fitInto(found(whole, chunk), 1000)).toMatchObject({
      pieces: [{ text: whole }],
      omitted: [],
    });
  });

  it('is cut if its chunk does not fit either, but not to less than 100 bytes', () => {
    const long = found('<b>é'.repeat(500), '<b>é'.repeat(500));
    for (const tokenBudget of [60, 61, 62, 63, 200]) {
      const { pieces } = fitInto(long, tokenBudget);
      expect(countTokens(...pieces.map(lineOf))).toBeLessThanOrEqual(tokenBudget);
      expect(countTokens(...pieces.map(lineOf))).toBeGreaterThan(tokenBudget - 4);
      expect(pieces[0]?.text).toMatch(/^(‹b>é)+.*…$/);
    }
    const [least] = fitInto(long, 1).pieces;
    expect(Buffer.byteLength(least?.text ?? '')).toBeGreaterThan(90);
  });

  it('loses the end of the task first, if it is a lesson', () => {
    const lesson = { task: 'x'.repeat(5000), outcome: 'FAIL', keyMistake: 'M', correctAction: 'C' };
    const [statement] = found('What was learned', '').matches.map((match) => match.statement);
    const entry = { memoryId: 'mem', lesson, lastStatedAt: now, statements: [statement] };
    const { pieces } = fitInto({ entry, matches: [] }, 200);
    expect(pieces[0]?.text).toMatch(
      /^Past task \(failed\): x+… Reflection: What was learned\. Key mistake: M\. Correct action: C\.$/,
    );
  });
});

describe('tokens', () => {
  it('are four bytes of UTF-8 each', () => {
    expect(
      [[], ['abcd'], ['abcd', 'e'], ['éé', 'é']].map((texts: string[]) => countTokens(...texts)),
    ).toEqual([0, 1, 2, 2]);
  });
});
