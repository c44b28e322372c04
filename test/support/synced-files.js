// Loaded into a server before anything else: copies each file of its data folder, whenever the server writes that file to the
// disk, into the folder of `SYNCED_COPY`. A power failure leaves at least this copy.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative } from 'node:path';

const folder = process.env.LOREBASE_DATA_DIR ?? '';
const copy = process.env.SYNCED_COPY ?? '';

for (const name of /** @type {const} */ (['fsyncSync', 'fdatasyncSync'])) {
  const sync = fs[name];
  fs[name] = (file) => {
    sync(file);
    const path = fs.readlinkSync(`/proc/self/fd/${file}`);
    const inside = relative(folder, path);
    if (inside.startsWith('..') || !fs.fstatSync(file).isFile()) return;
    fs.mkdirSync(dirname(join(copy, inside)), { recursive: true });
    fs.copyFileSync(path, join(copy, inside));
  };
}
syncBuiltinESMExports();
