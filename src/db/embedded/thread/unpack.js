// Unpacks the archive of a prepared database in a worker thread, so that the server loads meanwhile. Creating a thousand
// files one after the other takes a third of the time that it takes through promises.
import { workerData } from 'node:worker_threads';
import { extract } from 'tar';

/** @type {{ archive: string, folder: string }} */
const { archive, folder } = workerData;

extract({ file: archive, cwd: folder, sync: true, strict: true });
