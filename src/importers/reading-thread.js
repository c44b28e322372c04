// Reads the file of another program in a thread of its own (read-in-thread.ts), and sends the JSON of its texts.
import { parentPort, workerData } from 'node:worker_threads';

/** @type {import('./read-in-thread.ts').ThreadData} */
const { compiler, from, text, ...reading } = workerData;

// In a clone, the readers are TypeScript. The bundle of the package contains them.
if (compiler !== null) (await import(compiler)).register();
const { ForeignFormatError } = await import('./foreign-text.ts');
const { READERS } = await import('./readers.ts');

/** @returns {import('./read-in-thread.ts').ThreadResult} */
function read() {
  try {
    return { json: new TextEncoder().encode(JSON.stringify(READERS[from](text, reading))) };
  } catch (error) {
    if (error instanceof ForeignFormatError) return { fault: error.message };
    throw error;
  }
}

const result = read();
parentPort?.postMessage(result, 'json' in result ? [result.json.buffer] : []);
