import { isOvertaken } from './failures.ts';

const MAX_TRIES = 5;

/** Runs a transaction again that was rolled back because another one stood in its way. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isOvertaken(error) || tries === MAX_TRIES) throw error;
    }
  }
}
