import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../package.json', import.meta.url);

/** The version of this package. */
export const VERSION = String(JSON.parse(readFileSync(PACKAGE, 'utf8')).version);
