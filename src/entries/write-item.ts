import type { Thresholds } from '../projects/settings.ts';
import type { Outcome, Write } from './plan-writes.ts';

/** A write as asked for; `fingerprint` tells whether a repeated idempotency key asks for the same. */
export type WriteItem = Omit<Write, 'passage'> & {
  content: string;
  idempotencyKey: string | null;
  fingerprint: string;
};

/** An outcome with the thresholds that decided it. */
export type Written = Outcome & { thresholds: Thresholds };
