import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();

const COMMAND = ['--import', 'tsx', 'examples/agent-loop/main.ts'];

it('the agent of the example learns which of its lessons to trust', async () => {
  const { keys } = await server.project();
  const env = { ...process.env, LOREBASE_URL: server.url, LOREBASE_KEY: keys.WRITE };
  const { stdout } = await promisify(execFile)(process.execPath, COMMAND, { env });
  const lines = stdout.trim().split('\n');
  const passed = lines
    .map((line) => /: (\d+) of 10 passed/.exec(line)?.[1])
    .filter(Boolean)
    .map(Number);
  expect(passed).toHaveLength(5);
  expect(passed[0]).toBeLessThanOrEqual(3);
  expect(passed[4]).toBeGreaterThanOrEqual(9);
  const [, before, after] = /(\d+) of 10 before, (\d+) after/.exec(lines.at(-2) ?? '') ?? [];
  expect(Number(before)).toBe(0);
  expect(Number(after)).toBeGreaterThanOrEqual(9);
  expect(lines.at(-1)).toBe('reviewed runs: 100 %');
});
