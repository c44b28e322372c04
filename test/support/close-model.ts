import type { Logger } from 'pino';
import { openMiniLm } from '../../src/models/minilm/embedder.ts';

// A program for test/local-model-close.test.ts: closes the local model while it embeds, several times.
const log = { info: () => {}, warn: () => {}, error: () => {} } as unknown as Logger;
for (let round = 0; round < 3; round += 1) {
  const model = openMiniLm(log);
  const texts = Array.from({ length: 200 }, (_, i) => `Text number ${i} about something or other`);
  const embedding = Promise.allSettled([model.embed(texts), model.embed(texts)]);
  await model.embed(['The model is open']);
  await model.close();
  const outcomes = await embedding;
  console.log(outcomes.map(({ status }) => status).join(' '));
}
