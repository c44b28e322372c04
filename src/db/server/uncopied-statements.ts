import pg from 'pg';
import { memoizeByObject } from '../../memoize-by-object.ts';

/** The object by which Drizzle describes a statement. */
type PgStatement = {
  text: string;
  name?: string;
  rowMode?: 'array';
  types?: pg.CustomTypesConfig;
};

type QueryCallback = ConstructorParameters<typeof pg.Query>[2];

/** The class that collects the rows of a statement. node-postgres exports it, but its type declarations do not. */
type RowCollector = { rowAsArray: boolean; fields: Columns; _parsers: Parser[] };
const { Result } = pg as unknown as {
  Result: new (
    rowMode: PgStatement['rowMode'],
    types: PgStatement['types'],
  ) => RowCollector & { addFields(columns: Columns): void };
};

/** The columns of a result, as PostgreSQL describes them. */
type Columns = readonly pg.FieldDef[];

type Parser = (text: string) => unknown;

const parsersOf = memoizeByObject(
  (columns: Columns, types: pg.CustomTypesConfig = pg.types): Parser[] =>
    columns.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text')),
);

/**
 * A result that looks up the parsers of its columns once for each description. A connection keeps the descriptions of
 * its prepared statements (`statement-messages.ts`).
 */
class DescribedResult extends Result {
  readonly #types: PgStatement['types'];

  constructor({ rowMode, types }: PgStatement) {
    super(rowMode, types);
    this.#types = types;
  }

  override addFields(columns: Columns): void {
    if (!this.rowAsArray) {
      super.addFields(columns);
      return;
    }
    this.fields = columns;
    this._parsers = parsersOf(columns, this.#types);
  }
}

/** A query that node-postgres runs without copying the statement, because it is a query already. */
class UncopiedQuery extends pg.Query {
  constructor(statement: PgStatement, values: unknown[], callback: QueryCallback) {
    const { text, name, rowMode, types } = statement;
    super(text, values, callback);
    const result = new DescribedResult(statement);
    Object.assign(this, { name, types, _rowMode: rowMode, _result: result, _results: result });
  }
}

/**
 * Makes a connection run statements with values without copying them first. For each execution, node-postgres copies
 * the statement object one property descriptor at a time, which is slow (docs/decisions/053-fewer-messages.md).
 */
export function runUncopied(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const run = (statement: PgStatement, values: unknown[]) =>
    new Promise((resolve, reject) => {
      const end: QueryCallback = (error, result) => (error ? reject(error) : resolve(result));
      query(new UncopiedQuery(statement, values, end));
    });
  const queryUncopied = (...args: unknown[]) => {
    const [statement, values] = args;
    const isStatement = args.length === 2 && typeof statement === 'object' && Array.isArray(values);
    return isStatement ? run(statement as PgStatement, values) : query(...args);
  };
  client.query = queryUncopied as typeof client.query;
}
