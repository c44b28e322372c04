import { isConflict } from './failures.ts';

const MAX_TRIES = 5;

/** Repeats a transaction after a deadlock or a serialization failure, up to `MAX_TRIES` attempts. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
    }
  }
}
