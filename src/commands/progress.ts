const WIDTH = 30;
const INTERVAL_MS = 200;

export type ProgressDisplay = {
  /** `share` is from 0 to 1, or null if the total is not known. */
  show(share: number | null, text: string): void;
  end(): void;
};

/** Shows a progress bar on the standard error if it is a terminal, otherwise nothing. */
export function startProgress(): ProgressDisplay {
  const { stderr } = process;
  if (!stderr.isTTY) return { show: () => {}, end: () => {} };
  let last = 0;
  return {
    show: (share, text) => {
      const now = performance.now();
      if (now - last < INTERVAL_MS) return;
      last = now;
      const filled = Math.round((share ?? 0) * WIDTH);
      const percent = share === null ? '' : ` ${Math.floor(share * 100)} %`;
      const bar = share === null ? '' : `[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}]`;
      stderr.write(`\r${bar}${percent} ${text}\u001b[K`);
    },
    end: () => void stderr.write('\r\u001b[K'),
  };
}
