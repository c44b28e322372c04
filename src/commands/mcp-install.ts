import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { readConfig } from '../config.ts';
import { messageOfError } from '../errors.ts';
import type { McpOptions } from './mcp.ts';
import { CLIENTS, thisPlace } from './mcp-clients.ts';
import { checkLists, commandFor, requireServer } from './mcp-command.ts';
import { printedEntry, withEntry } from './mcp-config-file.ts';

/** The content of a file before and after a change. `before` is null if the file does not exist yet. */
type ConfigChange = { before: string | null; after: string };

export type InstallOptions = McpOptions & { client: string; print?: boolean; yes?: boolean };

/**
 * Shows the configuration of a client for `lorebase mcp`, and adds it to the client's file, after a confirmation or,
 * with `yes`, without one. Everything else in the file is unchanged, and a copy of the old file is kept beside it.
 */
export async function installMcp({
  client,
  print,
  yes,
  ...options
}: InstallOptions): Promise<void> {
  const kind = Object.hasOwn(CLIENTS, client) ? CLIENTS[client] : undefined;
  if (kind === undefined) {
    throw new Error(`--client must be one of ${Object.keys(CLIENTS).join(', ')}.`);
  }
  checkLists(options);
  const config = readConfig();
  requireServer(config);
  const entry = kind.entry(commandFor(config, options));
  if (print) {
    console.log(printedEntry(kind, entry));
    return;
  }
  const named = kind.file(thisPlace(config));
  const file = targetOf(named);
  const plan = (): ConfigChange => {
    const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
    try {
      return { before, after: withEntry(before ?? '', kind, entry) };
    } catch (error) {
      throw new Error(`${file} was left as it is: ${messageOfError(error)}.`, { cause: error });
    }
  };
  const { before, after } = plan();
  console.log(`${kind.name} (${file}):\n${printedEntry(kind, entry)}`);
  if (after === before) {
    console.log('The file already has this entry.');
    return;
  }
  if (!yes && !(await isConfirmed(file))) {
    console.log('Nothing was written.');
    return;
  }
  // The file is read again, because the client may have changed it before the question was answered.
  const backup = write(file, plan());
  console.log(
    `Written. ${backup === null ? '' : `A copy of the old file: ${backup}. `}Restart ${kind.name}.`,
  );
}

/** The target of a path that is a symbolic link, even if the target does not exist yet; otherwise the path itself. */
function targetOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink ? targetOf(resolve(dirname(path), readlinkSync(path))) : path;
}

async function isConfirmed(file: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.log('Only a terminal can confirm the change. Add --yes to write the file.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Add it to ${file}? [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Replaces the file in one step. Returns the path of a copy of the old file; null if there was none. */
function write(file: string, { before, after }: ConfigChange): string | null {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.new`;
  const mode = before === null ? 0o600 : statSync(file).mode & 0o777;
  writeFileSync(draft, after, { mode });
  if (before === null) {
    renameSync(draft, file);
    return null;
  }
  const backup = `${file}.${new Date().toISOString().replace(/[:.]/g, '-')}.backup`;
  copyFileSync(file, backup);
  renameSync(draft, file);
  return backup;
}
