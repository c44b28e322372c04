import type { MemoryRow } from '../db/rows.ts';
import { DomainError, requireFound } from '../errors.ts';

/** The memory, which must not be deleted. @throws NOT_FOUND, with another message for a deleted memory */
export function requireLive<Memory extends Pick<MemoryRow, 'deletedAt' | 'purgeAt'>>(
  memory: Memory | null | undefined,
  id: string,
): Memory {
  const found = requireFound(memory, 'memory', id);
  if (found.deletedAt === null) return found;
  const until = found.purgeAt ? ` until ${found.purgeAt.toISOString()}` : '';
  throw new DomainError(
    'NOT_FOUND',
    `The memory ${id} is deleted; restoreMemory can restore it${until}.`,
  );
}
