import type { GraphQLResolveInfo } from 'graphql';
import type { ProjectRow } from '../db/rows.ts';
import type { Context } from '../graphql/context.ts';

/** The resolver of a root field that is the same as a field of Project: it resolves in the caller's project. */
export function inProject<Args, Result>(
  resolve: (project: ProjectRow, args: Args, context: Context, info: GraphQLResolveInfo) => Result,
) {
  return async (
    _: unknown,
    args: Args,
    context: Context,
    info: GraphQLResolveInfo,
  ): Promise<Awaited<Result>> =>
    await resolve((await context.caller()).project, args, context, info);
}
