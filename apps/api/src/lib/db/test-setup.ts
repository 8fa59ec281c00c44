import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner URL of the migrated template that `createTestDatabase` clones. */
    readonly templateUrl: string;
  }
}

/** vitest's global set-up: one throw-away cluster per run, migrated once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'anticipa-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, durability: 'scratch', onEvent: console.error });
  await migrate(postgres.url);
  project.provide('templateUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
