import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDemoPki } from '@anticipa/sandbox/pki';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { prepareEmptying } from './emptying.ts';

/** vitest's global setup: one temporary cluster per run, migrated once, and one demo authority. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'anticipa-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, durability: 'scratch', onEvent: console.error });
  await migrate(postgres.url);
  await prepareEmptying(postgres.url);
  await (await openDemoPki(dataDir)).timestamper();
  project.provide('templateUrl', postgres.url);
  project.provide('pkiFolder', join(dataDir, 'demo-pki'));
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
