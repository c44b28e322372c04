import type { App } from '../app.ts';
import { DomainError } from '../errors.ts';
import { createProjectKey, createRootKey, listKeysOf, type NewKey } from '../projects/api-keys.ts';
import { MAX_OVERLAP_MINUTES, revokeApiKey, rotateApiKey } from '../projects/change-keys.ts';
import { getProject } from '../projects/projects.ts';
import { type Caller, ROOT_ACTOR } from '../projects/viewer.ts';
import { withApp } from './with-app.ts';

type CreateOptions = {
  name: string;
  role: string;
  project?: string;
  root?: boolean;
  expires?: string;
};

export function createKey({ name, role, project, root, expires }: CreateOptions): Promise<void> {
  if (Boolean(project) === Boolean(root)) throw new Error('Give either --project <id> or --root.');
  const expiresAt = expires === undefined ? null : new Date(expires);
  if (expiresAt && Number.isNaN(expiresAt.getTime())) {
    throw new Error('--expires must be a time in ISO 8601, such as 2030-01-01T00:00:00Z.');
  }
  return withDatabase(async (app) => {
    const input = { name, role, expiresAt };
    const owner = await ownerOf(app, project);
    show(owner ? await createProjectKey(app, owner, input) : await createRootKey(app, input));
  });
}

export function listKeys({ project }: { project?: string }): Promise<void> {
  return withDatabase(async (app) => {
    const owner = await ownerOf(app, project);
    const found = await listKeysOf(app, owner?.project.id ?? null);
    if (found.length === 0) console.error(`There are no API keys in ${databaseOf(app)}.`);
    for (const key of found) {
      const state = key.revokedAt ? 'revoked' : expiryOf(key.expiresAt, app.clock());
      console.log([key.id, key.projectId, key.role, state, key.name].join('\t'));
    }
  });
}

export function revokeKey(id: string, { project }: { project?: string }): Promise<void> {
  return withDatabase(async (app) => {
    const owner = await ownerOf(app, project);
    await revokeApiKey(app, owner, id).catch(explainMissing(owner, id));
    console.log(`Revoked ${id}.`);
  });
}

type RotateOptions = { project?: string; overlap: string };

/** Gives a key a new secret. The old one is accepted for `overlap` more minutes. */
export function rotateKey(id: string, { project, overlap }: RotateOptions): Promise<void> {
  const overlapMinutes = overlap.trim() === '' ? Number.NaN : Number(overlap);
  const isValid = Number.isInteger(overlapMinutes) && overlapMinutes >= 0;
  if (!isValid || overlapMinutes > MAX_OVERLAP_MINUTES) {
    throw new Error(`--overlap must be a whole number from 0 to ${MAX_OVERLAP_MINUTES}.`);
  }
  return withDatabase(async (app) => {
    const owner = await ownerOf(app, project);
    const input = { apiKeyId: id, overlapMinutes };
    show(await rotateApiKey(app, owner, input).catch(explainMissing(owner, id)));
  });
}

/**
 * Runs a command that opens the database itself. If LOREBASE_URL is set, it prints that the command does not use it.
 */
function withDatabase(run: (app: App) => Promise<void>): Promise<void> {
  return withApp(async (app) => {
    if (app.config.server.url !== undefined) {
      console.error(`This command does not use LOREBASE_URL. It opens ${databaseOf(app)}.`);
    }
    await run(app);
  });
}

function databaseOf({ config, connection }: App): string {
  const isEmbedded = connection.kind === 'embedded';
  return isEmbedded ? `the database in ${config.dataDir}` : 'the database of DATABASE_URL';
}

/** Explains NOT_FOUND of a call without a project, which finds only root keys. */
function explainMissing(owner: Caller | null, id: string) {
  return (error: unknown): never => {
    const isMissing = error instanceof DomainError && error.code === 'NOT_FOUND';
    if (!isMissing || owner !== null) throw error;
    throw new Error(
      `There is no root key ${id}. For a key that is bound to a project, give --project <id>.`,
      { cause: error },
    );
  };
}

function show({ apiKey, secret }: NewKey): void {
  console.error(`Key ${apiKey.id} (${apiKey.role}); its secret is shown this once:`);
  console.log(secret);
}

/** The command line, as a caller in the project of the key. Null for root keys, which belong to no project. */
async function ownerOf(app: App, project: string | undefined): Promise<Caller | null> {
  if (project === undefined) return null;
  return { project: await getProject(app, project), actor: ROOT_ACTOR, isRoot: true };
}

function expiryOf(expiresAt: Date | null, now: Date): string {
  if (expiresAt === null) return 'valid';
  return expiresAt > now ? `valid until ${expiresAt.toISOString()}` : 'expired';
}
