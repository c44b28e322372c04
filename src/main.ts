#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { createKey, listKeys, revokeKey, rotateKey } from './commands/keys.ts';
import { mcp } from './commands/mcp.ts';
import { CLIENTS } from './commands/mcp-clients.ts';
import { installMcp } from './commands/mcp-install.ts';
import { migrate } from './commands/migrate.ts';
import { serve } from './commands/serve.ts';
import { explain } from './db/failures.ts';

/** The command line. Commands read their configuration from the environment. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const program = new Command('lorebase')
  .version(version)
  .description('A knowledge base for AI agents, served over GraphQL')
  // `mcp` and its subcommand `install` have the same options.
  .enablePositionalOptions()
  .addHelpText('after', '\nConfiguration comes from environment variables: see the README.');

program
  .command('serve', { isDefault: true })
  .description('serve GraphQL over HTTP and WebSocket')
  .option(
    '--read-only',
    'serve queries and subscriptions from the standby of DATABASE_READ_URL or DATABASE_URL, and refuse mutations',
  )
  .addOption(new Option('--background', 'serve for lorebase mcp, until nobody uses it').hideHelp())
  .action(serve);

const mcpCommand = program
  .command('mcp')
  .enablePositionalOptions()
  .description('serve the Model Context Protocol over stdio, for desktop clients and editors');
const mcpOptions = (command: Command) =>
  command
    .option(
      '--tools <list>',
      'profiles (all, core, read, learning, stream) or names of tools, separated by commas',
    )
    .option(
      '--memories <list>',
      'restrict the tools to these memories: names or ids, separated by commas',
    )
    .option('--project <id>', 'the project to work in, with a root key');
mcpOptions(mcpCommand).action(mcp);
mcpOptions(
  mcpCommand
    .command('install')
    .description('show the configuration of a client for lorebase mcp, and write it')
    .addOption(
      new Option('--client <client>', 'the client')
        .choices(Object.keys(CLIENTS))
        .makeOptionMandatory(),
    )
    .option('--print', 'only show it')
    .option('--yes', 'write it without a question'),
).action(installMcp);

program
  .command('migrate')
  .description('migrate the database to the schema of this version')
  .option('--citus', 'then distribute the tables over the workers of Citus')
  .action(migrate);

const keys = program.command('keys').description('create, list, rotate and revoke API keys');
keys
  .command('create')
  .description('create an API key and print its secret, which cannot be retrieved again')
  .requiredOption('--name <name>', 'name of the key, 1 to 200 characters')
  .option('--project <id>', 'the project that the key is bound to')
  .option('--root', 'create a root key, which has access to all projects')
  .addOption(
    new Option('--role <role>', 'permissions of the key')
      .choices(['READ', 'WRITE', 'ADMIN'])
      .default('READ'),
  )
  .option('--expires <time>', 'expiry in ISO 8601, such as 2030-01-01T00:00:00Z')
  .action(createKey);
keys
  .command('list')
  .description('list API keys, newest first')
  .option('--project <id>', 'only keys of this project')
  .action(listKeys);
keys
  .command('rotate <id>')
  .description('give an API key a new secret and print it; it cannot be retrieved again')
  .option('--project <id>', 'the project that the key is bound to; omit it for a root key')
  .option('--overlap <minutes>', 'minutes for which the old secret is still accepted', '0')
  .action(rotateKey);
keys
  .command('revoke <id>')
  .description('revoke an API key')
  .option('--project <id>', 'the project that the key is bound to; omit it for a root key')
  .action(revokeKey);

try {
  await program.parseAsync();
} catch (error) {
  console.error(explain(error));
  // A failed command can leave resources open that keep the process alive, such as the thread of a model.
  process.exit(1);
}
