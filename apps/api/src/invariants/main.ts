/** `npm run check:invariants`: prints broken invariants without changing anything; exit code 1 if there are any. */
import { readConfig } from '../platform/config/config.ts';
import { WrongConfiguration } from '../platform/config/setting-checks.ts';
import { withMigratedUrl } from '../platform/db/embedded/owner-url.ts';
import { withOwnerClient } from '../platform/db/owner-client.ts';
import { checkInvariants, InsufficientPrivileges, invariants } from './check.ts';

const check = async (ownerUrl: string): Promise<number> => {
  const findings = await withOwnerClient(ownerUrl, checkInvariants);
  for (const { id, statement, count, found } of findings) {
    process.stdout.write(`${id} BROKEN ${count} time(s): ${statement}\n`);
    for (const line of found) process.stdout.write(`   ${line}\n`);
  }
  if (findings.length === 0) process.stdout.write(`${invariants.length} invariants hold.\n`);
  return findings.length === 0 ? 0 : 1;
};

try {
  process.exitCode = await withMigratedUrl(readConfig(process.env), check);
} catch (cause) {
  if (!(cause instanceof WrongConfiguration || cause instanceof InsufficientPrivileges)) throw cause;
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 2;
}
