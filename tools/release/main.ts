/**
 * `npm run release -- VERSION`: gives every package the version, freezes the migrations that are new, and keeps rows that
 * the portal writes, on which later migrations are tested.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Released, sha256Of } from '@anticipa/api/platform/db/released';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = `${ROOT}/apps/api/src/migrations`;
const LIST = `${FOLDER}/released.json`;
const [version = ''] = process.argv.slice(2);

const released: Released = JSON.parse(readFileSync(LIST, 'utf8'));
const known = new Set(Object.values(released).flatMap((hashes) => Object.keys(hashes)));
const fresh = readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && !known.has(name));

const fail = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

/** Makes the data, and freezes the migrations. */
const freeze = (): void => {
  const made = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'src/release.rehearsal'], {
    cwd: ROOT,
    env: { ...process.env, FULL_PROOF: 'true', RELEASE: version },
    stdio: 'inherit',
  });
  if (made.status !== 0) fail('The data of the release could not be made; nothing was changed.');
  const hashes = fresh.sort().map((name) => [name, sha256Of(readFileSync(`${FOLDER}/${name}`, 'utf8'))]);
  writeFileSync(LIST, `${JSON.stringify({ ...released, [version]: Object.fromEntries(hashes) }, null, 2)}\n`);
};

/** Our packages have one version, and name each other's. */
const setVersion = (): void => {
  const files = globSync(['package.json', 'package-lock.json', '{apps,packages}/*/package.json'], { cwd: ROOT });
  const own = /("@anticipa\/\w+": "|"name": "(?:@anticipa\/\w+|anticipa)",\s+"version": ")[^"]+/g;
  for (const file of files) {
    const text = readFileSync(`${ROOT}/${file}`, 'utf8');
    writeFileSync(`${ROOT}/${file}`, text.replaceAll(own, `$1${version}`));
  }
};

if (!/^\d+\.\d+\.\d+$/.test(version)) fail(`npm run release -- VERSION; the present one is ${manifest.version}.`);
if (version in released) fail(`${version} is released already.`);
if (fresh.length > 0) freeze();
setVersion();
process.stdout.write(
  `${version} has ${fresh.length} new migrations. Commit everything, and tag the commit v${version}.\n`,
);
