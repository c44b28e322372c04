import { readFile } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPreparedDatabase } from '../support/database.ts';
import { CHROMIUM, useBrowser } from '../support/browser.ts';
import { ROOT_KEY, useServer } from '../support/server.ts';
