// Compares schema.graphql with the schema of the last release, schema.released.graphql.
// With --release, makes it the released schema; with --release --breaking, even if that breaks clients.
import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { compareSchemas } from './schema-changes.ts';

const CURRENT = 'schema.graphql';
const RELEASED = 'schema.released.graphql';

const releases = process.argv.includes('--release');
const mayBreak = releases && process.argv.includes('--breaking');

const current = await readFile(CURRENT, 'utf8');
const released = existsSync(RELEASED) || !releases ? await readFile(RELEASED, 'utf8') : current;
const today = new Date().toISOString().slice(0, 10);
const { failures, noticeable } = await compareSchemas(released, current, today);

for (const change of noticeable) console.log(`allowed, but clients can notice it: ${change}`);
for (const failure of failures) console.error(`not allowed: ${failure}`);
if (failures.length > 0 && !mayBreak) {
  console.error('docs/schema-changes.md says how to change the schema.');
  process.exit(1);
}
if (releases) await copyFile(CURRENT, RELEASED);
