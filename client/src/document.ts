/**
 * The text of an operation, with the types of its result and its variables. The documents of GraphQL Code
 * Generator with `documentMode: 'string'` fit as well.
 */
export type Document<Result, Variables> = string & DocumentTypes<Result, Variables>;

/** Types that a document carries; there is no such value. */
export type DocumentTypes<Result, Variables> = {
  readonly __apiType?: (variables: Variables) => Result;
};

/** The text of a document. @throws TypeError if a parsed document has no source. */
export function textOf(document: string | object): string {
  if (typeof document === 'string') return document;
  if (document instanceof String) return document.toString();
  const { loc } = document as { loc?: { source?: { body?: string } } };
  const body = loc?.source?.body;
  if (typeof body === 'string') return body;
  throw new TypeError(
    "The document has no source text. Pass a string, or generate documents with documentMode: 'string'.",
  );
}

/** True if every operation of a document is a query, so that repeating it is safe. */
export function isQuery(text: string): boolean {
  return !/(^|[\s,}])(mutation|subscription)\b/.test(codeAt(0, text));
}

/** True if a document certainly has a single root field. */
export function hasOneField(text: string): boolean {
  const fields = codeAt(1, text).replace(/\w+\s*:|@\w+/g, ' ');
  return /^\W*\w+\W*$/.test(fields) && !fields.includes('...');
}

/** The code that is nested in `level` pairs of braces, without strings, comments and arguments. */
function codeAt(level: number, text: string): string {
  const code = text.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n\r]*/g, ' ');
  let braces = 0;
  let parentheses = 0;
  let found = '';
  for (const character of code) {
    if (character === '(') parentheses += 1;
    else if (character === ')') parentheses -= 1;
    else if (parentheses > 0) continue;
    else if (character === '{') braces += 1;
    else if (character === '}') braces -= 1;
    else if (braces === level) found += character;
    // Braces and parentheses separate names.
    if ('(){}'.includes(character)) found += ' ';
  }
  return found;
}
