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

/** The columns of a result, as PostgreSQL describes them. */
type Columns = readonly pg.FieldDef[];

type Parser = (text: string) => unknown;

/** What collects the rows of a statement. The type declarations of node-postgres leave it out. */
type RowCollector = {
  rowAsArray: boolean;
  fields: Columns;
  _types: PgStatement['types'];
  _parsers: Parser[];
  addFields(columns: Columns): void;
};
const { Result } = pg as unknown as {
  Result: new (rowMode: PgStatement['rowMode'], types: PgStatement['types']) => RowCollector;
};

const parsersOf = memoizeByObject(
  (columns: Columns, types: pg.CustomTypesConfig = pg.types): Parser[] =>
    columns.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text')),
);

/**
 * A result that looks up the parsers of its columns once for each description. A connection keeps the descriptions of
 * its prepared statements (`statement-messages.ts`).
 */
class DescribedResult extends Result {
  override addFields(columns: Columns): void {
    if (this.rowAsArray) {
      this.fields = columns;
      this._parsers = parsersOf(columns, this._types);
    } else super.addFields(columns);
  }
}

/** A query that node-postgres runs without copying the statement, because it is a query already. */
class UncopiedQuery extends pg.Query {
  constructor(
    { text, name, rowMode, types }: PgStatement,
    values: unknown[],
    callback: QueryCallback,
  ) {
    super(text, values, callback);
    const result = new DescribedResult(rowMode, types);
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
