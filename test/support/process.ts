import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { YOUNG_GENERATION } from '../../src/commands/workers.ts';

export type Running = {
  url: string;
  pid: number;
  /** The output of the process to stdout so far. */
  output(): string;
  /** The output of the process to stderr so far, which is its log. */
  log(): string;
  kill(signal: NodeJS.Signals): Promise<number | null>;
};

export type Finished = { code: number | null; stdout: string; stderr: string };

/** The program that starts the command line from the sources. */
export const FROM_SOURCE: Program = [process.execPath, '--import', 'tsx', 'src/main.ts'];

/**
 * The program of `npm start`, which bundles the sources. Run from the sources, a request would take about a fifth more
 * processor time, since tsx sets the name of each function whenever it is created.
 */
export const FROM_BUNDLE: Program = [process.execPath, YOUNG_GENERATION, 'scripts/start.mjs'];

/**
 * A V8 flag: WebAssembly is compiled once, without optimizations. A process that ends soon then takes a quarter less
 * processor time.
 */
const COMPILED_ONCE = '--liftoff-only';

/** The program of the command line. Tests use the program that their setup compiles, benchmarks that of `npm start`. */
export const LOREBASE: Program = process.env.COMPILED_SERVER
  ? [process.execPath, COMPILED_ONCE, process.env.COMPILED_SERVER]
  : FROM_BUNDLE;

type Program = readonly [file: string, ...args: string[]];

/** Starts `lorebase serve` in a process of its own and waits until it serves. */
export async function startProcess(
  env: Record<string, string>,
  options: {
    command?: readonly string[];
    subcommand?: readonly string[];
    cwd?: string;
    args?: readonly string[];
  } = {},
): Promise<Running> {
  const { command = LOREBASE, subcommand = ['serve'], args = [], cwd } = options;
  const child = launch([...command, ...subcommand, ...args], env, cwd);
  let stdout = '';
  let stderr = '';
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text) => {
      stdout += text;
      const found = /serves GraphQL on (\S+)\/graphql/.exec(stdout)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`Ended with ${code}: ${stdout}${stderr}`)));
  });
  return {
    url,
    pid: child.pid ?? Number.NaN,
    output: () => stdout,
    log: () => stderr,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

/** Runs a command of the command line to its end. */
export async function runCommand(
  args: string[],
  env: Record<string, string> = {},
  program: Program = LOREBASE,
): Promise<Finished> {
  const child = launch([...program, ...args], env);
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (text) => {
    output.stdout += text;
  });
  child.stderr?.on('data', (text) => {
    output.stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, ...output };
}

/** Starts a command of the command line. */
export function launchCommand(args: string[], env: Record<string, string>): ChildProcess {
  return launch([...LOREBASE, ...args], env);
}

function launch(
  command: readonly string[],
  env: Record<string, string>,
  cwd?: string,
): ChildProcess {
  const [file = '', ...args] = command;
  return spawn(file, args, {
    ...(cwd ? { cwd } : {}),
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
