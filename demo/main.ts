import { fillDemo } from './fill.ts';
import { findTarget } from './find-target.ts';

try {
  await fillDemo(await findTarget(process.env.LOREBASE_PROJECT));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
