// Runs the embedded PostgreSQL in a worker thread, so that a statement does not block the server. Each connection is a
// port, over which messages of PostgreSQL's own protocol go. A worker is started from the sources and from the build
// alike, so this file and its imports are JavaScript.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { createCrashWatch } from './crash-watch.js';
import { fileSync } from './file-sync.js';
import { createWriteGuard } from './write-guard.js';

const thread = parentPort;
if (thread === null) throw new Error('worker.js runs as a worker thread');

/** The first message of a connection has no type, so it begins with a byte of its length. */
const STARTUP = 0;
const TERMINATE = 'X'.charCodeAt(0);

/** @type {{ folder: string, settings: Record<string, string> }} */
const { folder, settings } = workerData;

const watch = createCrashWatch((reason) => {
  thread.postMessage({ crashed: reason });
  // Ends this thread, and closes its files.
  process.exit(1);
});

// Keeps the event loop of the thread running. Without it, Node.js waits after each task until the background compiler
// of V8 has nothing left to do, which delays the first statement by about 200 ms.
thread.ref();
const database = await open();
const guard = createWriteGuard(folder);
/** The parts of the current answer. @type {Uint8Array[]} */
let answer = [];

async function open() {
  const { extension, onStderr } = watch;
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const startParams = [...PGlite.defaultStartParams, ...given];
  const extensions = { vector, crashWatch: extension, fileSync };
  try {
    return await PGlite.create({ dataDir: folder, extensions, onStderr, startParams });
  } catch (error) {
    thread?.postMessage({ failed: watch.reasonOf(error) });
    return process.exit(1);
  }
}

/**
 * Runs messages of the protocol. PGlite does it before the call returns, and an error of a statement is a part of the
 * answer.
 * @param {Uint8Array} messages
 */
function run(messages) {
  // The bytes are PGlite's memory, which the next statement overwrites.
  const onRawData = (/** @type {Uint8Array} */ bytes) => void answer.push(bytes.slice());
  database.execProtocolRawStream(messages, { syncToFs: false, onRawData });
}

/** @param {string} text */
function simpleQuery(text) {
  const bytes = Buffer.from(`Q0000${text}\0`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}

/** Ends what an earlier connection has left: PGlite has a single session. */
function reset() {
  run(simpleQuery('ROLLBACK'));
  run(simpleQuery('DISCARD ALL'));
  guard.reset();
  answer = [];
}

/**
 * @param {import('node:worker_threads').MessagePort} port
 * @param {Uint8Array} messages
 */
function receive(port, messages) {
  if (messages[0] === TERMINATE) return port.close();
  if (messages[0] === STARTUP) {
    reset();
    run(messages);
  } else {
    for (const group of guard.groupsOf(messages)) run(guard.isRefused(group) ? refusal() : group);
  }
  const bytes = answer.length === 1 && answer[0] ? answer[0] : joined(answer);
  answer = [];
  if (bytes.length > 0) port.postMessage(bytes, [/** @type {ArrayBuffer} */ (bytes.buffer)]);
}

/** A statement that fails as one does on a full disk, and aborts its transaction. */
function refusal() {
  const message = guard.message().replaceAll("'", "''");
  return simpleQuery(
    `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${guard.code}', MESSAGE = '${message}'; END $$`,
  );
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

thread.on(
  'message',
  async (/** @type {import('node:worker_threads').MessagePort | 'close'} */ message) => {
    if (message === 'close') {
      await database.close();
      process.exit(0);
    }
    message.on('message', (messages) => receive(message, messages));
  },
);
thread.postMessage('opened');
