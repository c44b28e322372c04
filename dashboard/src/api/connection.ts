import type {
  FieldMergeFunction,
  FieldPolicy,
  Reference,
  RefetchWritePolicy,
} from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

type Edge = { cursor?: string; node: Partial<Reference> };
type Page = { edges: Edge[]; pageInfo?: { hasNextPage?: boolean; endCursor?: string | null } };
type Merge = FieldMergeFunction<Page, Partial<Page>>;

const relay = relayStylePagination().merge as unknown as Merge;

/** A Relay connection, whose pages are appended to one list for each set of the other arguments. */
export function connection(keyArgs: string[] | false = false): FieldPolicy {
  return { ...relayStylePagination(keyArgs), merge };
}

/** What `refetchWhole` needs of a query. */
export type Refetchable = {
  options: { refetchWritePolicy?: RefetchWritePolicy | undefined };
  refetch: () => Promise<unknown>;
};

/**
 * Refetches a query, and replaces its list even if its `refetchWritePolicy` is 'merge'. This is for changes of later
 * pages that the list cannot show by itself: an object comes to such a page, or is permanently deleted.
 */
export function refetchWhole(query: Refetchable): Promise<unknown> {
  const { options } = query;
  const { refetchWritePolicy } = options;
  options.refetchWritePolicy = 'overwrite';
  // The request begins at once, with a copy of the options.
  const answer = query.refetch();
  options.refetchWritePolicy = refetchWritePolicy;
  return answer;
}

/**
 * A first page that ends within the list replaces the list up to there, so that a list that is opened again keeps its
 * later pages, unless an object has left the first page for one of them. A refetch replaces the whole list, because
 * Apollo then passes no `existing`, unless the query has `refetchWritePolicy: 'merge'`. Such a list itself leaves out
 * the objects of later pages that no longer belong to it. No object is twice in pages that follow each other.
 */
const merge: Merge = (existing, incoming, options) => {
  const { after, before, deleted } = options.args ?? {};
  if (!existing || !incoming?.edges || before) return relay(existing, incoming, options);
  const { edges, pageInfo } = existing;
  const arrived = new Set(incoming.edges.map(keyOf));
  const others = (part: readonly Edge[]) => part.filter((edge) => !arrived.has(keyOf(edge)));
  const endOf = (cursor: unknown) => edges.findIndex((edge) => edge.cursor === cursor) + 1;
  if (after) {
    const end = after === pageInfo?.endCursor ? edges.length : endOf(after);
    // The list was replaced while this page was on its way, which would leave a gap.
    if (end === 0) return existing;
    return relay({ ...existing, edges: others(edges.slice(0, end)) }, incoming, options);
  }
  const first = relay(existing, incoming, options);
  const end = endOf(incoming.edges.at(-1)?.cursor);
  const { canRead, readField } = options;
  // An object that was restored no longer belongs to a list of deleted objects.
  const isGone = ({ node }: Edge) =>
    !canRead(node as Reference) ||
    Boolean(readField('deletedAt', node as Reference)) !== Boolean(deleted);
  const hasMoved = !others(edges.slice(0, end)).every(isGone);
  const isWhole = end === 0 || hasMoved || !first.pageInfo?.hasNextPage;
  const later = isWhole ? [] : others(edges.slice(end));
  if (later.length === 0) return first;
  const { hasNextPage, endCursor } = pageInfo ?? {};
  return {
    ...first,
    edges: [...first.edges, ...later],
    pageInfo: { ...first.pageInfo, hasNextPage, endCursor },
  };
};

/** What an edge is known by: its object, or its place if the object has no id. */
function keyOf({ node, cursor }: Edge): string | undefined {
  return node.__ref ?? cursor;
}
