import { expect, it } from 'vitest';
import { parseTextArray } from '../../src/db/server/text-arrays.ts';

it.each([
  ['{}', []],
  ['{one}', ['one']],
  ['{one,two,bücher/a b}', ['one', 'two', 'bücher/a b']],
  ['{"a,b",c}', ['a,b', 'c']],
  ['{"say \\"hi\\"","back\\\\slash",""}', ['say "hi"', 'back\\slash', '']],
  ['{"{braces}",plain}', ['{braces}', 'plain']],
  ['{NULL,"NULL",null}', [null, 'NULL', 'null']],
  [
    '{{a,b},{c,d}}',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['[0:1]={a,b}', ['a', 'b']],
])('reads %s as node-postgres does', (text, items) => {
  expect(parseTextArray(text)).toEqual(items);
});
