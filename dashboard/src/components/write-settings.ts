import type { SettingValuesFragment } from '../api/types.ts';
import { choice, integer, type Setting, share } from './setting-values.ts';

type Name = Extract<
  keyof SettingValuesFragment,
  'duplicatePolicy' | 'duplicateThreshold' | 'updateThreshold' | 'maxStatements'
>;

/** The rules by which a write is compared: those of a project, and those with which a memory overrides them. */
export const WRITE_SETTINGS: readonly Setting<Name>[] = [
  {
    name: 'duplicatePolicy',
    label: 'When a text is skipped',
    about: 'Skipping identical texts loses nothing. Skipping similar texts can lose a detail.',
    control: choice({ SAFE: 'Only when it is equal', SIMILAR: 'Also when it is very similar' }),
  },
  {
    name: 'duplicateThreshold',
    label: 'Similarity at which a text is skipped',
    about: 'Cosine similarity, 0 to 1. It is used only if very similar texts are skipped.',
    control: share,
  },
  {
    name: 'updateThreshold',
    label: 'Similarity at which a text is added to an entry',
    about:
      'Cosine similarity, 0 to 1. A text that is this similar to all statements of an entry becomes one of them.',
    control: share,
  },
  {
    name: 'maxStatements',
    label: 'Statements in one entry',
    about: 'Writes begin a new entry when one has collected this many, 1 to 64.',
    control: integer(1, 64),
  },
];
