// Bundles the server with its dependencies: it loads some 60 files instead of 1,900, which takes a third of the time
// (docs/decisions/040-prepared-database.md). `node scripts/bundle-server.mjs dist` writes the server of the package.
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = join(ROOT, 'src');
const MAIN = 'main.ts';

/** What runs in threads and processes of its own. These files are JavaScript, so the bundle of a clone uses them. */
const THREADS = [
  'db/embedded/thread/worker.js',
  'db/embedded/thread/unpack.js',
  'importers/reading-thread.js',
  'models/minilm/worker.js',
];

/**
 * Packages that load files beside them at run time: native code, WebAssembly or weights. jsonc-parser loads its parts
 * in a way that esbuild does not see. `dependencies` of package.json has them; all other packages are in the bundle.
 */
export const EXTERNAL = [
  '@electric-sql/*',
  '@lat.md/*',
  'fs-native-extensions',
  'jsonc-parser',
  'onnxruntime-node',
  'pg-native',
];

/** CommonJS modules of the bundle load the modules of Node.js with `require`, which an ES module does not have. */
const REQUIRE = `import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`;

/** How long a bundle is kept after the last start with it. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** Writes the server of the package, with the paths that it has there. @param {string} folder */
export async function bundlePackage(folder) {
  for (const name of [...THREADS, MAIN]) {
    const up = '../'.repeat(name.split('/').length - 1) || './';
    await bundle(name, folder, (path) => `new URL('${up}${path}', import.meta.url).href`);
  }
  // npm makes the command executable only when it installs the package, not after a later build of a linked clone.
  chmodSync(join(folder, 'main.js'), 0o755);
}

/**
 * The bundle of the sources of this clone, which is made if they have changed. It finds every file where the sources
 * find it, and takes itself for the sources.
 */
export function bundleOfClone() {
  return bundleOnce('node_modules/.cache/lorebase', (folder) =>
    bundle(MAIN, folder, (_, file) => JSON.stringify(pathToFileURL(file).href)),
  );
}

/**
 * Bundles into a folder of `parent` that is named for the content of the sources, unless that exists, and returns the
 * path of the program.
 * @param {string} parent
 * @param {(folder: string) => Promise<void>} write
 */
export async function bundleOnce(parent, write) {
  const folder = join(ROOT, parent, `dist-${version()}`);
  if (!existsSync(folder)) {
    const temporary = join(ROOT, parent, `making-${randomUUID()}`);
    await write(temporary);
    removeOld(join(ROOT, parent));
    try {
      renameSync(temporary, folder);
    } catch (error) {
      // Another process was faster.
      rmSync(temporary, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  noteUse(folder);
  return join(folder, 'main.js');
}

/** Notes that a process uses a bundle, so that others do not remove it. @param {string} folder */
function noteUse(folder) {
  const now = new Date();
  try {
    utimesSync(folder, now, now);
  } catch {
    // A clone of another user, or one that cannot be written, is used as it is.
  }
}

/** Identifies the sources, what they are bundled with, and where they are. */
function version() {
  const hash = createHash('sha256').update(ROOT).update(process.version);
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => /\.[jt]s$/.test(name)).sort();
  const others = [fileURLToPath(import.meta.url), join(ROOT, 'package-lock.json')];
  for (const file of [...others, ...sources.map((name) => join(SOURCES, name))]) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Removes bundles of other sources with which no process has started for long: one that runs still loads parts of its
 * own. @param {string} parent
 */
function removeOld(parent) {
  const old = Date.now() - KEPT_MS;
  for (const name of readdirSync(parent).filter((one) => /^(dist|making)-/.test(one))) {
    const folder = join(parent, name);
    if (statSync(folder).mtimeMs < old) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} name of the entry, relative to the sources
 * @param {string} folder
 * @param {(path: string, file: string) => string} urlOf the expression for the URL of a module
 */
async function bundle(name, folder, urlOf) {
  const outdir = resolve(folder);
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(SOURCES, name)],
    outbase: SOURCES,
    outdir,
    bundle: true,
    // What a command imports when it runs stays in files of its own.
    splitting: name === MAIN,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // `keepNames` is off: it would set the name of a function each time that the function is created, which took a
    // tenth to a fifth of the time of a request.
    legalComments: 'linked',
    external: EXTERNAL,
    banner: { js: REQUIRE },
    plugins: [ownUrls(urlOf), nodeHashes],
    logLevel: 'error',
    write: false,
  });
  for (const { path, contents, text } of outputFiles) {
    const [missing] =
      /\brequire\d*\(["']\.{1,2}\/[^)]*\)/.exec(path.endsWith('.js') ? text : '') ?? [];
    if (missing) throw new Error(`${path} has ${missing}: its package belongs to EXTERNAL`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

/**
 * Modules find files relative to their own place, which they lose in a bundle.
 * @param {(path: string, file: string) => string} urlOf
 * @returns {import('esbuild').Plugin}
 */
function ownUrls(urlOf) {
  return {
    name: 'own URLs',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.[jt]s$/ }, ({ path }) => {
        if (!path.startsWith(SOURCES + sep)) return undefined;
        const text = readFileSync(path, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        const place = relative(SOURCES, path).replaceAll('\\', '/').replace(/\.ts$/, '.js');
        const contents = text.replaceAll('import.meta.url', urlOf(place, path));
        return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
      });
    },
  };
}

/**
 * Apollo computes a hash of each GraphQL document, by a package that loads `crypto` of Node.js anew for each of them,
 * with `module.require`. An ES module does not have that, so the package would use an implementation in JavaScript.
 * @type {import('esbuild').Plugin}
 */
const nodeHashes = {
  name: 'hashes of Node.js',
  setup: ({ onLoad }) => {
    onLoad({ filter: /utils\.createhash.dist.index\.js$/ }, () => ({
      contents: `export { createHash } from 'node:crypto';`,
      loader: 'js',
    }));
  },
};

if (argv[1] === fileURLToPath(import.meta.url)) await bundlePackage(argv[2] ?? 'dist');
