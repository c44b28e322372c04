import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { openServer } from '../src/db/server/server.ts';
import { createLog } from '../src/log.ts';
import { isEmbedded } from './support/database.ts';
import { server } from './support/database-server.ts';

describe.skipIf(isEmbedded)('a database', () => {
  const open = async (encoding: string) => {
    const name = `lorebase_test_${randomBytes(6).toString('hex')}`;
    const admin = new pg.Client(server);
    await admin.connect();
    try {
      await admin.query(
        `create database ${name} template template0 encoding '${encoding}' locale 'C'`,
      );
      const url = Object.assign(new URL(server ?? ''), { pathname: `/${name}` }).href;
      const log = createLog(readConfig({ LOG_LEVEL: 'silent' }));
      await (await openServer({ url, poolSize: 1, log })).close();
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    }
  };

  it('whose encoding lacks characters is refused with the statement that makes another', async () => {
    await expect(open('LATIN1')).rejects.toThrow(
      /^DATABASE_URL: the database has the encoding LATIN1.*CREATE DATABASE lorebase TEMPLATE/,
    );
  });

  it.each(['UTF8', 'SQL_ASCII'])('whose encoding is %s is accepted', async (encoding) => {
    await expect(open(encoding)).resolves.toBeUndefined();
  });
});
