import { describe, expect, it } from 'vitest';
import {
  breaksUnique,
  brokenForeignKey,
  isTransient,
  isUnavailable,
} from '../../src/db/failures.ts';

/** Errors as PostgreSQL and the coordinator of Citus report them. */

const failed = (code: string, message: string, constraint?: string) =>
  Object.assign(new Error(message), { code, constraint });

const taken = (name: string) => `duplicate key value violates unique constraint "${name}"`;
const missing = (table: string, name: string) =>
  `insert or update on table "${table}" violates foreign key constraint "${name}"`;

describe('isUnavailable', () => {
  it.each([
    ['the host is down', 'EHOSTUNREACH'],
    ['the network is down', 'ENETUNREACH'],
    ['the connection is refused', 'ECONNREFUSED'],
    ['the server is a standby now', '25006'],
  ])('is true where %s', (_, code) => {
    expect(isUnavailable(failed(code, 'connect'))).toBe(true);
  });
});

describe('isPassing', () => {
  it.each([
    ['ECONNRESET', true],
    ['57014', true],
    ['40P01', true],
    ['42P01', false],
  ])('of %s is %s', (code, expected) => {
    expect(isTransient(failed(code, 'failed'))).toBe(expected);
  });
});

describe('breaksUnique', () => {
  it.each([
    ['of PostgreSQL', failed('23505', taken('memories_name'), 'memories_name')],
    ['of a worker', failed('23505', taken('memories_name_102016'))],
    ['of a worker, for rows sent by COPY', failed('XX000', taken('memories_name_102016'))],
    [
      'in an error of Drizzle',
      new Error('Failed query', { cause: failed('23505', taken('memories_name_1')) }),
    ],
  ])('knows a constraint %s', (_, error) => {
    expect(breaksUnique(error, 'memories_name')).toBe(true);
    expect(breaksUnique(error, 'agents_name')).toBe(false);
    expect(brokenForeignKey(error)).toBeNull();
  });

  it('takes no other error for one', () => {
    expect(breaksUnique(failed('XX000', 'could not read block 1'), 'memories_name')).toBe(false);
    expect(breaksUnique(failed('22023', taken('memories_name')), 'memories_name')).toBe(false);
    expect(breaksUnique(new Error(taken('memories_name')), 'memories_name')).toBe(false);
  });
});

describe('brokenForeignKey', () => {
  const KEY = 'memories_project_id_projects_project_id_fk';

  it.each([
    ['of PostgreSQL', failed('23503', missing('memories', KEY), KEY)],
    ['of a worker', failed('23503', missing('memories_102017', `${KEY}_102017`))],
    [
      'of a worker, for rows sent by COPY',
      failed('XX000', missing('memories_102017', `${KEY}_102017`)),
    ],
  ])('knows a constraint %s', (_, error) => {
    expect(brokenForeignKey(error)).toBe(KEY);
    expect(breaksUnique(error, KEY)).toBe(false);
  });

  it('takes no other error for one', () => {
    expect(brokenForeignKey(failed('XX000', 'could not read block 1'))).toBeNull();
    expect(brokenForeignKey(new Error('no code'))).toBeNull();
  });
});
