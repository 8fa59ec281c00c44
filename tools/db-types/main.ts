import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeCatalogue } from '@anticipa/api/platform/db/catalogue';
import { startEmbeddedPostgres } from '@anticipa/api/platform/db/embedded/embedded';
import { generateSchema } from '@anticipa/api/platform/db/generate-schema';
import { migrate } from '@anticipa/api/platform/db/migrate';

const dataDir = mkdtempSync(join(tmpdir(), 'anticipa-types-'));
const postgres = await startEmbeddedPostgres({ dataDir, durability: 'scratch', onEvent: console.error });
try {
  await migrate(postgres.url);
  writeFileSync('apps/api/src/platform/db/schema.ts', await generateSchema(postgres.url));
  writeFileSync('apps/api/src/platform/db/catalogue.txt', await describeCatalogue(postgres.url));
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
