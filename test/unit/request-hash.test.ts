import { describe, expect, it } from 'vitest';
import { requestHashOf } from '../../src/projects/request-hash.ts';

const REQUEST = { content: 'A', occurredAt: new Date(0), review: { result: 'PASS' } };

describe('the digest of a request', () => {
  it.each([
    ['an order of keys', { review: { result: 'PASS' }, occurredAt: new Date(0), content: 'A' }],
    ['a field that is null', { ...REQUEST, context: null }],
    ['an inner field that is null', { ...REQUEST, review: { result: 'PASS', alpha: null } }],
    ['an empty list', { ...REQUEST, supersedes: [] }],
    ['empty metadata', { ...REQUEST, metadata: {} }],
  ])('does not depend on %s', (_, request) => {
    expect(requestHashOf(request)).toBe(requestHashOf(REQUEST));
  });

  it.each([
    ['a time', { ...REQUEST, occurredAt: new Date(1) }],
    ['an inner field', { ...REQUEST, review: { result: 'FAIL' } }],
    ['an empty list that is a value', { ...REQUEST, scope: { memoryIds: [] } }],
  ])('depends on %s', (_, request) => {
    expect(requestHashOf(request)).not.toBe(requestHashOf(REQUEST));
  });

  it('tells null from none where it is a value', () => {
    const of = (knowledgeConfig: object) => requestHashOf({ knowledgeConfig });
    expect(of({ minScore: null })).not.toBe(of({}));
    expect(of({ limit: null })).toBe(of({}));
  });

  it('tells null and an empty list in metadata from none', () => {
    const of = (metadata: object) => requestHashOf({ metadata });
    expect(of({ a: 1, tools: [] })).not.toBe(of({ a: 1 }));
    expect(of({ a: 1, b: null })).not.toBe(of({ a: 1 }));
  });
});
