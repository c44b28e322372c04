import type pg from 'pg';
import { openHttp } from './http-load.ts';
import type { Sample } from './mass-fill.ts';

export type Ask = { query: string; variables: object; key?: string };

// biome-ignore lint/suspicious/noExplicitAny: answers of any query
type Data = any;

export type Asker = {
  /** Opens a connection, so that the next request does not wait for one. */
  connect(): Promise<void>;
  /** Asks over one of the kept connections; opens one if all are in use. */
  ask(ask: Ask, projectId?: string): Promise<Data>;
  close(): void;
};

type Http = Awaited<ReturnType<typeof openHttp>>;

/** Requests with a key over connections that are kept. */
export function openAsker(url: string, key: string): Asker {
  const free: Http[] = [];
  const opened: Http[] = [];
  const open = async () => {
    const http = await openHttp(url);
    opened.push(http);
    return http;
  };
  const takeFree = (): Http | undefined => {
    const http = free.pop();
    return http === undefined || http.isOpen() ? http : takeFree();
  };
  return {
    connect: async () => {
      free.push(await open());
    },
    ask: async ({ query, variables, key: own = key }, projectId) => {
      const http = takeFree() ?? (await open());
      const headers = {
        'content-type': 'application/json',
        'x-api-key': own,
        ...(projectId ? { 'lorebase-project': projectId } : {}),
      };
      const body = JSON.stringify({ query, variables });
      const answer = JSON.parse(String(await http.ask({ path: '/graphql', headers, body })));
      free.push(http);
      if (answer.errors) throw new Error(JSON.stringify(answer.errors));
      return answer.data;
    },
    close: () => {
      for (const http of opened) http.close();
    },
  };
}

/** Lets so many clients ask for so many seconds, each again as soon as it is answered. */
export async function askForSeconds(
  asker: Asker,
  { clients, seconds, ask }: { clients: number; seconds: number; ask: () => Ask },
): Promise<{ times: number[]; failed: number; perSecond: number }> {
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  const client = async () => {
    while (performance.now() - start < seconds * 1000) {
      const from = performance.now();
      try {
        await asker.ask(ask());
        times.push(performance.now() - from);
      } catch (error) {
        if (failed === 0) console.error(error);
        failed += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { times, failed, perSecond: (times.length / (performance.now() - start)) * 1000 };
}

/** The share of the ten nearest entries, found by comparing all, that a SEMANTIC search returns. */
export async function recallOf(
  asker: Asker,
  pool: pg.Pool,
  {
    projectId,
    memoryId,
    query,
    samples,
  }: { projectId: string; memoryId: string | null; query: string; samples: Sample[] },
): Promise<number> {
  let found = 0;
  let wanted = 0;
  const scope = memoryId === null ? {} : { scope: { memoryIds: [memoryId] } };
  for (const { question, vector } of samples) {
    const { rows } = await pool.query(
      `select entry_id as id from chunks where project_id = $1 and ($2::text is null or memory_id = $2)
        order by (embedding <=> $3::vector) + 0 limit 10`,
      [projectId, memoryId, `[${vector}]`],
    );
    const variables = { input: { query: question, mode: 'SEMANTIC', ...scope } };
    const { searchKnowledge } = await asker.ask({ query, variables });
    const results = new Set(
      searchKnowledge.results.map((result: { entry: { id: string } }) => result.entry.id),
    );
    wanted += rows.length;
    found += rows.filter(({ id }) => results.has(id)).length;
  }
  return found / wanted;
}
