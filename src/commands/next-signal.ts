/**
 * Resolves with the next SIGTERM or SIGINT. Call it before a signal can arrive: without a listener, the signal ends the
 * process.
 */
export function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}
