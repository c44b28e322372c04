/** English words of more than three letters that are not counted, because any answer can contain them. */
const STOP_WORDS = new Set(
  (
    'about above after again also among another around because been before being below between both cannot ' +
    'could does doing down during each either else even ever every from further have having here hers herself ' +
    'himself however into itself just like many more most much must myself neither never once only other ours ' +
    'ourselves over same shall should since some still such than that their theirs them themselves then there ' +
    'these they this those though through under until upon very want wants were what when where whether which ' +
    'while whom whose will with within without would your yours yourself yourselves'
  ).split(' '),
);

/** Scripts that are written without blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const MIN_LENGTH = 4;

/**
 * The share, in 0..1, of the content words of a shown text that an answer contains: a cheap signal of whether the
 * answer used the text. `answered` has the content words of the answer. Null if the shown text has no content words.
 */
export function usedShare(shown: string, answered: ReadonlySet<string>): number | null {
  const words = contentWords(shown);
  if (words.size === 0) return null;
  const used = [...words].filter((word) => answered.has(word)).length;
  return used / words.size;
}

/** The distinct words of more than three letters that are not stop words, in lower case. */
export function contentWords(text: string): Set<string> {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(
    words.filter(
      (word) => [...word].length >= MIN_LENGTH && !STOP_WORDS.has(word) && !UNSPACED.test(word),
    ),
  );
}
