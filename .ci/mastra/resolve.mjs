// Lets programs of this folder import the client as a user does: node --import ./resolve.mjs
import { registerHooks } from 'node:module';

const sources = new URL('../../client/src/', import.meta.url);
const ENTRIES = {
  'lorebase/client': new URL('index.ts', sources).href,
  'lorebase/client/mastra': new URL('mastra/index.ts', sources).href,
};

registerHooks({ resolve: (name, context, next) => next(ENTRIES[name] ?? name, context) });
