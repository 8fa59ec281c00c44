/** `npm run check:invariants`: says what is broken in the database, changes nothing; exit code 1 when anything is. */
import { readConfig, WrongConfiguration } from '../lib/config.ts';
import { withOwnerClient } from '../lib/db/embedded/owner-client.ts';
import { withOwnerUrl } from '../lib/db/embedded/owner-url.ts';
import { CannotSeeEverything, checkInvariants, invariants } from './check.ts';

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
  process.exitCode = await withOwnerUrl(readConfig(process.env), check);
} catch (cause) {
  if (!(cause instanceof WrongConfiguration || cause instanceof CannotSeeEverything)) throw cause;
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 2;
}
