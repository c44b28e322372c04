import { withApp } from './with-app.ts';

/** Opening the app migrates the database. */
export function migrate(): Promise<void> {
  return withApp(async () => {
    console.log('The database is up to date.');
  });
}
