import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { isEmbedded } from '../support/database.ts';

const COMMAND = ['--import', 'tsx', 'examples/agent-loop/main.ts'];

// It starts an embedded database of its own.
it.runIf(isEmbedded)('the agent of the example learns which of its lessons to trust', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, COMMAND);
  const lines = stdout.trim().split('\n');
  const passed = lines
    .map((line) => /: (\d+) of 10 passed/.exec(line)?.[1])
    .filter(Boolean)
    .map(Number);
  expect(passed).toHaveLength(5);
  expect(passed[0]).toBeLessThanOrEqual(3);
  expect(passed[4]).toBeGreaterThanOrEqual(9);
  expect(lines.at(-2)).toBe('right lesson first: 0 of 10 before, 10 after');
  expect(lines.at(-1)).toBe('reviewed runs: 100 %');
});
