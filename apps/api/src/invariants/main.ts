/** `npm run check:invariants`: prints broken invariants without changing anything; exit code 1 if there are any. */
import { runCommand } from '../platform/config/run-command.ts';
import { withMigratedUrl } from '../platform/db/embedded/owner-url.ts';
import { withOwnerClient } from '../platform/db/owner-client.ts';
import { checkInvariants, invariants } from './check.ts';

const check = async (ownerUrl: string): Promise<number> => {
  const findings = await withOwnerClient(ownerUrl, checkInvariants);
  for (const { id, statement, count, found } of findings) {
    process.stdout.write(`${id} BROKEN ${count} time(s): ${statement}\n`);
    for (const line of found) process.stdout.write(`   ${line}\n`);
  }
  if (findings.length === 0) process.stdout.write(`${invariants.length} invariants hold.\n`);
  return findings.length === 0 ? 0 : 1;
};

await runCommand((config) => withMigratedUrl(config, check));
