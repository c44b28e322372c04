// An agent that learns from reviews which of its lessons are right: npx tsx examples/agent-loop/main.ts
// The example starts a server with an empty database, or uses the server of LOREBASE_URL with LOREBASE_KEY. A scripted
// model follows the first lesson in its prompt. To use a real model, set CHAT_BASE_URL, CHAT_API_KEY and CHAT_MODEL.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { Lorebase } from '../../client/src/index.ts';
import { startModelServer } from '../../test/support/model-server.ts';
import { startProcess } from '../../test/support/process.ts';
import { play } from './agent.ts';
import { followFirstLesson } from './model.ts';

const { CHAT_BASE_URL, CHAT_API_KEY = 'none', CHAT_MODEL = 'example' } = process.env;

const { LOREBASE_URL, LOREBASE_KEY } = process.env;
const models = await startModelServer();
models.chat(followFirstLesson);
const server = LOREBASE_URL ? null : await startServer();
try {
  const lorebase = new Lorebase(server ?? { url: LOREBASE_URL ?? '', apiKey: LOREBASE_KEY ?? '' });
  const baseURL = CHAT_BASE_URL ?? models.baseUrl;
  const openai = new OpenAI({ baseURL, apiKey: CHAT_API_KEY });
  const { passed, rightFirst, reviewedShare } = await play(lorebase, openai, CHAT_MODEL);
  for (let round = 0; round < passed.length; round += 10) {
    const count = passed.slice(round, round + 10).filter(Boolean).length;
    console.log(`runs ${round + 1} to ${round + 10}: ${count} of 10 passed`);
  }
  console.log(`right lesson first: ${rightFirst.before} of 10 before, ${rightFirst.after} after`);
  console.log(`reviewed runs: ${Math.round((reviewedShare ?? 0) * 100)} %`);
} finally {
  await server?.stop();
  await models.close();
}

async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), 'lorebase-example-'));
  const apiKey = 'the-root-key-of-the-example';
  const env = { PORT: '0', LOREBASE_DATA_DIR: folder, LOREBASE_ROOT_KEY: apiKey };
  const { url, kill } = await startProcess(env);
  const stop = async () => {
    await kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  };
  return { url, apiKey, stop };
}
