import { expect, it } from 'vitest';
import { chatUnavailable } from '../../src/errors.ts';
import { describeError } from '../../src/log.ts';

it('logs no text that an endpoint quotes', () => {
  const refusal = Object.assign(new Error('400 Not allowed: "Alice is ill"'), { status: 400 });
  const error = chatUnavailable('The chat model answered with status 400.', { cause: refusal });
  const logged = describeError(error);
  expect(logged).toMatchObject({
    code: 'CHAT_UNAVAILABLE',
    message: 'The chat model answered with status 400.',
    cause: { type: 'Error', status: 400 },
  });
  expect(JSON.stringify(logged)).not.toContain('Alice');
});
