import envPaths from 'env-paths';
import { z } from 'zod';
import { databaseUrl, endpointKey, origins, secret, unit, url, whole } from './variable-types.ts';

/** The name of the local model in `EMBEDDING_MODEL`. Any other name is a model of the endpoint. */
export const LOCAL_MODEL = 'all-MiniLM-L6-v2';

/** Length of the local model's vectors. */
export const LOCAL_DIMENSIONS = 384;

const KNOWN_DIMENSIONS: Readonly<Record<string, number>> = {
  [LOCAL_MODEL]: LOCAL_DIMENSIONS,
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};

const environment = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: whole('PORT', 4000, { min: 0, max: 65_535 }),
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  DATABASE_READ_URL: databaseUrl('DATABASE_READ_URL'),
  DATABASE_POOL_SIZE: whole('DATABASE_POOL_SIZE', 10, { min: 1, max: 1000 }),
  DATABASE_QUEUE: whole('DATABASE_QUEUE', 1000, { min: 1, max: 1_000_000 }),
  VECTOR_INDEX_FROM: whole('VECTOR_INDEX_FROM', 100_000, { min: 1, max: 1_000_000_000 })
    .unwrap()
    .optional(),
  CHUNK_CACHE_MB: whole('CHUNK_CACHE_MB', 320, { min: 0, max: 65_536 }),
  LOREBASE_DATA_DIR: z.string().optional(),
  EMBEDDED_FSYNC: z
    .enum(['on', 'off'], { error: 'EMBEDDED_FSYNC must be on or off' })
    .default('on'),
  BACKGROUND_IDLE_SECONDS: whole('BACKGROUND_IDLE_SECONDS', 600, { min: 1, max: 86_400 }),
  LOREBASE_ROOT_KEY: secret('LOREBASE_ROOT_KEY'),
  LOREBASE_URL: url('LOREBASE_URL', 'http://127.0.0.1:4000'),
  LOREBASE_KEY: z.string().optional(),
  CODEX_HOME: z.string().optional(),
  CLAUDE_CONFIG_DIR: z.string().optional(),
  OPENAI_API_KEY: endpointKey('OPENAI_API_KEY'),
  OPENAI_BASE_URL: url('OPENAI_BASE_URL', 'https://api.openai.com/v1'),
  EMBEDDING_MODEL: z.string().default(LOCAL_MODEL),
  EMBEDDING_DIMENSIONS: whole('EMBEDDING_DIMENSIONS', 1536, { min: 1, max: 16_000 })
    .unwrap()
    .optional(),
  EMBEDDING_BASE_URL: url('EMBEDDING_BASE_URL', 'http://127.0.0.1:11434/v1'),
  EMBEDDING_API_KEY: endpointKey('EMBEDDING_API_KEY'),
  EMBEDDING_MAX_TOKENS: whole('EMBEDDING_MAX_TOKENS', 8000, { min: 16, max: 1_000_000 }),
  EMBEDDING_TIMEOUT_MS: whole('EMBEDDING_TIMEOUT_MS', 30_000, { min: 1, max: 600_000 }),
  EMBEDDING_MAX_RETRIES: whole('EMBEDDING_MAX_RETRIES', 2, { min: 0, max: 10 }),
  EMBEDDING_CONCURRENCY: whole('EMBEDDING_CONCURRENCY', 8, { min: 1, max: 1000 }),
  EMBEDDING_QUEUE: whole('EMBEDDING_QUEUE', 500, { min: 0, max: 1_000_000 }),
  WORKERS: whole('WORKERS', 0, { min: 0, max: 256 }),
  JOB_CONCURRENCY: whole('JOB_CONCURRENCY', 2, { min: 0, max: 100 }),
  JOB_MAX_ATTEMPTS: whole('JOB_MAX_ATTEMPTS', 8, { min: 1, max: 100 }),
  CHAT_MODEL: z.string().optional(),
  CHAT_BASE_URL: url('CHAT_BASE_URL', 'http://127.0.0.1:11434/v1'),
  CHAT_API_KEY: endpointKey('CHAT_API_KEY'),
  CHAT_TIMEOUT_MS: whole('CHAT_TIMEOUT_MS', 120_000, { min: 1, max: 3_600_000 }),
  CHAT_MAX_RETRIES: whole('CHAT_MAX_RETRIES', 2, { min: 0, max: 10 }),
  SCORING_MODEL: z.string().optional(),
  Q_LEARNING_ALPHA: unit('Q_LEARNING_ALPHA', 0.3).default(0.3),
  SIMILARITY_THRESHOLD: unit('SIMILARITY_THRESHOLD', 0.5).optional(),
  DUPLICATE_THRESHOLD: unit('DUPLICATE_THRESHOLD', 0.95).optional(),
  UPDATE_THRESHOLD: unit('UPDATE_THRESHOLD', 0.75).optional(),
  HISTORY_RETENTION_DAYS: whole('HISTORY_RETENTION_DAYS', 30, { min: 0, max: 36_500 }),
  EVENT_RETENTION_DAYS: whole('EVENT_RETENTION_DAYS', 30, { min: 1, max: 36_500 }),
  IDEMPOTENCY_RETENTION_DAYS: whole('IDEMPOTENCY_RETENTION_DAYS', 30, { min: 1, max: 36_500 }),
  MEMORY_GRACE_DAYS: whole('MEMORY_GRACE_DAYS', 30, { min: 1, max: 36_500 }),
  RATE_LIMIT_PER_MINUTE: whole('RATE_LIMIT_PER_MINUTE', 0, { min: 0, max: 10_000_000 }),
  CORS_ORIGINS: origins('CORS_ORIGINS'),
  PUBLIC_URL: url('PUBLIC_URL', 'https://memory.example.com'),
  OAUTH_ISSUER: url('OAUTH_ISSUER', 'https://login.example.com'),
  OAUTH_JWKS_URL: url('OAUTH_JWKS_URL', 'https://login.example.com/.well-known/jwks.json'),
  OAUTH_AUDIENCE: z.string().optional(),
  OAUTH_PROJECT_CLAIM: z.string().default('lorebase_project'),
  OAUTH_ROLE_CLAIM: z.string().default('lorebase_role'),
  GRAPHIQL: z.enum(['on', 'off'], { error: 'GRAPHIQL must be on or off' }).optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'LOG_LEVEL must be one of trace, debug, info, warn, error, silent',
    })
    .optional(),
});

/** The names of the variables of the configuration. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

type Environment = z.infer<typeof environment>;

/** An invalid configuration. The message names each invalid variable, its expected value and an example. */
export class ConfigError extends Error {}

/** The option `--read-only`, and whether the server is one that another process of this machine or a command starts. */
export type ConfigOptions = { isReadOnly?: boolean; isBackground?: boolean };

/**
 * Reads and checks the environment. A variable that is blank counts as one that is not set.
 * @throws ConfigError with every invalid variable
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, options: ConfigOptions = {}) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => issue.message).join('\n'));
  }
  return Object.freeze(toConfig(parsed.data, options));
}

export type Config = ReturnType<typeof readConfig>;

/** Whether an endpoint is configured for a model. With an API key and no URL, OpenAI's endpoint is used. */
export function hasEndpoint({ baseUrl, apiKey }: Config['chat'] | Config['embedding']): boolean {
  return Boolean(baseUrl || apiKey);
}

/** The environment of this process with additional variables, for a program that a command runs. */
export function environmentWith(variables: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...variables };
}

/** The variable that contains the version of the process that started a worker. */
const PRIMARY_VERSION = 'LOREBASE_PRIMARY_VERSION';

/** The environment variables that a process of this version sets for the workers that it starts. */
export function workerVariables(version: string): Record<string, string> {
  return { [PRIMARY_VERSION]: version };
}

/** The version of the process that started this worker; undefined if this process is not a worker. */
export function versionOfPrimary(): string | undefined {
  return process.env[PRIMARY_VERSION];
}

function toConfig(env: Environment, { isReadOnly = false, isBackground = false }: ConfigOptions) {
  const production = isProduction(env);
  checkThresholds(env);
  checkDatabases(env, isReadOnly);
  checkRootKey(env, isReadOnly);
  return {
    production,
    // A background server serves this machine only, on any free port.
    host: isBackground ? '127.0.0.1' : env.HOST,
    port: isBackground ? 0 : env.PORT,
    databaseUrl: env.DATABASE_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    isReadOnly,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    databaseQueue: env.DATABASE_QUEUE,
    /** The number of chunks from which a project is added to the vector index; `defaultMinIndexedChunks` if null. */
    vectorIndexFrom: env.VECTOR_INDEX_FROM ?? null,
    /** Maximum memory for cached chunks in each process, in MB; 0 caches nothing. */
    chunkCacheMegabytes: env.CHUNK_CACHE_MB,
    /** Time without connections after which a background server ends, in milliseconds; null for any other server. */
    idleMs: isBackground ? env.BACKGROUND_IDLE_SECONDS * 1000 : null,
    /** The number of processes that serve the port; 0 chooses it by the number of cores. */
    workers: env.WORKERS,
    dataDir: env.LOREBASE_DATA_DIR ?? defaultDataDir(),
    /** False if `dataDir` is the user's data folder, which the package uses without LOREBASE_DATA_DIR. */
    isDataDirChosen: env.LOREBASE_DATA_DIR !== undefined || isClone(),
    /** Whether a commit of the embedded database waits until it is on the disk. */
    embeddedFsync: env.EMBEDDED_FSYNC === 'on',
    rootKey: env.LOREBASE_ROOT_KEY,
    /** The running server that commands and `lorebase mcp` use, and the key to it. */
    server: { url: env.LOREBASE_URL, key: env.LOREBASE_KEY },
    /** The folders in which Codex and Claude Code keep their settings, if they are not in the user's folder. */
    clientFolders: { codex: env.CODEX_HOME, claude: env.CLAUDE_CONFIG_DIR },
    historyRetentionDays: env.HISTORY_RETENTION_DAYS,
    eventRetentionDays: env.EVENT_RETENTION_DAYS,
    idempotencyRetentionDays: env.IDEMPOTENCY_RETENTION_DAYS,
    memoryGraceDays: env.MEMORY_GRACE_DAYS,
    graphiql: env.GRAPHIQL === undefined ? !production : env.GRAPHIQL === 'on',
    corsOrigins: env.CORS_ORIGINS,
    /** The URL by which clients reach the server, without a slash at its end. */
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    oauth: oauthOf(env),
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    logLevel: env.LOG_LEVEL ?? (isBackground ? 'warn' : 'info'),
    embedding: embeddingConfig(env),
    jobs: { concurrency: env.JOB_CONCURRENCY, maxAttempts: env.JOB_MAX_ATTEMPTS },
    chat: chatConfig(env),
    defaults: {
      learningRate: env.Q_LEARNING_ALPHA,
      similarityThreshold: env.SIMILARITY_THRESHOLD,
      duplicateThreshold: env.DUPLICATE_THRESHOLD,
      updateThreshold: env.UPDATE_THRESHOLD,
    },
  };
}

function embeddingConfig(env: Environment) {
  return {
    model: env.EMBEDDING_MODEL,
    dimensions: embeddingDimensions(env),
    baseUrl: env.EMBEDDING_BASE_URL ?? env.OPENAI_BASE_URL,
    apiKey: env.EMBEDDING_API_KEY ?? env.OPENAI_API_KEY,
    maxTokens: env.EMBEDDING_MAX_TOKENS,
    timeoutMs: env.EMBEDDING_TIMEOUT_MS,
    maxRetries: env.EMBEDDING_MAX_RETRIES,
    concurrency: env.EMBEDDING_CONCURRENCY,
    queue: env.EMBEDDING_QUEUE,
  };
}

function chatConfig(env: Environment) {
  return {
    model: env.CHAT_MODEL,
    baseUrl: env.CHAT_BASE_URL ?? env.OPENAI_BASE_URL,
    apiKey: env.CHAT_API_KEY ?? env.OPENAI_API_KEY,
    timeoutMs: env.CHAT_TIMEOUT_MS,
    maxRetries: env.CHAT_MAX_RETRIES,
    /** The model of ratings and insights; the default chat model if it is not set. */
    scoringModel: env.SCORING_MODEL,
  };
}

/** The OAuth issuer whose tokens `/mcp` accepts, with the audience and claims of a token; null without an issuer. */
function oauthOf(env: Environment) {
  if (env.OAUTH_ISSUER === undefined) return null;
  if (env.PUBLIC_URL === undefined) {
    throw new ConfigError(
      'OAUTH_ISSUER needs PUBLIC_URL, by which clients reach the server, such as https://memory.example.com',
    );
  }
  const resource = `${env.PUBLIC_URL.replace(/\/+$/, '')}/mcp`;
  return {
    issuer: env.OAUTH_ISSUER,
    jwksUrl: env.OAUTH_JWKS_URL,
    resource,
    audience: env.OAUTH_AUDIENCE ?? resource,
    projectClaim: env.OAUTH_PROJECT_CLAIM,
    roleClaim: env.OAUTH_ROLE_CLAIM,
  };
}

export type OAuthConfig = NonNullable<ReturnType<typeof oauthOf>>;

/** The default data folder: in a clone, a folder of the clone, so that clones share no data; else one of the user. */
function defaultDataDir(): string {
  return isClone() ? './.lorebase' : envPaths('lorebase', { suffix: '' }).data;
}

function isClone(): boolean {
  return import.meta.url.endsWith('.ts');
}

function isProduction(env: Environment): boolean {
  return env.NODE_ENV === 'production';
}

/** @throws ConfigError if UPDATE_THRESHOLD is above DUPLICATE_THRESHOLD */
function checkThresholds(env: Environment): void {
  if ((env.UPDATE_THRESHOLD ?? 0) > (env.DUPLICATE_THRESHOLD ?? 1)) {
    throw new ConfigError(
      `UPDATE_THRESHOLD (${env.UPDATE_THRESHOLD}) must not be above DUPLICATE_THRESHOLD (${env.DUPLICATE_THRESHOLD}), such as 0.75 and 0.95`,
    );
  }
}

/** @throws ConfigError if a server in production has no root key */
function checkRootKey(env: Environment, isReadOnly: boolean): void {
  if (isProduction(env) && env.DATABASE_URL && !env.LOREBASE_ROOT_KEY && !isReadOnly) {
    throw new ConfigError(
      'LOREBASE_ROOT_KEY is required with DATABASE_URL in production: at least 24 characters, such as one made by: openssl rand -hex 32',
    );
  }
}

/** @throws ConfigError if a standby is configured without a primary, or if a read-only process has no standby */
function checkDatabases(env: Environment, isReadOnly: boolean): void {
  const example = 'such as postgres://user:password@127.0.0.1:5433/lorebase';
  if (isReadOnly && !env.DATABASE_READ_URL && !env.DATABASE_URL) {
    throw new ConfigError(
      `--read-only needs DATABASE_READ_URL, the URL of a PostgreSQL standby, ${example}`,
    );
  }
  if (!isReadOnly && env.DATABASE_READ_URL && !env.DATABASE_URL) {
    throw new ConfigError(
      `DATABASE_READ_URL needs DATABASE_URL, the URL of the primary, ${example}; without a primary, start with --read-only`,
    );
  }
}

function embeddingDimensions(env: Environment): number {
  const known = KNOWN_DIMENSIONS[env.EMBEDDING_MODEL];
  const dimensions = env.EMBEDDING_DIMENSIONS ?? known;
  if (dimensions === undefined) {
    throw new ConfigError(
      `EMBEDDING_DIMENSIONS is required for EMBEDDING_MODEL=${env.EMBEDDING_MODEL}: the length of its vectors, such as 1024`,
    );
  }
  if (env.EMBEDDING_MODEL === LOCAL_MODEL && dimensions !== known) {
    throw new ConfigError(`EMBEDDING_DIMENSIONS must be ${known} for ${LOCAL_MODEL}, or unset`);
  }
  return dimensions;
}
