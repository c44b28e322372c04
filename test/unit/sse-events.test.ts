import { expect, it } from 'vitest';
import { createEventIds } from '../../src/http/sse-events.ts';

it('adds ids to results alone', async () => {
  const ids = createEventIds();
  expect(ids.print(':\n\n')).toBe(':\n\n');
  await ids.add('evt_1');
  expect(ids.print('event: next\ndata: {}\n\n')).toBe('id: evt_1\nevent: next\ndata: {}\n\n');
  await ids.add(null);
  expect(ids.print('event: next\ndata: {}\n\n')).toBe('event: next\ndata: {}\n\n');
  expect(ids.print('event: complete\ndata:\n\n')).toBe('event: complete\ndata:\n\n');
});

it('lets the source continue when the client has taken what came before, or has left', async () => {
  const ids = createEventIds();
  const order: string[] = [];
  await ids.add('evt_1');
  const second = ids.add('evt_2').then(() => order.push('second'));
  await new Promise(setImmediate);
  order.push('first');
  ids.print('event: next\ndata: {}\n\n');
  await second;
  expect(order).toEqual(['first', 'second']);
  const third = ids.add('evt_3');
  ids.close();
  await third;
});
