// Part of the build: puts GraphiQL's files beside the compiled server, so that the package needs no
// part of it installed.
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename } from 'node:path';

mkdirSync('dist/graphiql', { recursive: true });
for (const file of [
  'graphiql/graphiql.min.js',
  'graphiql/graphiql.min.css',
  'react/umd/react.production.min.js',
  'react-dom/umd/react-dom.production.min.js',
]) {
  copyFileSync(`node_modules/${file}`, `dist/graphiql/${basename(file)}`);
}
