/**
 * Options of PGlite with which `run` gets PGlite's WebAssembly module before the database starts.
 * @template Module the part of the module that is used
 * @param {string} name
 * @param {(module: Module) => void} run
 */
export function onStart(name, run) {
  return {
    name,
    setup: async (/** @type {unknown} */ _client, /** @type {{ preRun?: unknown[] }} */ given) => ({
      emscriptenOpts: { ...given, preRun: [...(given.preRun ?? []), run] },
    }),
  };
}
