// The direction of imports, checked by `npm run structure` and by test/contract/source.test.ts.

/** Each layer may import from its own and from those below it in this list. */
const LAYERS = [
  ['main.ts', 'commands/'],
  ['background.ts', 'maintenance.ts', 'open-app.ts'],
  ['http/'],
  ['mcp/'],
  ['graphql/'],
  ['event-feed/', 'erasure/', 'transfer/', 'backup/', 'importers/'],
  ['agents/'],
  ['reflections/', 'stream/'],
  ['reembedding/'],
  ['traces/'],
  ['retrieval/'],
  ['entries/'],
  ['chunk-cache/'],
  ['quotas/'],
  ['memories/'],
  ['jobs/'],
  ['stats/'],
  // Changes of projects and keys are events, and the log's purge mark is on the project.
  ['events/', 'projects/', 'standby/'],
  ['models/'],
  ['app.ts', 'log.ts', 'repeat.ts'],
  ['metrics.ts', 'metrics-of-workers.ts', 'worker-calls.ts'],
  ['db/'],
  [
    'batches.ts',
    'config.ts',
    'counted.ts',
    'durations.ts',
    'errors.ts',
    'ids.ts',
    'input.ts',
    'token-budget.ts',
    'instance.ts',
    'memoize-by-object.ts',
    'selected-fields.ts',
    'single-flight.ts',
    'variable-types.ts',
    'version.ts',
    'wake-signal.ts',
  ],
];

/** Folders that hold the SQL of a domain in a file of their own. */
const DOMAINS = LAYERS.flat()
  .filter((name) => name.endsWith('/'))
  .filter((name) => !['commands/', 'http/', 'mcp/', 'graphql/', 'models/', 'db/'].includes(name));

const pathOf = (names) => `^src/(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`;

/** What rules receive: its type names what is opened above it. */
const TYPES_FROM_ABOVE = '^src/(graphql/(generated|context)|app)\\.ts$';

const layerRules = LAYERS.flatMap((layer, i) => {
  const above = LAYERS.slice(0, i).flat();
  if (above.length === 0) return [];
  const from = { path: pathOf(layer), pathNot: '^src/app\\.ts$' };
  return [
    {
      name: `no-upward-import-from-${layer[0]}`,
      severity: 'error',
      from,
      to: { path: pathOf(above), dependencyTypesNot: ['type-only'] },
    },
    {
      name: `no-upward-type-from-${layer[0]}`,
      severity: 'error',
      from,
      to: { path: pathOf(above), pathNot: TYPES_FROM_ABOVE, dependencyTypes: ['type-only'] },
    },
  ];
});

export default {
  forbidden: [
    ...layerRules,
    {
      name: 'every-file-in-a-layer',
      comment: 'A new folder or file of src needs a place in LAYERS.',
      severity: 'error',
      from: { path: '^src/', pathNot: pathOf(LAYERS.flat()) },
      to: {},
    },
    {
      name: 'app-is-a-type',
      comment: 'app.ts declares what rules receive, and runs nothing.',
      severity: 'error',
      from: { path: '^src/app\\.ts$' },
      to: { dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    ...DOMAINS.map((folder) => ({
      name: `queries-of-${folder}`,
      comment: 'A domain calls the rules of another, never its SQL.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/${folder}` },
      to: { path: `^src/${folder}[a-z-]*queries\\.ts$` },
    })),
    {
      name: 'sql-in-db-and-queries',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(db/|[^/]+/[a-z-]*queries\\.ts$)' },
      to: { path: 'node_modules/drizzle-orm' },
    },
    {
      name: 'no-unlisted-package',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
