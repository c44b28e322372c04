// The same rows as bench/graphql.ts asks of Lorebase, as JSON from one SQL statement each, without
// GraphQL, keys or anything else: DATABASE_URL and PROJECT in, its URL on stdout.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const { DATABASE_URL: connectionString, PROJECT: projectId } = process.env;
const pool = new pg.Pool({ connectionString, max: 10 });

const LIST = `
  select id, name, tags, entry_count as "entryCount" from memories
  where project_id = $1 order by id desc limit 20`;

const NESTED = `
  select memory.id, memory.name, memory.entry_count as "entryCount",
    json_build_object('nodes', coalesce(page.entries, '[]')) as entries
  from (select * from memories where project_id = $1 order by id desc limit 20) as memory
  cross join lateral (
    select json_agg(json_build_object('id', entry.id, 'content', entry.content)
      order by entry.id desc) as entries
    from (
      select id, (
        select string_agg(said->>'text', E'\\n' order by place)
        from jsonb_array_elements(statements) with ordinality as each (said, place)
      ) as content
      from entries
      where project_id = $1 and memory_id = memory.id and deleted_at is null
      order by id desc limit 5
    ) as entry
  ) as page
  order by memory.id desc`;

const server = createServer(async (request, response) => {
  const name = request.url === '/nested' ? 'nested' : 'list';
  const text = name === 'nested' ? NESTED : LIST;
  const { rows } = await pool.query({ name, text, values: [projectId] });
  const body = JSON.stringify({ data: { memories: { nodes: rows } } });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
