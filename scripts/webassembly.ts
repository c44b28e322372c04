import { readFile } from 'node:fs/promises';
import openWabt from 'wabt';

/** Compiles a module in the text format of WebAssembly to a TypeScript file that exports it in base64. */
export async function compileWebAssembly(file: string, exportName: string): Promise<string> {
  const wabt = await openWabt();
  const module = wabt.parseWat(file, await readFile(file, 'utf8'), { simd: true });
  try {
    const { buffer } = module.toBinary({});
    return [
      `// Generated from ${file} by \`npm run generate\`. Do not edit.`,
      `export const ${exportName} =`,
      `  '${Buffer.from(buffer).toString('base64')}';`,
      '',
    ].join('\n');
  } finally {
    module.destroy();
  }
}
