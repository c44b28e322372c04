/** Resolves with the next SIGTERM or SIGINT. Must be called before the signal arrives, which otherwise ends the process. */
export function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}
