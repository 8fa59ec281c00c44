/**
 * `npm run release`: freezes the migrations of the version in package.json, and keeps rows that its portal writes, on which
 * later migrations are tested.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Released, sha256Of } from '@anticipa/api/platform/db/released';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = `${ROOT}/apps/api/src/migrations`;
const LIST = `${FOLDER}/released.json`;
const { version } = manifest;

const released: Released = JSON.parse(readFileSync(LIST, 'utf8'));
const known = new Set(Object.values(released).flatMap((hashes) => Object.keys(hashes)));
const fresh = readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && !known.has(name));

const fail = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

if (version in released) fail(`${version} is released already: raise the version in package.json first.`);
if (fresh.length === 0) fail(`${version} brings no migration, so there is nothing to freeze.`);
const env = { ...process.env, FULL_PROOF: 'true', RELEASE: version };
const made = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'src/release.rehearsal'], {
  cwd: ROOT,
  env,
  stdio: 'inherit',
});
if (made.status !== 0) fail('The data of the release could not be made; nothing was frozen.');
const hashes = fresh.sort().map((name) => [name, sha256Of(readFileSync(`${FOLDER}/${name}`, 'utf8'))]);
writeFileSync(LIST, `${JSON.stringify({ ...released, [version]: Object.fromEntries(hashes) }, null, 2)}\n`);
process.stdout.write(`${version} is frozen with ${fresh.length} migrations; commit ${LIST} and the data.\n`);
