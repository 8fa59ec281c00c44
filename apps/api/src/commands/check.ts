import { renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openStorage } from '../gateways/outside.ts';
import { checkInvariants, invariants } from '../invariants/check.ts';
import { checkFiles } from '../invariants/files.ts';
import type { Config } from '../platform/config/config.ts';
import { WrongConfiguration } from '../platform/config/setting-checks.ts';
import { withMigratedUrl } from '../platform/db/embedded/owner-url.ts';
import { withOwnerClient } from '../platform/db/owner-client.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Leaves the result where node_exporter reads it: the check needs a role that sees every row, which no running program has.
 * Replaces the file at once, so that no half of it is read.
 */
const writeMetrics = (file: string, broken: number): void => {
  const lines = [
    '# HELP anticipa_invariants_broken Invariants of the books that the last check found broken',
    '# TYPE anticipa_invariants_broken gauge',
    `anticipa_invariants_broken ${broken}`,
    '# HELP anticipa_invariants_checked_timestamp_seconds When the last check ended',
    '# TYPE anticipa_invariants_checked_timestamp_seconds gauge',
    `anticipa_invariants_checked_timestamp_seconds ${Math.trunc(Date.now() / 1000)}`,
  ];
  // The collector reads only what ends in `.prom`.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${lines.join('\n')}\n`);
  renameSync(unfinished, file);
};

/** Prints the broken invariants. */
const checkBooks = async (config: Config, textfile: string | undefined): Promise<number> => {
  const findings = await withMigratedUrl(config, (ownerUrl) => withOwnerClient(ownerUrl, checkInvariants));
  if (textfile !== undefined) writeMetrics(textfile, findings.length);
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
export const check = async (config: Config, args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { textfile: { type: 'string' } },
    allowPositionals: true,
  });
  if (positionals.join() === 'invariants') return checkBooks(config, values.textfile);
  if (positionals.join() === 'files' && values.textfile === undefined) return checkStorage(config);
  throw new WrongConfiguration('Usage: check invariants [--textfile FILE.prom] | files');
};
