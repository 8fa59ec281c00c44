/** `npm run check:files`: prints rows without files, damaged files and files without rows; exit code 1 for the first two. */

import { openStorage } from '../gateways/outside.ts';
import { runCommand } from '../platform/config/run-command.ts';
import { withMigratedUrl } from '../platform/db/embedded/owner-url.ts';
import { withOwnerClient } from '../platform/db/owner-client.ts';
import { checkFiles } from './files.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runCommand(async (config) => {
  const storage = await openStorage(config);
  const { compared, missing, damaged, unnamed } = await withMigratedUrl(config, (ownerUrl) =>
    withOwnerClient(ownerUrl, (client) => checkFiles(client, storage)),
  );
  for (const file of missing) say(`MISSING ${file}`);
  for (const file of damaged) say(`DAMAGED ${file}`);
  for (const file of unnamed) say(`without a row ${file}`);
  say(`${compared} files: ${missing.length} missing, ${damaged.length} damaged; ${unnamed.length} without a row.`);
  return missing.length + damaged.length === 0 ? 0 : 1;
});
