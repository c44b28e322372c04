import { MAX_NAME_CHARACTERS, textInput } from '../input.ts';

/** The name of a model. */
export const modelInput = textInput
  .trim()
  .min(1, 'must not be blank')
  .max(MAX_NAME_CHARACTERS, `must have at most ${MAX_NAME_CHARACTERS} characters`);
