import { readFile } from 'node:fs/promises';
import openWabt from 'wabt';

/** The lines of a text for processors with relaxed SIMD, and those for others. */
const CHOICES = /^ *;; relaxed\n(?<relaxed>.*?)^ *;; plain\n(?<plain>.*?)^ *;; end\n/gms;

/**
 * Compiles a module in the text format of WebAssembly to a TypeScript file that exports it in base64, once with relaxed
 * SIMD instructions (`RELAXED`) and once without (`PLAIN`).
 */
export async function compileWebAssembly(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  return [
    `// Generated from ${file} by \`npm run generate\`. Do not edit.`,
    `export const RELAXED =`,
    `  '${await compile(file, text.replaceAll(CHOICES, '$<relaxed>'))}';`,
    `export const PLAIN =`,
    `  '${await compile(file, text.replaceAll(CHOICES, '$<plain>'))}';`,
    '',
  ].join('\n');
}

async function compile(file: string, text: string): Promise<string> {
  const wabt = await openWabt();
  const module = wabt.parseWat(file, text, { simd: true, relaxed_simd: true });
  try {
    return Buffer.from(module.toBinary({}).buffer).toString('base64');
  } finally {
    module.destroy();
  }
}
