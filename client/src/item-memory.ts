import type { StreamSettingsInput } from './generated.ts';

/**
 * Settings of a memory whose entries are the items of an agent framework: no model rates them, and retention deletes
 * none of them. A memory cannot switch off the limits of its project. These are the greatest ones that the server
 * accepts: 114 years and 10,000,000 items.
 */
export const ITEM_MEMORY: StreamSettingsInput = {
  rating: false,
  insights: false,
  ttlHours: 1_000_000,
  maxEntries: 10_000_000,
};
