import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysFrom, readDates, widen } from '../../src/retrieval/dates.ts';

/** A Friday. */
const NOW = new Date('2026-11-20T12:00:00Z');

const ranges = (question: string) =>
  readDates(question, NOW).ranges.map(({ from, to }) =>
    [from, to].map((time) => time.toISOString().slice(0, 10)).join('..'),
  );

const undated = (text: string) => ({ text, ranges: [], isOnlyDate: false });

describe('the dates of a question', () => {
  it.each([
    ['not before 2020', '2020-01-01..9999-12-31'],
    ['on or after 2023-05-08', '2023-05-08..9999-12-31'],
    ['later than 2020', '2021-01-01..9999-12-31'],
    ['in or before 2019', '1000-01-01..2020-01-01'],
    ['prior to 2020', '1000-01-01..2020-01-01'],
    ['earlier than May 2020', '1000-01-01..2020-05-01'],
    ['up to 2019', '1000-01-01..2020-01-01'],
    ['not after May 2020', '1000-01-01..2020-06-01'],
    ['by the end of 2019', '1000-01-01..2020-01-01'],
    ['by May 5, 2023', '1000-01-01..2023-05-06'],
    ['until Friday', '1000-01-01..2026-11-21'],
    ['since 2026-10', '2026-10-01..9999-12-31'],
    ['since the week of November 11', '2026-11-09..9999-12-31'],
    ['in the week of November 11', '2026-11-09..2026-11-16'],
    ['in 2026-11', '2026-11-01..2026-12-01'],
    ['on November the 11th', '2026-11-11..2026-11-12'],
    ['over the weekend', '2026-11-14..2026-11-16'],
    ['this past weekend', '2026-11-14..2026-11-16'],
    ['in the previous week', '2026-11-09..2026-11-16'],
    ['in the last couple of weeks', '2026-11-03..2026-11-21'],
    ['from March through June', '2026-03-01..2026-07-01'],
  ])('reads the time in %j', (time, range) => {
    const read = readDates(`What was done ${time}?`, NOW);
    expect(ranges(`What was done ${time}?`)).toEqual([range]);
    expect(read).toMatchObject({ text: 'What was done?', isOnlyDate: true });
  });

  it.each(['What did Ann do last week?', 'Which plans has the team since May?', 'coffee in 2023'])(
    'are not all that %j asks for',
    (question) => {
      const { ranges: read, isOnlyDate } = readDates(question, NOW);
      expect({ count: read.length, isOnlyDate }).toEqual({ count: 1, isOnlyDate: false });
    },
  );

  it.each([
    ['Who met Bob on 2023-05-08?', '2023-05-08..2023-05-09'],
    ['What happened on May 8th, 2023 at 3pm?', '2023-05-08..2023-05-09'],
    ['What was paid on 05/08/2023?', '2023-05-08..2023-05-09'],
    ['What was paid on 8.5.2023?', '2023-05-08..2023-05-09'],
    ['What was said from 3 to 9 June 2023?', '2023-06-03..2023-06-10'],
    ['What was said 31 May - 2 June 2023?', '2023-05-31..2023-06-03'],
    ['What did Ann do in May 2023?', '2023-05-01..2023-06-01'],
    ['Which book in December, 2022?', '2022-12-01..2023-01-01'],
    ['Where was Ann in 2023?', '2023-01-01..2024-01-01'],
    ['What happened at 2023-05-08T14:30:00Z?', '2023-05-08..2023-05-09'],
    ['What happened at 2023-05-08T23:30:00-05:00?', '2023-05-09..2023-05-10'],
    ['What was paid on 3/4/2023?', '2023-03-04..2023-03-05'],
    ['What was paid on 25/12/2023?', '2023-12-25..2023-12-26'],
    ['What happened two weeks before August 11, 2023?', '2023-07-28..2023-08-12'],
    ['What happened 3 days after May 5, 2024?', '2024-05-05..2024-05-09'],
  ])('reads %j', (question, range) => {
    expect(ranges(question)).toEqual([range]);
  });

  it.each([
    ['in the spring of 2023', '2023-03-01..2023-06-01'],
    ['in summer 2021', '2021-06-01..2021-09-01'],
    ['in the autumn of 2023', '2023-09-01..2023-12-01'],
    ['in the winter of 2022', '2022-12-01..2023-03-01'],
    ['in winter 2022/23', '2022-12-01..2023-03-01'],
    ['last summer', '2026-06-01..2026-09-01'],
    ['last fall', '2025-09-01..2025-12-01'],
    ['last winter', '2025-12-01..2026-03-01'],
    ['this summer', '2026-06-01..2026-09-01'],
    ['this winter', '2026-12-01..2027-03-01'],
    ['next spring', '2027-03-01..2027-06-01'],
    ['in the spring', '2026-03-01..2026-06-01'],
    ['in winter', '2025-12-01..2026-03-01'],
    ['in the summer of last year', '2025-06-01..2025-09-01'],
    ['in May last year', '2025-05-01..2025-06-01'],
    ['in Q1 2023', '2023-01-01..2023-04-01'],
    ['in 2023-Q4', '2023-10-01..2024-01-01'],
    ['in the first half of 2023', '2023-01-01..2023-07-01'],
    ['last quarter', '2026-07-01..2026-10-01'],
  ])('reads the part of a year in %j', (time, range) => {
    expect(ranges(`What was done ${time}?`)).toEqual([range]);
    expect(readDates(`What was done ${time}?`, NOW).text).toBe('What was done?');
  });

  it('reads the winter of now in January', () => {
    const now = new Date('2027-01-10T12:00:00Z');
    const [first] = readDates('What is new this winter?', now).ranges;
    expect(first?.from).toEqual(new Date('2026-12-01'));
    const [before] = readDates('What was new last winter?', now).ranges;
    expect(before?.from).toEqual(new Date('2025-12-01'));
  });

  it.each([
    ['in early 2023', '2023-01-01..2023-05-03'],
    ['mid-2023', '2023-05-03..2023-09-01'],
    ['late 2023', '2023-09-01..2024-01-01'],
    ['in early May', '2026-05-01..2026-05-11'],
    ['in mid-May 2023', '2023-05-11..2023-05-22'],
    ['at the end of March', '2026-03-22..2026-04-01'],
    ['at the beginning of the year', '2026-01-01..2026-05-03'],
    ['late last year', '2025-09-01..2026-01-01'],
    ['in the 1990s', '1990-01-01..2000-01-01'],
    ['in the 90s', '1990-01-01..2000-01-01'],
    ["in the '90s", '1990-01-01..2000-01-01'],
    ['in the nineties', '1990-01-01..2000-01-01'],
    ['in the 20s', '2020-01-01..2030-01-01'],
    ['in the late 2010s', '2016-09-01..2020-01-01'],
  ])('reads the third or the decade in %j', (time, range) => {
    expect(ranges(`What was done ${time}?`)).toEqual([range]);
    expect(readDates(`What was done ${time}?`, NOW).text).toBe('What was done?');
  });

  it.each([
    ['since May', '2026-05-01..9999-12-31'],
    ['since last summer', '2026-06-01..9999-12-31'],
    ['since 2020', '2020-01-01..9999-12-31'],
    ['since Monday', '2026-11-16..9999-12-31'],
    ['after the year 2023', '2024-01-01..9999-12-31'],
    ['after May 5, 2023', '2023-05-06..9999-12-31'],
    ['before 2020', '1000-01-01..2020-01-01'],
    ['before May 5, 2023', '1000-01-01..2023-05-05'],
    ['until March 3', '1000-01-01..2026-03-04'],
    ['until 2023', '1000-01-01..2024-01-01'],
    ['since May 2023 until July 2023', '2023-05-01..2023-08-01'],
  ])('reads a range without an end or a beginning in %j', (time, range) => {
    expect(ranges(`What was done ${time}?`)).toEqual([range]);
    expect(readDates(`What was done ${time}?`, NOW).text).toBe('What was done?');
    expect(ranges(`What was done ${time} about the trip?`)).toEqual([range]);
  });

  it.each(['Since May we have paid more. Why?', 'Since May, customers pay more. Why?'])(
    'reads a range without an end that a clause follows: %j',
    (question) => {
      expect(ranges(question)).toEqual(['2026-05-01..9999-12-31']);
    },
  );

  it.each([
    'What happened the day after May 5, 2023?',
    'What happened on the Friday before May 5, 2023?',
    'What happened shortly before May 5, 2023?',
  ])('reads the time about a day in %j', (question) => {
    const [range] = readDates(question, NOW).ranges;
    expect(range?.from).toEqual(new Date('2023-05-05'));
    expect(range?.to.getUTCFullYear()).toBe(2023);
  });

  it.each([
    ['between 1 May 2023 and 30 June 2023', '2023-05-01..2023-07-01'],
    ['between the 1st of May and the 30th of June 2023', '2023-05-01..2023-07-01'],
    ['between 8.5.2023 and 9.6.2023', '2023-05-08..2023-06-10'],
    ['between 3 and 7 May 2023', '2023-05-03..2023-05-08'],
    ['between May 3 and 7, 2023', '2023-05-03..2023-05-08'],
    ['between May and July 2023', '2023-05-01..2023-08-01'],
    ['from May to July 2023', '2023-05-01..2023-08-01'],
    ['between November and February 2023', '2022-11-01..2023-03-01'],
    ['between May 2022 and July 2023', '2022-05-01..2023-08-01'],
    ['between November 2022 and February', '2022-11-01..2023-03-01'],
    ['between May and July', '2026-05-01..2026-08-01'],
    ['between October and December', '2025-10-01..2026-01-01'],
    ['between 2019 and 2021', '2019-01-01..2022-01-01'],
    ['from 2019 to 2021', '2019-01-01..2022-01-01'],
    ['between 2019-2021', '2019-01-01..2022-01-01'],
    ['between spring and autumn 2023', '2023-03-01..2023-12-01'],
  ])('reads one range in %j', (time, range) => {
    expect(ranges(`What was done ${time}?`)).toEqual([range]);
    expect(readDates(`What was done ${time}?`, NOW).text).toBe('What was done?');
  });

  it('reads two dates in `between` that are not in order', () => {
    expect(ranges('What changed between 30 June 2023 and 1 May 2023?')).toEqual([
      '2023-06-30..2023-07-01',
      '2023-05-01..2023-05-02',
    ]);
    expect(ranges('What changed between July 2023 and May 2023?')).toEqual([
      '2023-07-01..2023-08-01',
      '2023-05-01..2023-06-01',
    ]);
  });

  it('takes the year of another month for a month without one', () => {
    expect(ranges('What happened in June or July 2023?').toSorted()).toEqual([
      '2023-06-01..2023-07-01',
      '2023-07-01..2023-08-01',
    ]);
    expect(ranges('What of May 2023 was said last June?')).toEqual([
      '2023-05-01..2023-06-01',
      '2026-06-01..2026-07-01',
    ]);
  });

  it.each([
    ['What is due on the 5th of May?', '2026-05-05..2026-05-06'],
    ['What was on Dec 24?', '2025-12-24..2025-12-25'],
    ['What was on 20 November?', '2026-11-20..2026-11-21'],
    ['What was on 21 November?', '2025-11-21..2025-11-22'],
    ['What was on February 29?', '2024-02-29..2024-03-01'],
    ['What was on the 29th of Feb?', '2024-02-29..2024-03-01'],
    ['What happened in May?', '2026-05-01..2026-06-01'],
    ['What happened last December?', '2025-12-01..2026-01-01'],
    ['What happened last May?', '2026-05-01..2026-06-01'],
    ['What happened last November?', '2025-11-01..2025-12-01'],
    ['What happened in may?', '2026-05-01..2026-06-01'],
  ])('takes the latest one without a year in %j', (question, range) => {
    expect(ranges(question)).toEqual([range]);
  });

  it.each([
    ['yesterday', '2026-11-19..2026-11-20'],
    ['last night', '2026-11-19..2026-11-20'],
    ['the day before yesterday', '2026-11-18..2026-11-19'],
    ['the day after tomorrow', '2026-11-22..2026-11-23'],
    ['tomorrow morning', '2026-11-21..2026-11-22'],
    ['today', '2026-11-20..2026-11-21'],
    ['earlier today', '2026-11-20..2026-11-21'],
    ['tonight', '2026-11-20..2026-11-21'],
    ['this morning', '2026-11-20..2026-11-21'],
    ['two hours ago', '2026-11-20..2026-11-21'],
    ['3 days ago', '2026-11-17..2026-11-18'],
    ['a couple of days ago', '2026-11-18..2026-11-19'],
    ['a few days ago', '2026-11-17..2026-11-18'],
    ['a week ago', '2026-11-10..2026-11-17'],
    ['two weeks ago', '2026-11-03..2026-11-10'],
    ['a month ago', '2026-10-01..2026-11-01'],
    ['twelve years ago', '2014-01-01..2015-01-01'],
    ['a decade ago', '2016-01-01..2017-01-01'],
    ['3 weeks from now', '2026-12-08..2026-12-15'],
    ['last week', '2026-11-09..2026-11-16'],
    ['the week before last', '2026-11-02..2026-11-09'],
    ['earlier this week', '2026-11-16..2026-11-23'],
    ['next week', '2026-11-23..2026-11-30'],
    ['last weekend', '2026-11-14..2026-11-16'],
    ['this weekend', '2026-11-21..2026-11-23'],
    ['last month', '2026-10-01..2026-11-01'],
    ['this month', '2026-11-01..2026-12-01'],
    ['next month', '2026-12-01..2027-01-01'],
    ['last year', '2025-01-01..2026-01-01'],
    ['this year', '2026-01-01..2027-01-01'],
    ['next year', '2027-01-01..2028-01-01'],
    ['this December', '2026-12-01..2027-01-01'],
    ['next May', '2027-05-01..2027-06-01'],
    ['over the past month', '2026-10-01..2026-11-21'],
    ['in the last month', '2026-10-01..2026-11-21'],
    ['in the past two years', '2024-01-01..2026-11-21'],
    ['in the last 3 days', '2026-11-17..2026-11-21'],
    ['in the last 24 hours', '2026-11-19..2026-11-21'],
    ['within the next 3 days', '2026-11-20..2026-11-24'],
    ['last Friday', '2026-11-13..2026-11-14'],
    ['last Thursday', '2026-11-19..2026-11-20'],
    ['on Friday', '2026-11-20..2026-11-21'],
    ['on Monday morning', '2026-11-16..2026-11-17'],
    ['this Saturday', '2026-11-21..2026-11-22'],
    ['next Friday', '2026-11-27..2026-11-28'],
    ['next Saturday', '2026-11-21..2026-11-22'],
  ])('counts from now in %j', (time, range) => {
    expect(ranges(`What was said ${time}?`)).toEqual([range]);
    expect(readDates(`What was said ${time}?`, NOW).text).toBe('What was said?');
  });

  it('reads several, with the year of one for the others', () => {
    expect(ranges('What changed on May 3 and May 7 2023?')).toEqual([
      '2023-05-03..2023-05-04',
      '2023-05-07..2023-05-08',
    ]);
  });

  it.each([
    ['What was new last week, as mentioned on November 8, 2023?', '2023-10-30..2023-11-06'],
    ['What was said of the trip last December, on November 8, 2023?', '2022-12-01..2023-01-01'],
    ['What was said of the trip in December, on November 8, 2023?', '2023-12-01..2024-01-01'],
    ['What was said of the trip this May, on November 8, 2023?', '2023-05-01..2023-06-01'],
  ])('counts from a day that the question names: %j', (question, range) => {
    expect(ranges(question)).toEqual(['2023-11-08..2023-11-09', range]);
  });

  it('takes the latest month beside a day without a year', () => {
    expect(ranges('On May 3, what did Ann say of the trip in December?')).toEqual([
      '2026-05-03..2026-05-04',
      '2025-12-01..2026-01-01',
    ]);
  });

  it.each([
    'What may Ann do?',
    'You may go. May I march on, next to her?',
    'Who sold 1999 items in 2000 orders? Did it cost 2023 dollars?',
    'What is new in Spring Boot, and who wrote of the fall of Rome?',
    'Which is the last month of the contract, and who met the Friday team?',
    'What did she say the next day?',
    'Why does Bob say that this may fail? Who led the last march?',
    'The march of the sun, in the sun on Sat',
    'Call 2023 people in room 2023',
    'Are between 2000 and 2050 requests sent, or from 2000 to 2050.5 ms, between Ann and Bob?',
    'Add 1/2 cup of sugar and 4/5 of the milk, 24/7',
    'Who came before Jan left, after June arrived and since April joined?',
    'Is this before spring cleaning, after fall damage or until winter break?',
    'What is new in spring boot, and in the spring framework?',
    'What changed in version 3.4.2021, and after release 5.6.2022 of the tool?',
    'Was it done by 2019, by May, and are up to 2000 requests sent?',
    'Is a key in 2048 bits, and an image in 1920 pixels?',
    'build 2023.05.01, version 2.10.3, host 10.10.10.10',
    'ticket ABC-2021-03-12 in 2021-03-12.log at http://x.y/2021/03/12/a',
    'What is due in 2 weeks, in 5 minutes, on the 3rd?',
    '¿Qué pasó el 8 de mayo? 5月8日に何が？ Что было 8 мая?',
    '',
  ])('reads none in %j, which stays as it is', (question) => {
    expect(readDates(question, NOW)).toEqual(undated(question));
  });

  it.each([
    ['Who met Bob on 2023-05-08?', 'Who met Bob?'],
    ['As of August 14, 2023, what is the plan?', 'what is the plan?'],
    ['What broke 3 days ago, and why?', 'What broke, and why?'],
    ['In May 2023, who came by 5 June 2023?', 'who came?'],
    ['on 2023-05-08', 'on 2023-05-08'],
    ['yesterday?', 'yesterday?'],
    ["What is today's plan?", 'What is plan?'],
  ])('are removed from %j, with the word before them, if a word is left', (question, text) => {
    const read = readDates(question, NOW);
    expect(read.text).toBe(text);
    expect(read.ranges).not.toEqual([]);
  });

  it('takes a 29 February from another year than that of the other date, if that has none', () => {
    expect(ranges('What changed on Feb 29 and May 7 2023?')).toEqual([
      '2024-02-29..2024-03-01',
      '2023-05-07..2023-05-08',
    ]);
  });

  it.each([
    ['on 9999-12-31', NOW, '9999-12-31T00:00:00.000Z..9999-12-31T23:59:59.999Z'],
    ['in 999 years ago', NOW, '1027-01-01T00:00:00.000Z..1028-01-01T00:00:00.000Z'],
    ['on 1000-01-01', NOW, '1000-01-01T00:00:00.000Z..1000-01-02T00:00:00.000Z'],
    [
      'this year',
      new Date('9999-12-31T12:00:00Z'),
      '9999-01-01T00:00:00.000Z..9999-12-31T23:59:59.999Z',
    ],
    ['3 weeks after 9999-12-31', NOW, '9999-12-31T00:00:00.000Z..9999-12-31T23:59:59.999Z'],
  ])('ends with the times that are stored: %j', (question, now, range) => {
    const read = readDates(question, now).ranges;
    expect(read.map(({ from, to }) => `${from.toISOString()}..${to.toISOString()}`)).toEqual([
      range,
    ]);
    for (const { from, to } of widen(read, 8)) {
      expect([from.toISOString(), to.toISOString()].join()).toMatch(/^[1-9]\d{3}-.*,[1-9]\d{3}-/);
    }
  });

  it.each([
    ['0001-01-01', NOW],
    ['What was on 0999-12-31?', NOW],
    ['What was on 01.01.0050?', NOW],
    ['in the year 12', NOW],
    ['3000 years ago', NOW],
    ['99999999 days ago', NOW],
    ['999 years ago', new Date('1000-06-01T00:00:00Z')],
    ['yesterday', new Date('1000-01-01T12:00:00Z')],
  ])('are not those that cannot be stored: %j', (question, now) => {
    expect(readDates(question, now)).toEqual(undated(question));
  });

  it('are read at the beginning of a long text, fast', () => {
    const texts = [
      '3 days ',
      '1 may ',
      'the end of the ',
      'in the early ',
      'in 1/2 a few days ',
      '2023-05-08 ',
      '今天你好',
    ];
    for (const text of texts) {
      const long = text.repeat(32_768 / text.length);
      const start = performance.now();
      readDates(long, NOW);
      expect(performance.now() - start).toBeLessThan(1000);
    }
    const start = performance.now();
    readDates(`On 8 May 2023 a${','.repeat(131_072)}b`, NOW);
    expect(performance.now() - start).toBeLessThan(5000);
    const late = `${'word '.repeat(300)} on 8 May 2023`;
    expect(readDates(late, NOW)).toEqual(undated(late));
    const early = `On 8 May 2023 ${'word '.repeat(300)}`;
    expect(readDates(early, NOW).text).toBe('word '.repeat(300).trim());
  });

  it('never fails, and is never empty', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'in ',
        'since ',
        'the end of ',
        'winter ',
        'May ',
        '2023',
        '8 ',
        '1/2/',
        ' ago',
        'last ',
        'two weeks ',
        'before ',
      ),
    );
    const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (question) => {
        const read = readDates(question, NOW);
        if (read.ranges.length === 0) expect(read.text).toBe(question);
        else expect(read.text).toMatch(/[\p{L}\p{N}]/u);
        for (const { from, to } of read.ranges)
          expect(to.getTime()).toBeGreaterThan(from.getTime());
      }),
    );
  });
});

it('daysFrom counts days from the nearest range', () => {
  const range = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
  const may = [range('2023-05-01', '2023-06-01'), range('2023-07-01', '2023-07-02')];
  const days = (time: string) => daysFrom(may, Date.parse(time));
  expect(days('2023-05-15')).toBe(0);
  expect(days('2023-04-29')).toBe(2);
  expect(days('2023-06-02T12:00:00Z')).toBe(1.5);
  expect(days('2023-06-30')).toBe(1);
  expect(daysFrom([], NOW.getTime())).toBe(Infinity);
});
