// The package has no types of its own.
declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on a range of an open file; false if another process holds it. */
  export function tryLock(fd: number, offset?: number, length?: number): boolean;
}
