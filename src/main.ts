#!/usr/bin/env node
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import envPaths from 'env-paths';
import { CLIENTS } from './commands/mcp-clients.ts';
import { PROGRAMS } from './importers/readers.ts';
import { VERSION } from './version.ts';

// The command line. Commands read their configuration from the environment.

// Keeps compiled code between starts, in a folder of the user. Node.js can do so from version 22.1 on.
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
enableCompileCache?.(join(envPaths('lorebase', { suffix: '' }).cache, 'compiled'));

// Each command loads its modules when it runs: `lorebase mcp` starts several times faster without those of a server.
const serve = () => import('./commands/serve.ts');
const mcp = () => import('./commands/mcp.ts');
const mcpInstall = () => import('./commands/mcp-install.ts');
const migrate = () => import('./commands/migrate.ts');
const exporting = () => import('./commands/export.ts');
const importing = () => import('./commands/import.ts');
const backups = () => import('./commands/backup.ts');
const keysCommands = () => import('./commands/keys.ts');

const program = new Command('lorebase')
  .version(VERSION)
  .description('A knowledge base for AI agents, served over GraphQL')
  // `mcp` and its subcommand `install` have the same options.
  .enablePositionalOptions()
  .addHelpText('after', '\nConfiguration comes from environment variables: see the README.');

program
  .command('serve')
  .description('serve GraphQL over HTTP and WebSocket; the default')
  .option(
    '--read-only',
    'serve queries and subscriptions from the standby of DATABASE_READ_URL or DATABASE_URL, and refuse mutations',
  )
  .option(
    '--workers <number>',
    'processes that serve the port; by default one for each core up to 4, and 1 with the embedded database',
  )
  .addOption(new Option('--background', 'serve for lorebase mcp, until nobody uses it').hideHelp())
  .action(async (options) => (await serve()).serve(options));

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
    .option('--project <id>', 'the project to use, if the key is a root key');
mcpOptions(mcpCommand).action(async (options) => (await mcp()).mcp(options));
mcpOptions(
  mcpCommand
    .command('install')
    .description('add lorebase mcp to the configuration file of a client, after asking')
    .addOption(
      new Option('--client <client>', 'the client')
        .choices(Object.keys(CLIENTS))
        .makeOptionMandatory(),
    )
    .option('--print', 'only show it')
    .option('--yes', 'write it without asking'),
).action(async (options) =>
  // Options may also stand before `install`.
  (await mcpInstall()).installMcp({ ...mcpCommand.opts(), ...options }),
);

program
  .command('migrate')
  .description('migrate the database to the schema of this version')
  .option('--citus', 'then distribute the tables over the workers of Citus')
  .action(async (options) => (await migrate()).migrate(options));

const keys = program.command('keys').description('create, list, rotate and revoke API keys');
keys
  .command('create')
  .description('create an API key and print its secret, which cannot be retrieved again')
  .requiredOption('--name <name>', 'name of the key, 1 to 200 characters')
  .option('--project <id>', 'the project that the key is bound to; this or --root is required')
  .option('--root', 'create a root key, which has access to all projects')
  .addOption(
    new Option('--role <role>', 'permissions of the key')
      .choices(['READ', 'WRITE', 'ADMIN'])
      .default('READ'),
  )
  .option('--expires <time>', 'expiry in ISO 8601, such as 2030-01-01T00:00:00Z')
  .action(async (options) => (await keysCommands()).createKey(options));
keys
  .command('list')
  .description('list API keys, newest first')
  .option('--project <id>', 'only keys of this project')
  .action(async (options) => (await keysCommands()).listKeys(options));
keys
  .command('rotate <id>')
  .description('give an API key a new secret and print it; it cannot be retrieved again')
  .option('--project <id>', 'the project that the key is bound to; omit it for a root key')
  .option('--overlap <minutes>', 'minutes for which the old secret is still accepted', '0')
  .action(async (id, options) => (await keysCommands()).rotateKey(id, options));
keys
  .command('revoke <id>')
  .description('revoke an API key')
  .option('--project <id>', 'the project that the key is bound to; omit it for a root key')
  .action(async (id, options) => (await keysCommands()).revokeKey(id, options));

program
  .command('export')
  .description('write everything of a project as JSON lines, to the standard output or a file')
  .option('--project <id>', 'the project; by default that of the key, or the default project')
  .option('--vectors', 'include the vectors, so that an import does not have to compute them')
  .option('--output <file>', 'the file to write; a name that ends in .gz is compressed')
  .option(
    '--markdown <folder>',
    'write readable files instead, one for each memory, to an empty folder',
  )
  .action(async (options) => (await exporting()).exportTo(options));

program
  .command('import <file>')
  .description('import a file of `lorebase export`, or of another program; it can be repeated')
  .option('--project <id>', 'the project; by default that of the key, or the default project')
  .option(
    '--new [name]',
    'import into a new project, with the model of the file, and without a name with its name; write it after <file>',
  )
  .addOption(new Option('--from <program>', 'the program that wrote the file').choices(PROGRAMS))
  .option(
    '--memory <name>',
    'with --from: the memory to write to, which is created if it is missing',
  )
  .option('--extract', 'with --from markdown or text: let the chat model extract facts')
  .action(async (file, options) => (await importing()).importAny(file, options));

program
  .command('backup <file>')
  .description('back up the database with all projects, also while the server runs')
  .action(async (file) => (await backups()).backup(file));
program
  .command('restore <file>')
  .description('restore a backup into an empty data folder or an empty database')
  .action(async (file) => (await backups()).restore(file));

// Commander's default command is not used: it would take an unknown command as its argument.
const [, , ...words] = process.argv;
try {
  await program.parseAsync(words.length === 0 ? ['serve'] : words, { from: 'user' });
} catch (error) {
  const { explainError } = await import('./db/failures.ts');
  console.error(explainError(error));
  // A failed command can leave resources open that keep the process alive, such as the thread of a model.
  process.exit(1);
}
