import type { Metadata } from '../db/tables/columns.ts';

/** Equal values become one object, so that they take memory once. */

/** Returns the same string for all equal ones. */
export type Intern = <Text extends string>(text: Text) => Text;

/** Creates a function that returns, for each string, the first equal one that it was called with. */
export function createIntern(): Intern {
  const interned = new Map<string, string>();
  return <Text extends string>(text: Text): Text => {
    const known = interned.get(text);
    if (known === undefined) interned.set(text, text);
    return (known ?? text) as Text;
  };
}

const EMPTY = Object.freeze({});

/** Returns the same object for all empty metadata. */
export function sharedIfEmpty(metadata: Metadata): Metadata {
  return Object.keys(metadata).length === 0 ? EMPTY : metadata;
}

/** Returns the other time if both are equal, so that one of the two objects or texts is not kept. */
export function sameIfEqual<Time extends Date | string>(time: Time, other: Time): Time {
  return time.valueOf() === other.valueOf() ? other : time;
}
