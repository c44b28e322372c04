import type { TestServer } from './server.ts';

const DAY_MS = 86_400_000;

/**
 * Sets the clock of a server to noon UTC of this day: a test of counts per day would fail if it ran at midnight.
 * Returns a function that restores the clock.
 */
export function startAtNoon({ app }: TestServer): () => void {
  const { clock } = app;
  const now = Date.now();
  const later = DAY_MS / 2 - (now % DAY_MS);
  app.clock = () => new Date(Date.now() + later);
  return () => {
    app.clock = clock;
  };
}
