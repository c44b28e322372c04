import { existsSync, mkdirSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { bundleOnce, bundlePackage } from '../../scripts/bundle-server.mjs';

/** Creates a folder with the layout of the package: links to the files and folders that the server reads. */
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
 * Bundles the server like the package, and returns the path of the program. Tests start it dozens of times, and
 * starting from the sources would take seconds each time.
 */
export async function compileServer(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  await Promise.all(BESIDE.map(link));
  return bundleOnce(FOLDER, bundlePackage);
}

/** Creates a relative link, since the folder may be a copy of another one. */
async function link(name: string): Promise<void> {
  const path = join(FOLDER, name);
  await symlink(relative(FOLDER, name), path).catch((error: unknown) => {
    if (!existsSync(path)) throw error;
  });
}
