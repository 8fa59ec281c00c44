import { openStorage } from '../gateways/outside.ts';
import { checkInvariants, invariants } from '../invariants/check.ts';
import { checkFiles } from '../invariants/files.ts';
import type { Config } from '../platform/config/config.ts';
import { WrongConfiguration } from '../platform/config/setting-checks.ts';
import { withMigratedUrl } from '../platform/db/embedded/owner-url.ts';
import { withOwnerClient } from '../platform/db/owner-client.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints the broken invariants. */
const checkBooks = async (config: Config): Promise<number> => {
  const findings = await withMigratedUrl(config, (ownerUrl) => withOwnerClient(ownerUrl, checkInvariants));
  for (const { id, statement, count, found } of findings) {
    say(`${id} BROKEN ${count} time(s): ${statement}`);
    for (const line of found) say(`   ${line}`);
  }
  if (findings.length === 0) say(`${invariants.length} invariants hold.`);
  return findings.length === 0 ? 0 : 1;
};

/** Prints rows without files, damaged files, and files without rows, which are harmless. */
const checkStorage = async (config: Config): Promise<number> => {
  const storage = await openStorage(config);
  const { compared, missing, damaged, unnamed } = await withMigratedUrl(config, (ownerUrl) =>
    withOwnerClient(ownerUrl, (client) => checkFiles(client, storage)),
  );
  for (const file of missing) say(`MISSING ${file}`);
  for (const file of damaged) say(`DAMAGED ${file}`);
  for (const file of unnamed) say(`without a row ${file}`);
  say(`${compared} files: ${missing.length} missing, ${damaged.length} damaged; ${unnamed.length} without a row.`);
  return missing.length + damaged.length === 0 ? 0 : 1;
};

/** `check invariants` and `check files`: change nothing; exit code 1 with findings. */
export const check = (config: Config, [what]: readonly string[]): Promise<number> => {
  if (what === 'invariants') return checkBooks(config);
  if (what === 'files') return checkStorage(config);
  throw new WrongConfiguration('Usage: check invariants | files');
};
