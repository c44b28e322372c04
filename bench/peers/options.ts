import { parseArgs } from 'node:util';

/** The arguments of the command, with the numbers checked. */
export function readOptions() {
  const { values } = parseArgs({
    options: {
      database: { type: 'string', default: process.env.DATABASE_URL ?? '' },
      count: { type: 'string', default: '6880' },
      rounds: { type: 'string', default: '3' },
      searches: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '2' },
      workers: { type: 'string' },
      peers: { type: 'string' },
      data: { type: 'string' },
      folder: { type: 'string' },
      json: { type: 'string' },
      document: { type: 'string' },
    },
  });
  if (!/^postgres(ql)?:\/\//.test(values.database)) {
    console.error('DATABASE_URL or --database must be the URL of a PostgreSQL with pgvector.');
    process.exit(2);
  }
  return {
    ...values,
    count: whole('count', values.count, 100),
    rounds: whole('rounds', values.rounds, 1),
    searches: whole('searches', values.searches, 10),
    seconds: whole('seconds', values.seconds, 1),
    workers: values.workers === undefined ? null : whole('workers', values.workers, 2),
    peers: values.peers?.split(',') ?? null,
  };
}

export type Options = ReturnType<typeof readOptions>;

function whole(name: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  console.error(`--${name} must be a whole number of at least ${least}.`);
  process.exit(2);
}
