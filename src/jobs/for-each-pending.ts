type PendingRows<Row> = {
  /** Returns at most `limit` rows that wait, in the order of their ids, beginning after the id `after`. */
  select(page: { after: string; limit: number }): Promise<Row[]>;
  work(row: Row): Promise<void>;
  /** The number of rows that are processed concurrently. */
  limit: number;
  signal: AbortSignal;
};

/**
 * Processes all rows that wait, page by page. A row that fails does not stop the others. If all rows of a page fail,
 * the next pages are not read: most likely the model is unavailable, and the job would delay other jobs.
 * @throws the first failure, after the last page
 */
export async function forEachPending<Row extends { id: string }>({
  select,
  work,
  limit,
  signal,
}: PendingRows<Row>): Promise<void> {
  const failures: unknown[] = [];
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const rows = await select({ after, limit });
    if (rows.length === 0) break;
    const outcomes = await Promise.allSettled(rows.map(work));
    const failed = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    failures.push(...failed);
    if (failed.length === rows.length) break;
    after = rows.at(-1)?.id ?? '';
  }
  if (failures.length > 0) throw failures[0];
}
