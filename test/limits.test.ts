import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConfig, VARIABLES } from '../src/config.ts';

/**
 * The source of each limit in docs/limits.md: a constant of src (`file#NAME`), or a value of the configuration
 * without any variable (`$path`).
 */
const SOURCES: Readonly<Record<string, string>> = {
  'content of an entry, a query, a text filter of a list': 'input.ts#MAX_CONTENT_BYTES',
  'consecutive combining marks in a name, a text filter, or content': 'input.ts#MAX_MARKS',
  'metadata, as JSON': 'input.ts#MAX_METADATA_BYTES',
  'nesting of metadata, messages and tools': 'input.ts#MAX_JSON_DEPTH',
  'characters of a name': 'input.ts#MAX_NAME_CHARACTERS',
  'characters of a description': 'input.ts#MAX_DESCRIPTION_CHARACTERS',
  'characters of an idempotency key': 'input.ts#MAX_KEY_CHARACTERS',
  'tags of a memory': 'memories/tags.ts#MAX_TAGS',
  'globs of a search': 'memories/tags.ts#MAX_GLOBS',
  'characters of a tag or a glob': 'memories/tags.ts#MAX_GLOB_LENGTH',
  'memory ids of a search': 'memories/scope.ts#MAX_MEMORY_IDS',
  'entries, agents, traces or actors of a filter of events':
    'event-feed/event-filter.ts#MAX_FILTER_IDS',
  'characters of the context of a write': 'input.ts#MAX_CONTEXT_CHARACTERS',
  'entries that one write supersedes': 'entries/write/write-entries.ts#MAX_SUPERSEDED',
  'entries of `mergeEntries`': 'entries/change/merge-entries.ts#MAX_MERGED',
  '`maxStatements` of a memory or a project': 'projects/settings.ts#MAX_STATEMENTS',
  'items of a bulk write': 'entries/bulk-items.ts#MAX_BULK_ITEMS',
  'content of all items of a bulk write': 'entries/bulk-items.ts#MAX_BULK_BYTES',
  'document of `extractEntries`': 'entries/extract-entries.ts#MAX_TEXT_BYTES',
  'characters of a section of an imported Markdown or text file':
    'importers/markdown.ts#MAX_SECTION_CHARACTERS',
  'facts of each part of a document (8,000 characters)': 'entries/extract-entries.ts#MAX_FACTS',
  'rows of a page or a search, ids of `nodes`': 'db/page.ts#MAX_PAGE_SIZE',
  'memories and tags of the facets of a list': 'entries/facet-queries.ts#MAX_FACET_ROWS',
  'buckets of `stats`': 'stats/read-stats.ts#MAX_BUCKETS',
  'points of `utilityHistory`': 'traces/utility-history.ts#MAX_POINTS',
  'words of a text filter of a list': 'db/match-words.ts#MAX_FILTER_WORDS',
  'words of a query that are weighted (HYBRID and LEXICAL)': 'retrieval/weigh-words.ts#MAX_WORDS',
  'chunks that a search compares because of a frequent word, in a project that is not cached':
    'retrieval/weigh-words.ts#MAX_COMPARED',
  'candidates of `queryReflections`, and of agents with the ranking UTILITY; five times `limit`, if that is more':
    'retrieval/presets.ts#MIN_CANDIDATES',
  'dates of a question that are compared, in its first 1,000 characters':
    'retrieval/dates.ts#MAX_DATES',
  'tools of a lesson (`applicableTools`)': 'entries/change/edit-lesson.ts#MAX_APPLICABLE_TOOLS',
  'entries of a memory as a resource of MCP': 'mcp/document.ts#MAX_ENTRIES',
  'characters of a memory as a resource of MCP': 'mcp/document.ts#MAX_RESOURCE_CHARACTERS',
  'near misses of an explained search': 'retrieval/retrieve.ts#MAX_NEAR_MISSES',
  'entries that `agentKnowledge` says it left out': 'agents/find-knowledge.ts#MAX_OMITTED',
  'characters of an observation or a plan that the chat model rates':
    'stream/rate.ts#MAX_SHOWN_CHARACTERS',
  'characters of an entry from which an insight cycle derives its questions':
    'stream/run-insights.ts#MAX_SHOWN_CHARACTERS',
  'characters of an entry from which an insight is formed':
    'stream/form-insight.ts#MAX_SHOWN_CHARACTERS',
  'messages of a trace or a conversation, as JSON': 'traces/trajectory.ts#MAX_TRAJECTORY_BYTES',
  'characters of the final response of a trace': 'traces/create-trace.ts#MAX_RESPONSE_CHARACTERS',
  'entries that a trace retrieved': 'traces/review-input.ts#MAX_RETRIEVED',
  'reviews of `reviewTraces`': 'traces/review-trace.ts#MAX_REVIEWS',
  'characters of the feedback of a review': 'traces/review-input.ts#MAX_FEEDBACK_CHARACTERS',
  'characters of each part of a reflection': 'entries/change/edit-lesson.ts#MAX_PART_CHARACTERS',
  'characters of the instructions of an agent': 'agents/agents.ts#MAX_INSTRUCTIONS',
  'injected entries, and injected lessons': 'agents/knowledge-config.ts#MAX_INJECTED_ENTRIES',
  '`tokenBudget`, in tokens of four bytes': 'token-budget.ts#MAX_TOKEN_BUDGET',
  '`maxSteps` of an agent (20 when omitted)': 'agents/agents.ts#MAX_STEPS',
  "the caller's tools in a generation": 'agents/generation-input.ts#MAX_TOOLS',
  "all of the caller's tools, as JSON": 'agents/generation-input.ts#MAX_TOOL_BYTES',
  'characters of the result of a tool': 'agents/continue-generation.ts#MAX_RESULT_CHARACTERS',
  'tool calls of a step that are run': 'agents/run-steps.ts#MAX_CALLS_PER_STEP',
  'tool calls in an answer of the chat model': 'models/openai-chat.ts#MAX_TOOL_CALLS',
  'answer of the chat model': 'models/openai-chat.ts#MAX_ANSWER_BYTES',
  'one event of a streamed answer of the chat model': 'models/bounded-fetch.ts#MAX_EVENT_BYTES',
  'time for a call to the chat model': '$chat.timeoutMs',
  'time for a request to the embedding model': '$embedding.timeoutMs',
  'tokens of a text for the embedding model of an endpoint': '$embedding.maxTokens',
  'cost of an operation': 'graphql/cost.ts#MAX_COST',
  'depth of a document': 'graphql/limits.ts#MAX_DEPTH',
  'aliases of a document': 'graphql/limits.ts#MAX_ALIASES',
  'fragments of a document': 'graphql/limits.ts#MAX_FRAGMENTS',
  'tokens of a document': 'graphql/limits.ts#MAX_TOKENS',
  'characters of a document': 'graphql/limits.ts#MAX_DOCUMENT_CHARACTERS',
  'aliases without an API key; none beside `__schema`':
    'graphql/anonymous-limits.ts#MAX_ANONYMOUS_ALIASES',
  'fragments without an API key': 'graphql/anonymous-limits.ts#MAX_ANONYMOUS_FRAGMENTS',
  'tokens without an API key': 'graphql/anonymous-limits.ts#MAX_ANONYMOUS_TOKENS',
  'characters without an API key': 'graphql/anonymous-limits.ts#MAX_ANONYMOUS_CHARACTERS',
  'validation errors in a response': 'graphql/check-document.ts#MAX_ERRORS',
  'body of a request, message over WebSocket': 'graphql/limits.ts#MAX_BODY_BYTES',
  'the same without an API key': 'http/identify-caller.ts#MAX_ANONYMOUS_BYTES',
  'file of `POST /import`, or part of one': 'http/transfer-api.ts#MAX_PART_BYTES',
  'changes of the utility of an entry, and past chunks of an entry, in an export':
    'transfer/export-project.ts#MAX_PAST_BYTES',
  'time in which the client of `GET /export` reads nothing': 'transfer/export-stream.ts#STALLED_MS',
  'exports of a project at once': 'transfer/export-stream.ts#MAX_EXPORTS_OF_PROJECT',
  'concurrent operations of a WebSocket': 'graphql/limits.ts#MAX_CONNECTION_OPERATIONS',
  'minutes in which the old secret of a rotated API key is accepted':
    'projects/change-keys.ts#MAX_OVERLAP_MINUTES',
  'time for `connection_init`': 'http/graphql-over-websocket.ts#INIT_TIMEOUT_MS',
  'time for the headers of a request': 'http/server.ts#TIMEOUTS.headersMs',
  'time for a whole request': 'http/server.ts#TIMEOUTS.requestMs',
  'time after which a revoked API key cannot read from a standby':
    'projects/live-key.ts#CONFIRMED_MS',
  'time for each check of `/readyz`': 'http/health.ts#READY_TIMEOUT_MS',
  'time for requests in progress when the server stops': 'commands/serve.ts#SHUTDOWN_MS',
  'operations of an API key in a minute, for all workers of a server together':
    '$rateLimitPerMinute',
  'connections of a process to the database': '$databasePoolSize',
  'MiB of the cache of chunks of a process': '$chunkCacheMegabytes',
  'queries and transactions that wait for a connection': '$databaseQueue',
  'requests to the endpoint of an embedding model at once': '$embedding.concurrency',
  'calls that wait for the embedding model': '$embedding.queue',
  'background jobs of a process at once': '$jobs.concurrency',
  'attempts of a background job': '$jobs.maxAttempts',
  'chunks that wait for the vector index, in a project that is not cached':
    'entries/index/index-chunks.ts#MAX_PENDING',
  'free space that the embedded database keeps': 'db/embedded/thread/disk-space.js#RESERVE_BYTES',
  'days of an event in the log': '$eventRetentionDays',
  'days of the idempotency key of a write, an observation, an extraction or a created object':
    '$idempotencyRetentionDays',
  'days of the text and vectors of an edited or deleted statement': '$historyRetentionDays',
  'days of a generation after its end': '$idempotencyRetentionDays',
  'days of a deleted memory, in which it can be restored': '$memoryGraceDays',
  'days of a background job after its end': 'jobs/jobs.ts#KEPT_DAYS',
  'time after which a RUNNING generation without progress is abandoned':
    'agents/running-generations.ts#STALE_MS',
};

/** Constants that begin with MAX_ and limit nothing that a caller or an operator notices. */
const INTERNAL: readonly string[] = [
  'agents/store-again.ts#MAX_WAIT_MS',
  'commands/import-foreign.ts#MAX_CHARACTERS',
  'commands/import-foreign.ts#MAX_TEXTS',
  'commands/mcp-proxy.ts#MAX_WAIT_MS',
  'commands/requests.ts#MAX_PAUSE_MS',
  'chunk-cache/chunk-cache.ts#MAX_CHANGED',
  'chunk-cache/chunk-cache.ts#MAX_CHANGED_OF_SEARCH',
  'chunk-cache/load-projects.ts#MAX_EMPTY_SHARE',
  'chunk-cache/load-limits.ts#MAX_LOADS',
  'chunk-cache/update-projects.ts#MAX_REFRESHED',
  'chunk-cache/load-limits.ts#MAX_REFUSED',
  'chunk-cache/vector-table.ts#MAX_EXACT',
  'entries/revisions.ts#MAX_READS',
  'retrieval/query-lexemes.ts#MAX_KNOWN',
  'retrieval/query-lexemes.ts#MAX_LENGTH',
  'db/search-method.ts#MAX_EF_SEARCH',
  'db/hnsw-index.ts#MAX_SCAN_TUPLES',
  'db/retried.ts#MAX_TRIES',
  'db/prepared-queries.ts#MAX_NAME_BYTES',
  'db/prepared-queries.ts#MAX_STATEMENTS',
  'entries/extract-entries.ts#MAX_FACT_CHARACTERS',
  'entries/write/known-sizes.ts#MAX_KNOWN_SIZES',
  'entries/write/known-state.ts#MAX_MEMORIES',
  'entries/write/known-state.ts#MAX_MISSES',
  'events/changes.ts#MAX_LATEST',
  'events/notifications.ts#MAX_PAYLOAD_PROJECTS',
  'events/row-cache.ts#MAX_CACHED_CHARACTERS',
  'events/position.ts#MAX_BIGINT',
  'graphql/cost.ts#MAX_KNOWN_COSTS',
  'graphql/cost.ts#MAX_SIZE_DEPTH',
  'graphql/errors.ts#MAX_MESSAGE',
  'graphql/node.ts#MAX_NODES',
  'http/operation-log.ts#MAX_NAME',
  'input.ts#MAX_GIVEN_CHARACTERS',
  'jobs/worker.ts#MAX_DELAY_SECONDS',
  'log.ts#MAX_WAIT_MS',
  'mcp/changes.ts#MAX_TIMER_MS',
  'memories/scope.ts#MAX_KNOWN_CHARACTERS',
  'memories/scope.ts#MAX_KNOWN_SCOPES',
  'memories/scope.ts#MAX_SIZE_RATIO',
  'metrics.ts#MAX_NAMES',
  'models/ask-for.ts#MAX_REPAIRED',
  'models/check-vectors.ts#MAX_NORM',
  'models/minilm/threads.ts#MAX_THREADS',
  'projects/authenticate-token.ts#MAX_SUBJECT',
  'projects/retry-outdated.ts#MAX_ATTEMPTS',
  'reflections/ask-for-reflection.ts#MAX_CHARACTERS',
  'reflections/render-run.ts#MAX_SHOWN_CHARACTERS',
  'retrieval/score.ts#MAX_IMPORTANCE',
  'retrieval/dates.ts#MAX_READ',
  'retrieval/frequent-words.ts#MAX_SCOPES',
  'retrieval/frequent-words.ts#MAX_WORDS_OF_SCOPE',
  'retrieval/index-queries.ts#MAX_INTEGER',
  'retrieval/weigh-words.ts#MAX_COUNTED',
  'retrieval/weigh-words.ts#MAX_LOOKED_UP',
  'retrieval/weigh-words.ts#MAX_RANKED',
  'retrieval/weigh-words.ts#MAX_RANKED_BESIDE_VECTORS',
  'stream/importance.ts#MAX_IMPORTANCE',
  'stream/parse-insight.ts#MAX_ANSWER',
  'stream/parse-insight.ts#MAX_INSIGHT',
  'stream/parse-insight.ts#MAX_QUESTION',
  'transfer/markdown.ts#MAX_NAME_BYTES',
  'transfer/values.ts#MAX_INTEGER',
];

const page = readFileSync('docs/limits.md', 'utf8');

/** The rows of the tables of limits: limit, value, what happens beyond it, and what changes it. */
const rows = [...page.matchAll(/^\| (.+) \| (.+) \| (.+) \| (.+) \|$/gm)]
  .map(([, limit = '', value = '', beyond = '', change = '']) => ({ limit, value, beyond, change }))
  .filter(({ limit }) => limit !== 'limit' && !limit.startsWith('---'));

async function sourceValue(source: string): Promise<number> {
  const [file = '', name = ''] = source.startsWith('$') ? ['', source.slice(1)] : source.split('#');
  const holder: unknown = file
    ? await import(pathToFileURL(resolve('src', file)).href)
    : readConfig({});
  const found = name
    .split('.')
    .reduce<unknown>((value, key) => Reflect.get(Object(value), key), holder);
  if (typeof found !== 'number') throw new Error(`${source} is not an exported number`);
  return found;
}

const KIB = 1024;

/** The number of a cell: `32 KiB`, `15 s`, `15 min` or `5,000`. Times are in milliseconds. */
function numberIn(cell: string): number {
  const [number = '', unit = ''] = cell.split(' ');
  const scale = { '': 1, KiB: KIB, MiB: KIB * KIB, s: 1000, min: 60_000 }[unit];
  return Number(number.replaceAll(',', '')) * (scale ?? Number.NaN);
}

describe('docs/limits.md', () => {
  it('has each limit once, and no other', () => {
    expect(rows.map(({ limit }) => limit).sort()).toEqual(Object.keys(SOURCES).sort());
  });

  it.each(rows)('tells the value of: $limit', async ({ limit, value, change }) => {
    const source = SOURCES[limit] ?? '';
    expect(numberIn(value)).toBe(await sourceValue(source));
    const variable = /^`([A-Z_]+)`/.exec(change)?.[1];
    if (source.startsWith('$')) expect(VARIABLES).toContain(variable);
    else expect(change).toBe('fixed');
  });

  it('has every constant of the source that limits something', () => {
    const constants = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('generated.ts'))
      .flatMap((file) => {
        const text = readFileSync(join('src', file), 'utf8');
        return [...text.matchAll(/^(?:export )?const (MAX_\w+)/gm)].map(
          ([, name]) => `${file}#${name}`,
        );
      });
    const documented = Object.values(SOURCES).filter((source) => source.includes('#MAX_'));
    expect(constants.sort()).toEqual([...documented, ...INTERNAL].sort());
  });
});
