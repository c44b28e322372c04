import { isLorebaseError, type LorebaseError } from './errors.ts';
import {
  type EventFragment,
  EventsDocument,
  type EventsSubscription,
  type EventsSubscriptionVariables,
} from './generated.ts';
import { delay, delayAfter, isTransient, pauseBefore } from './retry.ts';
import type { Stream } from './stream.ts';

/** Results that may wait for a slow reader. Later ones are read from the log of the server when it catches up. */
const MAX_BUFFERED = 200;

export type EventsOptions = EventsSubscriptionVariables & {
  /** Ends the iteration, which then throws the reason of the signal. */
  signal?: AbortSignal;
  /**
   * What happens when the log no longer holds the last event that was read, because it was purged or the database
   * was restored: events may be missing. Without this function the iteration throws CURSOR_EXPIRED. With it, read
   * the current state and return the cursor from which to go on, or null for the current end of the log.
   */
  onCursorExpired?: (error: LorebaseError<'CURSOR_EXPIRED'>) => Promise<string | null>;
  /** Called when the connection was lost, before it is made again. */
  onReconnect?: (error: LorebaseError) => void;
};

/**
 * The events of the log, each once and in order. A lost connection is made again from the last cursor, however
 * often it is lost. The cursor at which to begin is read like the result of any call, with its limited repetitions.
 * @throws LorebaseError for what repeating does not help, such as UNAUTHENTICATED
 */
export async function* followEvents(
  stream: Stream,
  readHead: () => Promise<string>,
  start: Promise<string>,
  options: EventsOptions,
): AsyncGenerator<EventFragment, void, undefined> {
  const { signal, onCursorExpired, onReconnect, ...filter } = options;
  let after = await start;
  for (let failures = 0; ; failures += 1) {
    try {
      const operation = { query: EventsDocument, variables: { ...filter, after } };
      for await (const data of stream(operation, { signal, maxBuffered: MAX_BUFFERED })) {
        const { events: event } = data as EventsSubscription;
        failures = 0;
        after = event.cursor;
        yield event;
      }
      // The server ended the stream. If this happens again without an event, wait before the next request.
      if (failures > 0) await delay(pauseBefore(failures), signal);
    } catch (error) {
      if (isLorebaseError(error, 'CURSOR_EXPIRED') && onCursorExpired !== undefined) {
        after = (await onCursorExpired(error)) ?? (await readHead());
        // The new cursor may have expired as well.
        await delay(pauseBefore(failures), signal);
      } else if (isTransient(error)) {
        onReconnect?.(error);
        await delay(delayAfter(error, failures), signal);
      } else {
        throw error;
      }
    }
  }
}
