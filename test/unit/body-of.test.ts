import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { bodyOf } from '../../src/commands/requests.ts';

async function answerOf(respond: (response: ServerResponse) => void): Promise<Response> {
  const server = createServer((_, response) => respond(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

it('the file of a response is what the server sent', async () => {
  const answer = await answerOf((response) => response.end('One\nTwo\n'));
  expect(await text(bodyOf(answer))).toBe('One\nTwo\n');
});

it('a file whose connection ends before it says so', async () => {
  const answer = await answerOf((response) => {
    response.write('One\n', () => response.destroy());
  });
  await expect(text(bodyOf(answer))).rejects.toThrow(
    'The server stopped sending the file before its end',
  );
});

it('a reader that leaves ends the request', async () => {
  let ended = () => {};
  const left = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const answer = await answerOf((response) => {
    response.on('close', ended);
    response.write('One\n');
  });
  const file = bodyOf(answer);
  for await (const part of file) {
    expect(String(part)).toBe('One\n');
    break;
  }
  await left;
});
