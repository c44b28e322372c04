import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from './manifest.json' with { type: 'json' };
import { runGuarded } from './processes.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const PROGRAMS = ['drive.mjs', 'postgraphile.mjs', 'stores'];
/** One retry: a registry that cannot be reached is said soon. */
const PATIENCE = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
const NPM = ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...PATIENCE];

/** The first version of Node that all peers run on. */
const LEAST_NODE = 22;

type Packages = Readonly<Record<string, string>>;

/** An installed peer: the folder and the file of its program. */
export type Peer = { name: string; folder: string; program: string; versions: string };

export type Installed = {
  /** The Node that runs everything that is measured. */
  node: string;
  peers: Peer[];
  /** Why something is not there. */
  missing: Map<string, string>;
};

/** Installs the peers into folders of their own, from the registry that npm is configured for. */
export async function installPeers(folder: string, only: string[] | null): Promise<Installed> {
  const missing = new Map<string, string>();
  const node = await installNode(folder, missing);
  const peers: Peer[] = [];
  for (const [name, { program, packages }] of Object.entries(manifest.peers)) {
    if (only && !only.includes(name)) continue;
    try {
      if (node === null) throw new Error(`It needs Node ${LEAST_NODE}`);
      const own = join(folder, name.toLowerCase());
      await install(own, packages, ['--ignore-scripts'], node);
      for (const file of PROGRAMS) cpSync(join(HERE, file), join(own, file), { recursive: true });
      const versions = Object.entries(packages).map(([pkg, version]) => `${pkg} ${version}`);
      peers.push({ name, folder: own, program, versions: versions.join(', ') });
    } catch (error) {
      missing.set(name, `not installed: ${firstLineOf(error)}`);
    }
  }
  return { node: node ?? process.execPath, peers, missing };
}

export function firstLineOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n').find((line) => line.trim() !== '') ?? 'no message';
}

/** The pinned Node, or this one where it is new enough; null if neither is there. */
async function installNode(folder: string, missing: Map<string, string>): Promise<string | null> {
  const own = join(folder, 'node');
  try {
    await install(own, { node: manifest.node }, [], process.execPath);
    const file = join(own, 'node_modules/node/bin/node');
    await runGuarded([file, '--version'], {});
    return file;
  } catch (error) {
    missing.set(`Node ${manifest.node}`, `not installed: ${firstLineOf(error)}`);
    const [major = 0] = process.versions.node.split('.').map(Number);
    return major >= LEAST_NODE ? process.execPath : null;
  }
}

/** Does nothing where the same versions are installed already. */
async function install(
  folder: string,
  packages: Packages,
  args: string[],
  node: string,
): Promise<void> {
  const wanted = JSON.stringify({ private: true, type: 'module', dependencies: packages }, null, 2);
  const mark = join(folder, 'installed.json');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), wanted);
  const PATH = `${join(node, '..')}:${process.env.PATH}`;
  await runGuarded([...NPM, ...args], { cwd: folder, env: { ...inherited(), PATH } });
  writeFileSync(mark, wanted);
}

/** What npm is configured with: it may name a proxy or a registry. */
function inherited(): Record<string, string> {
  const set = Object.entries(process.env).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Record<string, string>;
}
