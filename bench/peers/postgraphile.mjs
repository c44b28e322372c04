// @ts-nocheck: its packages are installed elsewhere.
// PostGraphile over the tables of Lorebase: DATABASE_URL in, its URL to the process that started it, with which it
// ends.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const service = makePgService({
  connectionString: process.env.DATABASE_URL,
  schemas: ['public'],
  poolConfig: { max: 10 },
});
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  // The plugin hides relations without an index that begins with the columns of the foreign key, such as the entries of a memory.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [service],
  grafserv: { graphiql: false },
});
const server = createServer();
const serv = instance.createServ(grafserv);
await serv.addTo(server);
server.listen(0, '127.0.0.1', () => {
  process.send({ answer: `http://127.0.0.1:${server.address().port}` });
});
process.on('disconnect', () => process.exit());
