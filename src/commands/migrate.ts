import { withApp } from './with-app.ts';

/** Migrates the database, which `withApp` does when it opens the app. */
export function migrate(): Promise<void> {
  return withApp(async () => {
    console.log('The database is up to date.');
  });
}
