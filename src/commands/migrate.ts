import { distributeTables } from '../db/distribute.ts';
import { withApp } from './with-app.ts';

/**
 * Migrates the database, which `withApp` does when it opens the app. With `citus` the tables are distributed over
 * the workers of Citus.
 */
export function migrate({ citus = false }: { citus?: boolean }): Promise<void> {
  return withApp(async ({ connection }) => {
    console.log('The database is up to date.');
    if (!citus) return;
    const added = await distributeTables(connection);
    console.log(
      added.length > 0
        ? `Distributed: ${added.join(', ')}.`
        : 'All tables are distributed already.',
    );
  });
}
