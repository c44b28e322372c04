type PageInfo = {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
};

/**
 * Reads all nodes of a list in pages of `size`, once from its beginning and once from its end. Both results are in the
 * order of the list.
 */
export async function readFromBothEnds<Node>(
  size: number,
  read: (page: object) => Promise<{ nodes: Node[]; pageInfo: PageInfo }>,
): Promise<{ forward: Node[]; backward: Node[] }> {
  const forward: Node[] = [];
  let after: string | null = null;
  do {
    const { nodes, pageInfo } = await read({ first: size, after });
    forward.push(...nodes);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  const backward: Node[] = [];
  let before: string | null = null;
  do {
    const { nodes, pageInfo } = await read({ last: size, before });
    backward.unshift(...nodes);
    before = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
  } while (before !== null);
  return { forward, backward };
}
