import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../src/db/database.ts';
import {
  createSource,
  failoverConnection,
  type ReadSource,
} from '../../src/db/server/failover-connection.ts';

const log = pino({ level: 'silent' });

/** Two databases, of which the first one fails with a code. `asked` has the names of those that were asked. */
function openTwo(code: string | null) {
  const asked: string[] = [];
  const sourceOf = (name: string, failure: string | null): ReadSource => {
    const answer = async () => {
      asked.push(name);
      if (failure) throw Object.assign(new Error('failed'), { code: failure });
      return name;
    };
    const connection = { readTransaction: answer, readInOnePacket: answer };
    return createSource(name, connection as unknown as ReadSource['connection'], log);
  };
  const sources = [sourceOf('first', code), sourceOf('second', null)] as const;
  const { readTransaction } = failoverConnection({} as Connection, sources);
  return { first: sources[0], asked, read: () => readTransaction(async () => null) };
}

describe('a read', () => {
  it.each([
    ['cannot be reached', 'ECONNREFUSED', false],
    ['cancels it because of the replay', '40001', true],
    ['lacks a migration', '42P01', true],
  ])('goes to the other database if the first one %s', async (_, code, isUp) => {
    const { first, asked, read } = openTwo(code);
    expect(await read()).toBe('second');
    expect(first.isUp()).toBe(isUp);
    await read();
    // A database that cannot be reached is asked last.
    expect(asked).toEqual(
      isUp ? ['first', 'second', 'first', 'second'] : ['first', 'second', 'second'],
    );
  });

  it('fails with another error of the first database, and goes back to a database that returns', async () => {
    const wrong = openTwo('22023');
    await expect(wrong.read()).rejects.toMatchObject({ code: '22023' });
    expect(wrong.asked).toEqual(['first']);
    const { first, read } = openTwo(null);
    first.failed(new Error('gone'));
    expect(await read()).toBe('second');
    first.succeeded();
    expect(await read()).toBe('first');
  });
});
