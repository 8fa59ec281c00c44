/** `npm run check:files`: prints rows without files, damaged files and files without rows; exit code 1 for the first two. */

import { openStorage } from '../gateways/outside.ts';
import { readConfig } from '../platform/config/config.ts';
import { WrongConfiguration } from '../platform/config/setting-checks.ts';
import { withMigratedUrl } from '../platform/db/embedded/owner-url.ts';
import { withOwnerClient } from '../platform/db/owner-client.ts';
import { InsufficientPrivileges } from './check.ts';
import { checkFiles } from './files.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const config = readConfig(process.env);
  const storage = await openStorage(config);
  const { compared, missing, damaged, unnamed } = await withMigratedUrl(config, (ownerUrl) =>
    withOwnerClient(ownerUrl, (client) => checkFiles(client, storage)),
  );
  for (const file of missing) say(`MISSING ${file}`);
  for (const file of damaged) say(`DAMAGED ${file}`);
  for (const file of unnamed) say(`without a row ${file}`);
  say(`${compared} files: ${missing.length} missing, ${damaged.length} damaged; ${unnamed.length} without a row.`);
  process.exitCode = missing.length + damaged.length === 0 ? 0 : 1;
} catch (cause) {
  if (!(cause instanceof WrongConfiguration || cause instanceof InsufficientPrivileges)) throw cause;
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 2;
}
