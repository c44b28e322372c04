import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** The interpreter of TEST_PYTHON, otherwise Debian's, otherwise the one on the path. */
const PYTHON =
  process.env.TEST_PYTHON ?? (existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3');

/** The time limit of a test that runs a Python program, which takes long on a busy machine. */
export const PYTHON_TIMEOUT_MS = 300_000;

/** Runs a Python program and returns the lines that it prints. @throws Error with what it wrote to stderr */
export async function runPython(
  args: readonly string[],
  {
    env = {},
    cwd,
    onLine = () => {},
  }: { env?: Record<string, string>; cwd?: string; onLine?: (line: string) => void } = {},
): Promise<string[]> {
  const child = spawn(PYTHON, ['-B', '-W', 'error', ...args], {
    env: { PATH: process.env.PATH ?? '', PYTHONIOENCODING: 'utf-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Shorter than the time-outs of the tests, so that nothing is left running.
    timeout: PYTHON_TIMEOUT_MS - 20_000,
    killSignal: 'SIGKILL',
    ...(cwd === undefined ? {} : { cwd }),
  });
  const lines: string[] = [];
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    onLine(line);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`);
  // Warnings of the interpreter, such as of a socket that was not closed.
  if (said !== '') throw new Error(`${args.join(' ')} wrote: ${said}`);
  return lines;
}

/** Why the tests of the Python client cannot run here; undefined if they can. */
export const withoutPython = await runPython([
  '-c',
  'import sys; assert sys.version_info >= (3, 9)',
])
  .then(() => undefined)
  .catch((error: Error) => `There is no Python 3.9 here: ${error.message}`);
