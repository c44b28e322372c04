import { existsSync, mkdirSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { bundleOnce, bundlePackage } from '../../scripts/bundle-server.mjs';

/** A folder like that of the package, with links to what the server reads beside its own folder. */
const FOLDER = 'node_modules/.cache/lorebase-test';
const BESIDE = [
  'package.json',
  'schema.graphql',
  'drizzle',
  'dashboard',
  'packages',
  'node_modules',
];

/**
 * Bundles the server as the package has it, and returns the program. Tests start it dozens of times, and the sources
 * would take seconds each time.
 */
export async function compileServer(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  await Promise.all(BESIDE.map(link));
  return bundleOnce(FOLDER, bundlePackage);
}

/** A relative link, since the folder may be a copy of another one. */
async function link(name: string): Promise<void> {
  const path = join(FOLDER, name);
  await symlink(relative(FOLDER, name), path).catch((error: unknown) => {
    if (!existsSync(path)) throw error;
  });
}
