type PendingRows<Row> = {
  /** The next rows that wait, in the order of their ids, after the id `after`. */
  select(page: { after: string; limit: number }): Promise<Row[]>;
  work(row: Row): Promise<void>;
  /** Number of rows that are worked on concurrently. */
  limit: number;
  signal: AbortSignal;
};

/**
 * Works on all rows that wait, page by page. A row that fails does not stop the others. If all rows of a page fail, the
 * work ends: most likely the model does not answer, and the job would keep other jobs waiting.
 * @throws the first failure, at the end
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
