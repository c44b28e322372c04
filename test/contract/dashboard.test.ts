import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';

/** Rules about the source of the dashboard that no compiler checks. */

const FOLDER = 'dashboard/src';
const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && file !== join('api', 'types.ts'))
  .map((file) => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') }));

const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe('the dashboard', () => {
  it('has its GraphQL documents only in files whose names end with documents.ts', () => {
    const found = filesWith(/\bgql\s*(`|\()/).filter((file) => !file.endsWith('documents.ts'));
    expect(found).toEqual([]);
  });

  it('has each operation under a name of its own', () => {
    const names = sources.flatMap(({ text }) =>
      [...text.matchAll(/gql`([^`]*)`/g)].flatMap(([, document = '']) =>
        parse(document.replace(/\$\{\w+\}/g, '')).definitions.map((definition) =>
          'name' in definition ? definition.name?.value : undefined,
        ),
      ),
    );
    expect(names).not.toContain(undefined);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('imports nothing from the server', () => {
    const imported = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/from '(\.[^']+)'/g)]
        .map(([, path = '']) => join(FOLDER, file, '..', path))
        .filter((path) => !path.startsWith(`dashboard`)),
    );
    expect(imported).toEqual([]);
  });

  it('shows content as text: it sets no HTML', () => {
    expect(filesWith(/dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML/)).toEqual([]);
  });
});
