import type { Data } from './graphql.ts';

export type ReadEvent = { id: string | undefined; data: Data };

/** Reads the first `wanted` results of an event stream, and cancels it. */
export async function readEvents(response: Response, wanted: number): Promise<ReadEvent[]> {
  const found: ReadEvent[] = [];
  let text = '';
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString('utf8');
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const fields = new Map(
        message.split('\n').map((line) => [line.split(':')[0], line.replace(/^\w*: ?/, '')]),
      );
      if (fields.get('event') !== 'next') continue;
      found.push({ id: fields.get('id'), data: JSON.parse(fields.get('data') ?? '') });
      if (found.length === wanted) return found;
    }
  }
  throw new Error(`The stream ended after ${found.length} of ${wanted} results`);
}
