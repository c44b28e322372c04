import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { gatherWrites } from '../src/db/gather-writes.ts';
import { transactionsOf } from '../src/db/pool-transactions.ts';
import { endGroups, sendFewerMessages, startGroups } from '../src/db/statement-messages.ts';
import { server, urlOf } from './support/database-server.ts';

const SYNC = 'S\0\0\0\x04';

/** What node-postgres sends for a statement: by its name, it is prepared once for each connection. */
const select = (name: string, text = 'select $1::text as value') => ({ name, text });

describe.skipIf(!server)('statements of a transaction that are sent together', () => {
  let pool: pg.Pool;
  let client: pg.PoolClient;
  /** Each packet that was sent, as text. */
  let packets: string[] = [];

  beforeAll(async () => {
    pool = new pg.Pool({ connectionString: urlOf('postgres'), max: 1, pipeline: true });
    pool.on('connect', (opened) => {
      const { stream } = opened.connection;
      const uncork = stream.uncork.bind(stream);
      const write = stream.write.bind(stream);
      let sent = '';
      stream.write = (chunk: Buffer) => {
        sent += chunk.toString('latin1');
        return write(chunk);
      };
      stream.uncork = () => {
        uncork();
        if (stream.writableCorked === 0 && sent !== '') packets.push(sent);
        if (stream.writableCorked === 0) sent = '';
      };
      gatherWrites(opened, sendFewerMessages(opened));
    });
    client = await pool.connect();
    client.release();
  });

  afterAll(() => pool.end());

  /** Runs `work` on a connection that sends groups, and returns what was sent meanwhile. */
  async function inGroups(work: (client: pg.PoolClient) => Promise<unknown>): Promise<string[]> {
    client = await pool.connect();
    packets = [];
    startGroups(client);
    try {
      await work(client);
    } finally {
      endGroups(client);
      client.release();
    }
    return packets;
  }

  const statementsOf = (...names: string[]) =>
    names.map((name) => client.query(select(name), [name]).then(({ rows }) => rows[0]?.value));

  const codesOf = (results: PromiseSettledResult<unknown>[]) =>
    results.map((one) => (one.status === 'rejected' ? one.reason.code : one.status));

  it('end with one Sync, and each has its own answer', async () => {
    const sent = await inGroups(async () => {
      const long = 'x'.repeat(20_000);
      const all = [...statementsOf('a', 'b'), client.query(select('a'), [long])];
      const [first, second, third] = await Promise.all(all);
      expect([first, second]).toEqual(['a', 'b']);
      expect(third).toMatchObject({ command: 'SELECT', rows: [{ value: long }] });
      expect(await Promise.all(statementsOf('b', 'c'))).toEqual(['b', 'c']);
    });
    expect(sent.map((packet) => packet.split(SYNC).length - 1)).toEqual([1, 1]);
  });

  it('end with one Sync each outside of a transaction', async () => {
    client = await pool.connect();
    packets = [];
    expect(await Promise.all(statementsOf('a', 'b', 'c'))).toEqual(['a', 'b', 'c']);
    client.release();
    expect(packets.map((packet) => packet.split(SYNC).length - 1)).toEqual([3]);
  });

  it('fail behind the one that fails, and can be sent again', async () => {
    await inGroups(async () => {
      const results = await Promise.allSettled([
        ...statementsOf('d'),
        client.query(select('fails', 'select 1 / $1::int'), [0]),
        ...statementsOf('e', 'd'),
      ]);
      expect(codesOf(results)).toEqual(['fulfilled', '22012', '25P02', '25P02']);
      expect(await Promise.all(statementsOf('d', 'e'))).toEqual(['d', 'e']);
      const { rows } = await client.query(select('fails', 'select 1 / $1::int'), [1]);
      expect(rows).toEqual([{ '?column?': 1 }]);
    });
  });

  it('are refused by the parser, and can be corrected', async () => {
    await inGroups(async () => {
      const wrong = { name: 'wrong', text: 'select nothing_of_this_name' };
      const results = await Promise.allSettled([
        client.query(wrong),
        client.query(wrong),
        ...statementsOf('f'),
      ]);
      expect(codesOf(results)).toEqual(['42703', '25P02', '25P02']);
      expect(await Promise.all(statementsOf('f'))).toEqual(['f']);
    });
  });

  it('do without one whose values cannot be sent, and without an empty one', async () => {
    const circular: Record<string, unknown> = {};
    circular.itself = circular;
    await inGroups(async () => {
      const results = await Promise.allSettled([
        client.query(select('g'), [circular]),
        client.query({ name: 'empty', text: '' }),
        ...statementsOf('h'),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
      expect(results[2]).toMatchObject({ value: 'h' });
    });
  });

  it('are answered before a statement without parameters that follows', async () => {
    await inGroups(async () => {
      const results = await Promise.allSettled([
        client.query(select('fails', 'select 1 / $1::int'), [0]),
        ...statementsOf('a'),
        client.query('select 2 as value'),
        ...statementsOf('b'),
      ]);
      expect(codesOf(results)).toEqual(['22012', '25P02', 'fulfilled', 'fulfilled']);
    });
  });

  it('keep their connection when the transaction fails, whether or not it was to be committed', async () => {
    const { begin, beginInOnePacket } = transactionsOf(pool);
    const processId = async () => (await pool.query('select pg_backend_pid() as id')).rows[0].id;
    const before = await processId();
    const fails = (db: Database) => db.execute(sql`select 1 / ${0}::int`);
    const reading = beginInOnePacket((db) =>
      Promise.all([fails(db), db.execute(sql`select ${1}`)]),
    );
    await expect(reading).rejects.toThrow('Failed query');
    const { released } = await begin(async () => 'done', fails);
    await expect(released).rejects.toThrow('Failed query');
    expect(await processId()).toBe(before);
    const { rows } = await pool.query(
      "select count(*) from pg_stat_activity where pid = $1 and state like 'idle in%'",
      [before],
    );
    expect(rows).toEqual([{ count: '0' }]);
  });
});
