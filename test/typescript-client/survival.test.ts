import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type RestartedServer, startRestartedServer } from '../support/restarted-server.ts';
import { type Survived, survive } from './survive.ts';

let server: RestartedServer;

beforeAll(async () => {
  server = await startRestartedServer({ CORS_ORIGINS: '*' });
});
afterAll(() => server.stop());

function expectNothingLostOrDoubled(survived: Survived): void {
  const { contents, seen, stored, reconnects, entryCount, traces } = survived;
  expect(stored).toEqual(contents);
  expect(seen).toEqual({ websocket: contents, sse: contents });
  expect(entryCount).toBe(contents.length + 1);
  expect(reconnects).toBeGreaterThan(1);
  const review = expect.objectContaining({ result: 'PASS' });
  expect(traces).toEqual([{ task: 'Survive a restart', messageCount: 1, review }]);
}

it('in Node.js, a killed server loses and doubles nothing', async () => {
  const options = { url: server.url, apiKey: await server.key(), webSocketImpl: WebSocket };
  expectNothingLostOrDoubled(await survive(options, server.restart));
});

const executablePath = process.env.TEST_CHROMIUM;

describe.runIf(executablePath)('in a browser', () => {
  let browser: Browser;
  let page: string;
  let close = () => {};

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox'],
    });
    const script = await bundle(
      'export * from "./survive.ts"; export * from "../../client/src/index.ts";',
    );
    const pages = createServer((request, response) => {
      const isScript = request.url === '/client.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script.text : '<!doctype html><title>Client</title>');
    }).listen(0, '127.0.0.1');
    close = () => pages.close();
    await new Promise((resolve) => pages.once('listening', resolve));
    page = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser.close();
    close();
  });

  it('a killed server loses and doubles nothing', async () => {
    const tab = await browser.newPage();
    await tab.exposeFunction('restart', server.restart);
    await tab.goto(page);
    const options = { url: server.url, apiKey: await server.key() };
    const code = `import('/client.js').then(({ survive }) => survive(${JSON.stringify(options)}, restart))`;
    expectNothingLostOrDoubled(await tab.evaluate(code));
    await tab.close();
  });

  it('errors have their codes, and signals end calls', async () => {
    const tab = await browser.newPage();
    await tab.goto(page);
    const options = JSON.stringify({ url: server.url, apiKey: await server.key() });
    const code = `(async () => {
      const { Lorebase, isLorebaseError } = await import('/client.js');
      const lorebase = new Lorebase(${options});
      const code = (error) => isLorebaseError(error) ? error.code : error.message;
      return Promise.all([
        lorebase.writeEntry({ memoryId: 'mem_0', content: 'x' }).catch(code),
        lorebase.server({ signal: AbortSignal.abort(new Error('stopped')) }).catch(code),
        new Lorebase({ ...${options}, apiKey: 'unknown' }).server().catch(code),
      ]);
    })()`;
    expect(await tab.evaluate(code)).toEqual(['NOT_FOUND', 'stopped', 'UNAUTHENTICATED']);
    await tab.close();
  });
});

describe('a bundle', () => {
  it('has no module of the server, of graphql or of Node.js, and is small', async () => {
    const { text, inputs } = await bundle('export { Lorebase } from "../../client/src/index.ts";');
    const foreign = inputs.filter(
      (path) =>
        !/^(client\/src|node_modules\/(graphql-ws|eventsource-parser))\//.test(path) &&
        !path.startsWith('<'),
    );
    expect(foreign).toEqual([]);
    expect(text.length).toBeLessThan(60_000);
  });

  it('leaves out what is not used', async () => {
    const { text } = await bundle('export { isLorebaseError } from "../../client/src/index.ts";');
    expect(text.length).toBeLessThan(2_000);
  });
});

/** A module and all that it imports, for browsers. */
async function bundle(contents: string): Promise<{ text: string; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  });
  return { text: outputFiles[0]?.text ?? '', inputs: Object.keys(metafile.inputs) };
}
