// An agent that learns which of its lessons to trust: npx tsx examples/agent-loop/main.ts
// It starts a server with an empty database, and a model of its own that follows the first lesson it is shown. With
// CHAT_BASE_URL, CHAT_API_KEY and CHAT_MODEL in the environment, a real model acts instead.
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

const folder = await mkdtemp(join(tmpdir(), 'lorebase-example-'));
const models = await startModelServer();
models.chat(followFirstLesson);
const apiKey = 'the-root-key-of-the-example';
const server = await startProcess({
  PORT: '0',
  LOREBASE_DATA_DIR: folder,
  LOREBASE_ROOT_KEY: apiKey,
});
try {
  const lorebase = new Lorebase({ url: server.url, apiKey });
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
  await server.kill('SIGTERM');
  await models.close();
  await rm(folder, { recursive: true, force: true });
}
