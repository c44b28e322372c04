import { textInput } from '../input.ts';

/** The name of a model. */
export const modelInput = textInput.trim().min(1, 'must not be blank').max(200);
