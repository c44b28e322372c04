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
  const code = text.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n\r]*/g, ' ');
  return !/(^|[\s,}])(mutation|subscription)\b/.test(topLevel(code));
}

/** The code outside of all braces and parentheses. */
function topLevel(code: string): string {
  let depth = 0;
  let found = '';
  for (const character of code) {
    if (character === '{' || character === '(') depth += 1;
    if (depth === 0) found += character;
    if (character === '}' || character === ')') {
      depth -= 1;
      found += ' ';
    }
  }
  return found;
}
