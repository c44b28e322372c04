import { type AuditResult, auditServer } from 'graphql-http';
import { expect, it } from 'vitest';
import { useServer } from './support/server.ts';

const server = useServer();

it('passes every MUST and SHOULD of the GraphQL-over-HTTP audit', async () => {
  const results = await auditServer({ url: () => `${server.url}/graphql`, fetchFn: fetch });
  const told = results.filter(({ name }) => /^(MUST|SHOULD)/.test(name));
  const failed = told.filter(
    (result): result is Exclude<AuditResult, { status: 'ok' }> => result.status !== 'ok',
  );
  expect(failed.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([]);
  expect(told.length).toBeGreaterThan(30);
});
