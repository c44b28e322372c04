import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { buildSchema, type GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { EXTERNAL } from '../../scripts/bundle-server.mjs';
import { tablesToDistribute } from '../../src/db/distribute.ts';
import { tables } from '../../src/db/tables/all-tables.ts';
import { ACCESS } from '../../src/graphql/access.ts';

/** Rules about the source that no compiler checks. */

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|js)$/.test(file) && !file.endsWith('generated.ts'))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }));

describe('imports', () => {
  it('point one way, without cycles, and reach the SQL of no other domain', () => {
    const check = () => execFileSync('npm', ['run', '-s', 'structure'], { encoding: 'utf8' });
    expect(check).not.toThrow();
  });
});

describe('the source', () => {
  it('reads the environment in config.ts alone', () => {
    const readers = sources.filter(({ text }) => /process\.env|NodeJS\.ProcessEnv/.test(text));
    expect(readers.map(({ file }) => file)).toEqual(['config.ts']);
  });

  it('begins transactions through the connection alone, which refuses queries after the end', () => {
    const others = sources.filter(({ text }) => /\bdb\.transaction\(/.test(text));
    expect(others.map(({ file }) => file)).toEqual([]);
  });

  it('declares the name of each type once', () => {
    const names = sources
      .filter(({ file }) => file.endsWith('.ts'))
      .flatMap(({ text }) => [...text.matchAll(/^(?:export )?(?:type|interface) (\w+)/gm)])
      .map(([, name]) => name);
    expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
  });

  it('has fresh generated types', () => {
    const check = () =>
      execFileSync('npx', ['tsx', 'scripts/generate.ts', '--check'], { encoding: 'utf8' });
    expect(check).not.toThrow();
  });
});

describe('the schema', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

  it('has every root field in the access table, and the table nothing else', () => {
    const roots = ['Query', 'Mutation', 'Subscription'].flatMap((root) =>
      Object.keys((schema.getType(root) as GraphQLObjectType).getFields()).map(
        (name) => `${root}.${name}`,
      ),
    );
    const listed = Object.keys(ACCESS).filter((name) =>
      /^(Query|Mutation|Subscription)\./.test(name),
    );
    expect(listed.sort()).toEqual(roots.sort());
    for (const coordinate of Object.keys(ACCESS)) {
      const [type = '', field = ''] = coordinate.split('.');
      expect((schema.getType(type) as GraphQLObjectType).getFields()[field]).toBeDefined();
    }
  });
});

describe('the tables', () => {
  const all = Object.values<unknown>(tables).filter(
    (value): value is PgTable => value instanceof PgTable,
  );

  it.each(all.map((table) => [getTableConfig(table).name, table] as const))(
    '%s: every primary, unique and foreign key begins with project_id',
    (_, table) => {
      const { columns, primaryKeys, uniqueConstraints, foreignKeys } = getTableConfig(table);
      const keys = [
        ...columns.filter((column) => column.primary).map((column) => [column.name]),
        ...columns.filter((column) => column.isUnique).map((column) => [column.name]),
        ...primaryKeys.map((key) => key.columns.map((column) => column.name)),
        ...uniqueConstraints.map((key) => key.columns.map((column) => column.name)),
        ...foreignKeys.map((key) => key.reference().columns.map((column) => column.name)),
        ...foreignKeys.map((key) => key.reference().foreignColumns.map((column) => column.name)),
      ];
      expect(keys.length).toBeGreaterThan(0);
      for (const key of keys) expect(key[0]).toBe('project_id');
    },
  );
});

describe('each table', () => {
  const names = Object.entries<unknown>(tables)
    .filter(([, value]) => value instanceof PgTable)
    .map(([name]) => name);

  it.each(names)('%s is written by one file', (name) => {
    const write = new RegExp(`(\\.(insert|update|delete)\\(|insertRows\\(\\w+, )${name}\\b`);
    const writers = sources.filter(({ text }) => write.test(text)).map(({ file }) => file);
    expect(writers).toHaveLength(1);
  });
});

describe('lorebase migrate --citus', () => {
  const tablesOf = (values: unknown[]) =>
    values.filter((value): value is PgTable => value instanceof PgTable);
  const all = tablesOf(Object.values(tables)).map((table) => getTableConfig(table));

  it('distributes every table, behind those that its foreign keys refer to', () => {
    const order = tablesToDistribute();
    expect(order.toSorted()).toEqual(all.map(({ name }) => name).sort());
    for (const { name, foreignKeys } of all) {
      for (const key of foreignKeys) {
        const referred = getTableConfig(key.reference().foreignTable).name;
        expect(order.indexOf(referred)).toBeLessThanOrEqual(order.indexOf(name));
      }
    }
  });

  it('finds the column project_id in every table', () => {
    for (const { columns } of all) expect(columns.map(({ name }) => name)).toContain('project_id');
  });

  it('finds no ON DELETE SET NULL, which Citus rejects', () => {
    const onDelete = all.flatMap(({ foreignKeys }) => foreignKeys.map((key) => key.onDelete));
    expect(onDelete).not.toContain('set null');
  });
});

describe.each(['.', '.ci/schema-lint', '.ci/mcp-conformance'])('the packages of %s', (folder) => {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');

  it('are locked without a place to download from', () => {
    // A workspace is a link to its folder.
    expect(read('package-lock.json')).not.toMatch(/"resolved": "[^"]*:/);
  });

  it('are locked for every platform, so that npm ci takes the file everywhere', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
    const optional = Object.values(packages).flatMap((entry) =>
      Object.keys(entry.optionalDependencies ?? {}),
    );
    expect(optional.filter((name) => !names.has(name))).toEqual([]);
  });

  it('are pinned', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const versions = Object.values({ ...dependencies, ...devDependencies }) as string[];
    for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });
});

it('a package is built after the packages of the workspaces are installed, which the client needs', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.prepack).toBe('npm run build');
  expect(scripts.build).toMatch(/^node scripts\/install-if-needed\.mjs --workspaces && /);
});

it('the package depends only on what its bundle leaves outside, and on what the client imports', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const client = readdirSync('client/src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join('client/src', file), 'utf8'))
    .join();
  const isExternal = (name: string) =>
    EXTERNAL.some(
      (one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1))),
    );
  const isOfClient = (name: string) => client.includes(`from '${name}/`);
  // graphql-ws needs graphql beside it.
  const others = Object.keys(dependencies).filter((name) => !isExternal(name) && !isOfClient(name));
  expect(others).toEqual(['graphql']);
});
