import { isConflict } from './failures.ts';

const MAX_TRIES = 5;

/** Runs a transaction, with at most `MAX_TRIES` attempts if it ends in a deadlock or a serialization failure. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
    }
  }
}
