import { useState } from 'react';
import type { DescribedError } from '../api/errors.ts';

/**
 * Why a form could not be saved. The error goes when what the form contains is changed, because it may not apply to
 * the new content.
 */
export function useFormError(
  content: unknown,
): [DescribedError | null, (error: DescribedError | null) => void] {
  const [error, setError] = useState<DescribedError | null>(null);
  const text = JSON.stringify(content);
  const [before, setBefore] = useState(text);
  if (text !== before) {
    setBefore(text);
    setError(null);
  }
  return [error, setError];
}
