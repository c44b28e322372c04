import { readFileSync } from 'node:fs';

/** Texts to replace, each with its replacement, such as the address of the server under test. */
type Replacements = Record<string, string>;

// The constructor of async functions is not a global.
const AsyncFunction = (async () => {}).constructor as new (
  ...names: string[]
) => (...values: unknown[]) => Promise<unknown>;

/** The first JavaScript of a page of the documentation. */
export function firstProgramIn(page: string): string {
  const program = /^```js\n([\s\S]*?)^```/m.exec(readFileSync(page, 'utf8'))?.[1];
  if (program === undefined) throw new Error(`${page} has no JavaScript`);
  return program;
}

/**
 * Runs a program of the documentation in this process and returns one of its variables. Its imports are taken from
 * `modules`, which must export what they name.
 */
export async function runProgram(
  program: string,
  {
    modules,
    replace = {},
    result,
  }: { modules: Record<string, object>; replace?: Replacements; result: string },
): Promise<unknown> {
  const names = new Map<string, unknown>();
  const body = program.replace(
    /^import \{([^}]*)\} from '([^']+)';\n/gm,
    (_line, list: string, from: string) => {
      for (const name of list.split(',').map((part) => part.trim())) {
        const exported = (modules[from] as Record<string, unknown> | undefined)?.[name];
        if (exported === undefined) throw new Error(`${from} does not export ${name}`);
        names.set(name, exported);
      }
      return '';
    },
  );
  const text = Object.entries(replace).reduce(
    (code, [old, now]) => code.replaceAll(old, now),
    body,
  );
  const run = new AsyncFunction(...names.keys(), `${text}\nreturn ${result};`);
  return run(...names.values());
}
