/**
 * Calls `deleteSome` until no row is left. Each call deletes at most `limit` rows, and returns the number of deleted
 * rows.
 */
export async function deleteInBatches(
  limit: number,
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  while ((await deleteSome(limit)) > 0);
}

/** The number of rows that are read at once. */
const PAGE = 100;

/** The key of a row among the rows of all projects: rows of two projects can have the same id. */
export type RowKeyOfAll = { projectId: string; id: string };

/** The first `limit` rows of all projects after the row `after`, by id and then by project. */
export type PageOfAll = { after: RowKeyOfAll; limit: number };

const BEFORE_ALL: RowKeyOfAll = { projectId: '', id: '' };

type Rows<Row> = {
  select(page: PageOfAll): Promise<Row[]>;
  /** Removes or ends the row. */
  settle(row: Row): Promise<void>;
  onFailure(row: Row, error: unknown): void;
};

/**
 * Removes or ends rows, one after another. A row that fails does not stop the others. @throws the last failure, after
 * the last row
 */
export async function settleEach<Row extends RowKeyOfAll>(rows: Rows<Row>): Promise<void> {
  const { select, settle, onFailure } = rows;
  let failure: unknown = null;
  let after: RowKeyOfAll | undefined = BEFORE_ALL;
  while (after !== undefined) {
    const page: Row[] = await select({ after, limit: PAGE });
    for (const row of page) {
      await settle(row).catch((error: unknown) => {
        onFailure(row, error);
        failure = error;
      });
    }
    after = page[PAGE - 1];
  }
  if (failure !== null) throw failure;
}
