import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the local model is closed while it embeds, without aborting the process', async () => {
  const program = ['--import', 'tsx', 'test/support/close-model.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  expect(stdout).toBe('rejected rejected\n'.repeat(3));
});
