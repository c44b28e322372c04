// A chat model that answers at once, whole or streamed: its URL on stdout.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const TEXT = 'Ada prefers email.';
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const head = { id: 'chatcmpl-1', created: 0, model: 'instant' };

const whole = JSON.stringify({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }],
  usage,
});

const chunk = (delta: object, finish_reason: string | null, more: object = {}) =>
  `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }], ...more })}\n\n`;

const streamed = [
  chunk({ role: 'assistant', content: '' }, null),
  chunk({ content: TEXT }, null),
  chunk({}, 'stop', { usage }),
  'data: [DONE]\n\n',
];

const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  if (JSON.parse(body).stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(whole);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const part of streamed) response.write(part);
  response.end();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
