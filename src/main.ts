#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { createKey, listKeys, revokeKey } from './commands/keys.ts';
import { migrate } from './commands/migrate.ts';
import { serve } from './commands/serve.ts';
import { explain } from './db/failures.ts';

/** The command line. What a command needs besides its options it reads from the environment. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const program = new Command('lorebase')
  .version(version)
  .description('A knowledge base for AI agents, served over GraphQL')
  .addHelpText('after', '\nConfiguration comes from environment variables: see the README.');

program.command('serve').description('serve GraphQL over HTTP and WebSocket').action(serve);

program
  .command('migrate')
  .description('bring the database to the schema of this version, and end')
  .action(migrate);

const keys = program.command('keys').description('make, list and revoke API keys');
keys
  .command('create')
  .description('make a key and print its secret, which is not shown again')
  .requiredOption('--name <name>', 'to tell keys apart')
  .option('--project <id>', 'the project it is bound to')
  .option('--root', 'a key to all projects')
  .addOption(
    new Option('--role <role>', 'what it may do')
      .choices(['READ', 'WRITE', 'ADMIN'])
      .default('READ'),
  )
  .option('--expires <time>', 'ISO 8601, such as 2030-01-01T00:00:00Z')
  .action(createKey);
keys
  .command('list')
  .description('list keys, newest first')
  .option('--project <id>', 'only those of this project')
  .action(listKeys);
keys
  .command('revoke <id>')
  .description('stop a key from working')
  .option('--project <id>', 'the project it is bound to; a root key without')
  .action(revokeKey);

try {
  await program.parseAsync();
} catch (error) {
  console.error(explain(error));
  // What failed may have left something open, such as the thread of a model or a part of the database.
  process.exit(1);
}
