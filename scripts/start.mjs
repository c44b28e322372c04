// Runs the command line from the sources of a clone: `npm start`, and `lorebase mcp` of programs that were told of it.
import { pathToFileURL } from 'node:url';
import { bundleOfClone } from './bundle-server.mjs';

await import(pathToFileURL(await bundleOfClone()).href);
