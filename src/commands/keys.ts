import type { App } from '../app.ts';
import { createProjectKey, createRootKey, listKeysOf, revokeApiKey } from '../projects/api-keys.ts';
import { getProject } from '../projects/projects.ts';
import { ROOT_SCOPE } from '../projects/secrets.ts';
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
  return withApp(async (app) => {
    const input = { name, role, expiresAt };
    const { apiKey, secret } = project
      ? await createProjectKey(app, project, input)
      : await createRootKey(app, input);
    console.error(`Key ${apiKey.id} (${apiKey.role}); its secret is shown this once:`);
    console.log(secret);
  });
}

export function listKeys({ project }: { project?: string }): Promise<void> {
  return withApp(async (app) => {
    for (const key of await listKeysOf(app, project ?? null)) {
      const state = key.revokedAt ? 'revoked' : expiryOf(key.expiresAt, app.clock());
      console.log([key.id, key.projectId, key.role, state, key.name].join('\t'));
    }
  });
}

export function revokeKey(id: string, { project }: { project?: string }): Promise<void> {
  return withApp(async (app) => {
    await revokeApiKey(app, await scopeOf(app, project), id);
    console.log(`Revoked ${id}.`);
  });
}

async function scopeOf(app: App, project: string | undefined): Promise<string> {
  return project === undefined ? ROOT_SCOPE : (await getProject(app, project)).id;
}

function expiryOf(expiresAt: Date | null, now: Date): string {
  if (expiresAt === null) return 'valid';
  return expiresAt > now ? `valid until ${expiresAt.toISOString()}` : 'expired';
}
