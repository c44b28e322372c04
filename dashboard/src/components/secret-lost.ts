import type { DescribedError } from '../api/errors.ts';

/** For a key that was made by a call whose answer did not arrive. A repeated call has no secret. */
export const SECRET_LOST: DescribedError = {
  code: 'UNEXPECTED',
  title: 'The key was made, but its secret was lost',
  message:
    'The answer with the secret did not arrive. Rotate the secret of the key in the settings.',
  path: null,
};
