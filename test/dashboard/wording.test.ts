import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = 'dashboard/src';
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && file !== 'theme.ts' && file !== 'api/types.ts')
  .map((file) => ({ file, lines: readFileSync(`${FOLDER}/${file}`, 'utf8').split('\n') }));

/** The lines of the dashboard's source that match. */
const linesWith = (pattern: RegExp) =>
  files.flatMap(({ file, lines }) =>
    lines.filter((line) => pattern.test(line)).map((line) => `${file}: ${line.trim()}`),
  );

describe('the source of the dashboard', () => {
  it('takes the colors of statuses, results and writes from the theme', () => {
    const status = 'QUEUED|RUNNING|COMPLETED|FAILED|CANCELLED|PASS|FAIL|CREATED|UPDATED|SKIPPED';
    const color = /'(teal|red|indigo|blue|gray|orange|pink)(\.\d)?'/;
    expect(linesWith(new RegExp(`\\b(${status})\\b.*${color.source}`))).toEqual([]);
  });

  it('calls an entry superseded if another one replaces it, as the schema does', () => {
    expect(
      linesWith(/(^ *|['">])(Replaced|Replaces|Replaced by|Replace it instead)($|['"<])/),
    ).toEqual([]);
  });
});
