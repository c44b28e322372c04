import { describe, expect, it } from 'vitest';
import { ConfigError, LOCAL_MODEL, readConfig } from '../../src/config.ts';
import { settingsOf } from '../../src/projects/settings.ts';

describe('readConfig', () => {
  it('has defaults, and leaves the thresholds to the embedding model', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ host: '127.0.0.1', port: 4000, dataDir: './.lorebase' });
    expect(config.embedding).toMatchObject({ model: 'all-MiniLM-L6-v2', dimensions: 384 });
    expect(config.defaults).toEqual({
      learningRate: 0.3,
      similarityThreshold: undefined,
      duplicateThreshold: undefined,
      updateThreshold: undefined,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(4000);
    expect(readConfig({ PORT: ' ', RATE_LIMIT_PER_MINUTE: '\t', CHAT_BASE_URL: ' ' }).port).toBe(
      4000,
    );
  });

  it('reads a list of origins, and refuses what is not an origin', () => {
    expect(readConfig({}).corsOrigins).toEqual([]);
    expect(readConfig({ CORS_ORIGINS: '*' }).corsOrigins).toEqual(['*']);
    const list = 'https://app.example.com, http://localhost:3000';
    expect(readConfig({ CORS_ORIGINS: list }).corsOrigins).toEqual(list.split(', '));
    for (const wrong of ['app.example.com', 'https://app.example.com/', 'ftp://a.example']) {
      expect(() => readConfig({ CORS_ORIGINS: wrong })).toThrow(/CORS_ORIGINS must be \*/);
    }
  });

  it('needs a database that it can read, to read only', () => {
    const isReadOnly = true;
    expect(() => readConfig({}, { isReadOnly })).toThrow('--read-only needs DATABASE_READ_URL');
    for (const name of ['DATABASE_URL', 'DATABASE_READ_URL']) {
      const env = { NODE_ENV: 'production', [name]: 'postgres://127.0.0.1/x' };
      expect(readConfig(env, { isReadOnly }).isReadOnly).toBe(true);
    }
    expect(readConfig({}).isReadOnly).toBe(false);
  });

  it('falls back to the variables that both models share', () => {
    const env = { OPENAI_API_KEY: 'shared', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };
    expect(readConfig(env).chat).toMatchObject({
      apiKey: 'shared',
      baseUrl: 'http://127.0.0.1:1/v1',
    });
    expect(readConfig({ ...env, EMBEDDING_API_KEY: 'own\r' }).embedding.apiKey).toBe('own');
  });

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a PostgreSQL URL, such as'],
    [
      { DATABASE_URL: 'postgres://user:p#ss@127.0.0.1/x' },
      'DATABASE_URL is not a valid URL. In its user and password, write # as %23',
    ],
    [{ Q_LEARNING_ALPHA: '1.5' }, 'Q_LEARNING_ALPHA must be at most 1, such as 0.3'],
    [
      { DUPLICATE_THRESHOLD: '0.5', UPDATE_THRESHOLD: '0.75' },
      'UPDATE_THRESHOLD (0.75) must not be above',
    ],
    [{ LOREBASE_ROOT_KEY: 'short' }, 'LOREBASE_ROOT_KEY must have at least 24 characters'],
    ...['a long key that has several blanks', 'ein-langer-schlüssel-mit-umlaut'].map(
      (key): [Record<string, string>, string] => [
        { LOREBASE_ROOT_KEY: key },
        'LOREBASE_ROOT_KEY must have only printable ASCII characters and no blanks',
      ],
    ),
    ...['sk-abc…xyz', '“sk-abc”', 'sk-abc\nsk-xyz'].map((key): [Record<string, string>, string] => [
      { OPENAI_API_KEY: key },
      'OPENAI_API_KEY must have only printable ASCII characters; copy',
    ]),
    [{ EMBEDDING_MODEL: 'nomic' }, 'EMBEDDING_DIMENSIONS is required'],
    [{ EMBEDDING_BASE_URL: 'nowhere' }, 'EMBEDDING_BASE_URL must be a URL, such as'],
    [{ LOREBASE_URL: 'localhost:4000' }, 'LOREBASE_URL must be a URL, such as http://'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [
      { NODE_ENV: 'production', DATABASE_URL: 'postgres://127.0.0.1/x' },
      'LOREBASE_ROOT_KEY is required',
    ],
    [{ DATABASE_READ_URL: 'mysql://x' }, 'DATABASE_READ_URL must be a PostgreSQL URL, such as'],
    [{ DATABASE_READ_URL: 'postgres://127.0.0.1/x' }, 'DATABASE_READ_URL needs DATABASE_URL'],
  ])('refuses %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(message);
  });

  it('names every faulty variable at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT[\s\S]*LOG_LEVEL/);
  });
});

describe('the thresholds of a project', () => {
  const project = (embeddingModel: string, own: object = {}) => ({
    embeddingModel,
    embeddingDimensions: 384,
    writePreset: null,
    duplicatePolicy: null,
    duplicateThreshold: null,
    updateThreshold: null,
    maxStatements: null,
    creditRule: null,
    requiredMetadataKey: null,
    learningRate: null,
    learningRateSchedule: 'CONSTANT' as const,
    learningRateFloor: null,
    streamSettings: null,
    similarityThreshold: null,
    traceRetentionDays: null,
    ...own,
  });
  const thresholds = (env: Record<string, string>, ...of: Parameters<typeof project>) => {
    const settings = settingsOf(readConfig(env), project(...of));
    return [settings.duplicateThreshold, settings.updateThreshold, settings.similarityThreshold];
  };
  const SET = {
    DUPLICATE_THRESHOLD: '0.9',
    UPDATE_THRESHOLD: '0.8',
    SIMILARITY_THRESHOLD: '0.4',
  };

  it('are those of the embedding model: the measured ones, or the references', () => {
    expect(thresholds({}, LOCAL_MODEL)).toEqual([0.95, 0.825, 0.25]);
    expect(thresholds({}, 'text-embedding-3-small')).toEqual([0.95, 0.75, 0.5]);
  });

  it('are those of the environment where it sets them, for every model', () => {
    for (const model of [LOCAL_MODEL, 'text-embedding-3-small']) {
      expect(thresholds(SET, model)).toEqual([0.9, 0.8, 0.4]);
    }
    expect(thresholds({ UPDATE_THRESHOLD: '0.5' }, LOCAL_MODEL)).toEqual([0.95, 0.5, 0.25]);
  });

  it('stay in order where the environment sets one of them', () => {
    expect(thresholds({ DUPLICATE_THRESHOLD: '0.6' }, LOCAL_MODEL)).toEqual([0.6, 0.6, 0.25]);
    expect(thresholds({ UPDATE_THRESHOLD: '0.99' }, LOCAL_MODEL)).toEqual([0.99, 0.99, 0.25]);
  });

  it('are those of its preset, whatever the environment sets, and its own before all', () => {
    const soat = { writePreset: 'SOAT' };
    expect(thresholds(SET, LOCAL_MODEL, soat)).toEqual([0.95, 0.75, 0.4]);
    const own = { ...soat, duplicateThreshold: 1, similarityThreshold: 0 };
    expect(thresholds(SET, LOCAL_MODEL, own)).toEqual([1, 0.75, 0]);
  });
});
