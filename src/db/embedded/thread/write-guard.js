import { DISK_FULL, freeSpaceMissing } from './disk-space.js';

const WRITES =
  /\b(insert|update|delete|merge|create|alter|drop|truncate|reindex|refresh|cluster|vacuum|copy)\b/i;

/** Types of messages of the protocol. */
const PARSE = 'P'.charCodeAt(0);
const BIND = 'B'.charCodeAt(0);
const SIMPLE_QUERY = 'Q'.charCodeAt(0);
const SYNC = 'S'.charCodeAt(0);

/** A message begins with its type and the length of the rest. */
const HEADER_BYTES = 5;

/**
 * Rejects writing statements while the disk is full. Reading and ending a transaction remain possible. A statement is a
 * write if it contains any of the words of `WRITES`; values are not part of the text.
 * @param {string} folder
 */
export function createWriteGuard(folder) {
  /** Prepared statements that write, by name. */
  const writing = new Set();
  let message = '';

  /**
   * Remembers the statements that are prepared.
   * @param {Buffer} group
   * @param {boolean} isAsked if the result is needed
   */
  const isWriting = (group, isAsked) => {
    let found = false;
    for (const { type, start } of messagesOf(group)) {
      const body = start + HEADER_BYTES;
      if (type === SIMPLE_QUERY && isAsked) found ||= WRITES.test(textAt(group, body));
      if (type === PARSE) {
        const name = textAt(group, body);
        if (name === '' && !isAsked) continue;
        const writes = WRITES.test(textAt(group, group.indexOf(0, body) + 1));
        if (writes && name !== '') writing.add(name);
        found ||= writes;
      }
      if (type === BIND && isAsked) {
        found ||= writing.has(textAt(group, group.indexOf(0, body) + 1));
      }
    }
    return found;
  };

  return {
    code: DISK_FULL,
    /** Why the last statement was refused. */
    message: () => message,
    /** The statements of the last connection are gone. */
    reset: () => writing.clear(),
    groupsOf,
    /** @param {Buffer} group */
    isRefused(group) {
      const missing = freeSpaceMissing(folder);
      message = missing ?? '';
      return isWriting(group, missing !== null) && missing !== null;
    },
  };
}

/**
 * The messages of each statement, which end with a Sync unless it is a simple query.
 * @param {Uint8Array} messages
 * @returns {Buffer[]}
 */
function groupsOf(messages) {
  const bytes = Buffer.from(messages.buffer, messages.byteOffset, messages.length);
  const groups = [];
  let begin = 0;
  for (const { type, end } of messagesOf(bytes)) {
    if (type !== SYNC && type !== SIMPLE_QUERY) continue;
    groups.push(bytes.subarray(begin, end));
    begin = end;
  }
  if (begin < bytes.length) groups.push(bytes.subarray(begin));
  return groups;
}

/**
 * The text from `start` to the next zero byte.
 * @param {Buffer} bytes
 * @param {number} start
 */
function textAt(bytes, start) {
  return bytes.toString('latin1', start, bytes.indexOf(0, start));
}

/** @param {Buffer} bytes */
function* messagesOf(bytes) {
  let start = 0;
  while (start < bytes.length) {
    const end = start + 1 + bytes.readInt32BE(start + 1);
    yield { type: bytes[start], start, end };
    start = end;
  }
}
