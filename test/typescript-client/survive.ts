import { Lorebase, type LorebaseOptions } from '../../client/src/index.ts';

const COUNT = 200;

export type Survived = {
  /** What was written, in order. */
  contents: string[];
  /** What the events said was created, in their order, over each transport. */
  seen: { websocket: string[]; sse: string[] };
  /** What the writes answered. */
  stored: string[];
  reconnects: number;
  entryCount: number;
  traces: { task: string; messageCount: number; review: { result: string } | null }[];
};

/**
 * Follows events, writes in bulk and records a run, and has the server killed and started again in the midst of
 * all three. It runs in Node.js and, bundled, in a browser.
 */
export async function survive(
  options: LorebaseOptions,
  restart: () => Promise<void>,
): Promise<Survived> {
  const lorebase = new Lorebase({ ...options, retries: 20 });
  const memory = await lorebase.createMemory({ name: 'survivor' });
  const contents = Array.from({ length: COUNT }, (_, i) => `Observation number ${i}`);
  const after = await lorebase.headCursor();
  const seen: Survived['seen'] = { websocket: [], sse: [] };
  let reconnects = 0;
  let kill = () => {};
  const killed = new Promise<void>((resolve) => {
    kill = resolve;
  });
  const follow = async (transport: 'websocket' | 'sse') => {
    const onReconnect = () => {
      reconnects += 1;
    };
    const reader = new Lorebase({ ...options, transport });
    for await (const { entry } of reader.events({ types: ['ENTRY_CREATED'], after, onReconnect })) {
      if (entry?.content === 'The end') return;
      seen[transport].push(entry?.content ?? '');
      if (Math.min(seen.websocket.length, seen.sse.length) > COUNT / 8) kill();
    }
  };
  const following = Promise.all([follow('websocket'), follow('sse')]);
  const writer = lorebase.gatherWrites({ maxItems: 10 });
  const writing = Promise.all(
    contents.map((content) =>
      writer.writeEntry({ memoryId: memory.id, content, kind: 'OBSERVATION', importance: 1 }),
    ),
  );
  const running = lorebase.trace('Survive a restart', async (run) => {
    run.recordMessage({ role: 'assistant', content: 'Working' });
    run.review({ result: 'PASS', generateReflection: false });
    // The trace is stored while the server is down.
    await killed;
  });
  await killed;
  const restarted = restart();
  const [results] = await Promise.all([writing, running, restarted]);
  await lorebase.writeEntry({ memoryId: memory.id, content: 'The end', kind: 'OBSERVATION' });
  await following;
  const { nodes } = await lorebase.traces();
  return {
    contents,
    seen,
    stored: results.map(({ entry }) => entry.content),
    reconnects,
    entryCount: (await lorebase.memory({ id: memory.id }))?.entryCount ?? 0,
    traces: nodes.map(({ task, messageCount, review }) => ({ task, messageCount, review })),
  };
}
