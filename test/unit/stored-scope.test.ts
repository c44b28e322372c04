import { describe, expect, it } from 'vitest';
import { searchedScope, storedScope } from '../../src/agents/knowledge-config.ts';
import { ANY_ENTRY, type EntryConditions } from '../../src/db/entry-conditions.ts';

const CONDITIONS: EntryConditions = {
  kinds: ['FACT'],
  sources: ['AGENT'],
  metadata: { team: 'support' },
  occurredAfter: new Date('2026-01-01T00:00:00Z'),
  occurredBefore: new Date('2026-01-02T00:00:00Z'),
  createdAfter: new Date('2026-01-03T00:00:00Z'),
  createdBefore: new Date('2026-01-04T00:00:00Z'),
  updatedAfter: new Date('2026-01-05T00:00:00Z'),
  updatedBefore: new Date('2026-01-06T00:00:00Z'),
  minUtility: 0.1,
  maxUtility: 0.9,
  reviewed: true,
  outcomes: ['PASS'],
};

describe('the scope of an agent', () => {
  it('has the same conditions after it was stored as JSON', () => {
    const stored = storedScope({ memoryIds: ['mem_1'], ...CONDITIONS });
    expect(stored.occurredAfter).toBe('2026-01-01T00:00:00.000Z');
    expect(searchedScope(JSON.parse(JSON.stringify(stored)))).toEqual({
      memoryIds: ['mem_1'],
      memoryTags: null,
      conditions: CONDITIONS,
    });
  });

  it('is not restricted by conditions that it was stored without', () => {
    const { conditions } = searchedScope({ memoryIds: ['mem_1'], memoryTags: [] });
    expect(conditions).toEqual(ANY_ENTRY);
  });
});
