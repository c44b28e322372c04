import {
  type DocumentNode,
  GraphQLError,
  Kind,
  Lexer,
  type SelectionSetNode,
  Source,
  TokenKind,
  visit,
} from 'graphql';
import { DomainError } from '../errors.ts';
import { memoizeByObject } from '../memoize-by-object.ts';

/**
 * Limits of documents that are sent without an API key. Such a caller can only read the schema. The introspection
 * queries of GraphiQL, code generators and Apollo are far below the limits: they have about 2,000 characters, 250
 * tokens and 3 fragments, no aliases, and no list of types within another.
 */
export const MAX_ANONYMOUS_CHARACTERS = 10_000;
export const MAX_ANONYMOUS_TOKENS = 500;
export const MAX_ANONYMOUS_FRAGMENTS = 10;
export const MAX_ANONYMOUS_ALIASES = 10;

/** Fields that return lists of types. A list inside a list multiplies the size of the response. */
const TYPE_LISTS = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes', 'enumValues']);

/** Checks the text of a document before it is parsed. @throws UNAUTHENTICATED */
export function checkAnonymousText(text: string): void {
  if (text.length > MAX_ANONYMOUS_CHARACTERS)
    throw needsKey(`a document of more than ${MAX_ANONYMOUS_CHARACTERS} characters`);
  if (hasTooManyTokens(text))
    throw needsKey(`a document of more than ${MAX_ANONYMOUS_TOKENS} tokens`);
}

function hasTooManyTokens(text: string): boolean {
  const lexer = new Lexer(new Source(text));
  try {
    for (let tokens = 0; lexer.advance().kind !== TokenKind.EOF; tokens++) {
      if (tokens === MAX_ANONYMOUS_TOKENS) return true;
    }
  } catch (error) {
    // The parser reports the same error.
    if (!(error instanceof GraphQLError)) throw error;
  }
  return false;
}

/** Checks a document before it is validated. @throws UNAUTHENTICATED */
export function checkAnonymousDocument(document: DocumentNode): void {
  const excess = excessOf(document);
  if (excess !== null) throw needsKey(excess);
}

/** The feature of a document for which a key is needed; null if no key is needed. */
const excessOf = memoizeByObject((document: DocumentNode): string | null => {
  let fragments = 0;
  let aliases = 0;
  let schemas = 0;
  visit(document, {
    FragmentDefinition: () => void fragments++,
    Field: ({ alias, name }) => {
      if (alias) aliases++;
      if (name.value === '__schema') schemas++;
    },
  });
  if (fragments > MAX_ANONYMOUS_FRAGMENTS)
    return `a document of more than ${MAX_ANONYMOUS_FRAGMENTS} fragments`;
  if (aliases > MAX_ANONYMOUS_ALIASES)
    return `a document of more than ${MAX_ANONYMOUS_ALIASES} aliases`;
  if (aliases > 0 && schemas > 0) return 'an alias beside __schema';
  if (nestsTypeLists(document)) return 'introspection of lists of types within lists';
  return null;
});

/** True if a list of types is selected within another, directly or through fragments. */
function nestsTypeLists({ definitions }: DocumentNode): boolean {
  const fragments = new Map(
    definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node.selectionSet]] : [],
    ),
  );
  const depths = new Map<string, number>();
  const depthOf = (set: SelectionSetNode | undefined): number =>
    Math.max(
      0,
      ...(set?.selections ?? []).map((node) => {
        if (node.kind === Kind.FRAGMENT_SPREAD) return depthOfFragment(node.name.value);
        const own = node.kind === Kind.FIELD && TYPE_LISTS.has(node.name.value) ? 1 : 0;
        return own + depthOf(node.selectionSet);
      }),
    );
  const depthOfFragment = (name: string): number => {
    const depth = depths.get(name);
    if (depth !== undefined) return depth;
    // Validation rejects a fragment that includes itself; this value only ends the recursion.
    depths.set(name, 0);
    depths.set(name, depthOf(fragments.get(name)));
    return depths.get(name) ?? 0;
  };
  return definitions.some(
    (node) => node.kind === Kind.OPERATION_DEFINITION && depthOf(node.selectionSet) > 1,
  );
}

function needsKey(what: string): GraphQLError {
  const message = `A request without an API key may not have ${what}.`;
  const originalError = new DomainError('UNAUTHENTICATED', message);
  const extensions = { code: 'UNAUTHENTICATED', http: { status: 401 } };
  return new GraphQLError(message, { originalError, extensions });
}
