/** Tests by capital letters whether an English text names a person, a place or a thing. Pure. */

/** Words that are capitalized in English and are not names. */
const NO_NAMES = new Set(['I', "I'm", "I've", "I'll", "I'd", 'OK', 'TV']);

/**
 * Common words that begin a sentence and stand before a verb, as a name can. Verbs, prepositions and most other words
 * are not listed, because no verb follows them.
 */
const OPENERS = new Set(
  `a all an another any anybody anyone anything both each either enough everybody everyone everything few he her
  here his how it its many more most much my neither no nobody none nothing one our several she some somebody
  someone something that the their there these they this those we what when where which who whoever why you your
  after also always as before but finally if just later maybe never not now often once only recently so sometimes
  soon still then though today tomorrow tonight usually while yesterday yes
  art boys breakfast children class classes coffee customers dad dinner family friends girls guys home kids let
  life lunch meeting men mom money music nature neighbors nights parents people rain really school snow store
  students super teachers things time traffic users weather women work`.split(/\s+/),
);

/** Common verb forms after a subject, except those that end in -ed. */
const VERBS = new Set(
  `is was has had does did will would can could may might must should isn't wasn't hasn't doesn't didn't won't can't
  appreciates asks became began believes bought broke brings brought buys built calls came caught chose comes drew drives drove
  eats ate enjoys explains feels fell felt finds forgot found gave gets gives goes got grew hates heard held helps
  hopes keeps kept knew knows leaves left lends lent likes lives looks lost loves made makes meets met moves needs
  owns paid plans plays prefers put quit ran reads runs said sang sat saw says sees sent sings sleeps slept
  sold speaks spends spent spoke stays stood studies supports takes taught teaches tells thinks thought threw told took
  travels tries understood uses values visits walks wants went wins woke won wore works writes wrote`.split(
    /\s+/,
  ),
);

/** A capitalized word, with the characters before it and the word after it. */
const CAPITALISED = /(^|[.!?:]\s+|["“(]\s*|\s)(\p{Lu}[\p{L}\p{N}'’-]*)(?=(?:\s+([\p{L}'’]+))?)/gu;

/**
 * True if the text has a capitalized word within a sentence, or a name at the beginning of one: an uncommon word that
 * is a possessive or before a verb, as in "Alice went home".
 */
export function namesEntity(text: string): boolean {
  return [...text.matchAll(CAPITALISED)].some(([, before = '', word = '', next = '']) => {
    const plain = word.replace('’', "'");
    if (NO_NAMES.has(plain)) return false;
    return /^\s$/.test(before) || isNameBefore(plain, next.replace('’', "'"));
  });
}

/** Whether the first word of a sentence is a name, judged by its ending and the word after it. */
function isNameBefore(word: string, next: string): boolean {
  const [stem = '', ending] = word.split("'");
  if (OPENERS.has(stem.toLowerCase()) || /..(ing|ed)$/.test(stem)) return false;
  if (ending !== undefined) return ending === 's';
  return VERBS.has(next) || /^\p{Ll}{2,}ed$/u.test(next);
}
