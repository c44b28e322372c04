import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { createCheckpointer } from '../src/db/embedded/checkpoints.ts';
import { createDatabase, isEmbedded } from './support/database.ts';

// It writes 400 MB, which takes long on a busy machine.
const SLOW = { timeout: 300_000 };

it.runIf(isEmbedded)('keeps the log of the embedded database short', SLOW, async () => {
  const database = await createDatabase();
  const folder = database.env.LOREBASE_DATA_DIR;
  const client = await PGlite.create({ dataDir: folder });
  const checkpoint = createCheckpointer(client);
  const files = async () =>
    (await readdir(join(folder, 'pg_wal'))).filter((name) => /^0/.test(name));
  const logged: string[] = [];
  for (let i = 0; i < 20; i += 1) {
    // 20 MB, more than one file of the log.
    await client.exec(`SELECT pg_logical_emit_message(false, '', repeat('x', 20000000))`);
    const [current] = (await client.query<{ lsn: string }>('SELECT pg_current_wal_lsn() AS lsn'))
      .rows;
    logged.push(current?.lsn ?? '');
    await checkpoint();
  }
  expect(new Set(logged).size).toBe(20);
  // 400 MB were logged, in 24 files.
  expect((await files()).length).toBeLessThan(16);
  await client.close();
  await database.drop();
});
