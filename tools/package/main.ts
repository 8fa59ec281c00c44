/**
 * `npm run package`: makes the archive that a lender installs, in `.artefacts/package` or the named folder, which it empties, with
 * its checksum: the server, the browser's files, the migrations, and what they need of others; nothing of the demo or of development.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { bundle, EXTERNAL } from '../build/server.ts';
import { billOf, noticesOf, withDependencies } from '../build/third-party.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const OUT = resolve(process.argv[2] ?? join(ROOT, '.artefacts/package'));
const NAME = `anticipa-${manifest.version}-${process.platform}-${process.arch}`;
const FOLDER = join(OUT, NAME);

/** Folders of the package, by where they are in the project. */
const PLACES: Readonly<Record<string, string>> = {
  'apps/web/dist': 'web',
  'apps/api/src/migrations': 'migrations',
  '': '',
};

/** The font of the PDF documents. */
const FONT = ['@fontsource/inter'];

const run = (program: string, ...args: readonly string[]): string => {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`, { cause: error });
  return stdout.trim();
};

const placeOf = (file: string): string => {
  const place = PLACES[relative(ROOT, file)];
  if (place === undefined) throw new Error(`${relative(ROOT, file)} has no place in the package`);
  return join(FOLDER, place);
};

rmSync(OUT, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
run(process.execPath, 'tools/build/main.ts');

const commit = run('git', 'rev-parse', 'HEAD');
const inServer = await bundle(join(ROOT, 'apps/api/src/main.ts'), join(FOLDER, 'server'), {
  // Files beside the bundle's own, such as the folder of its source maps, stay relative to it.
  placeOf: (file) => (file.startsWith(join(ROOT, 'apps/api/src/platform')) ? join(FOLDER, 'server') : placeOf(file)),
  commit,
  omitted: [join(ROOT, 'apps/api/src/demo.ts'), 'this package has no demo: NODE_ENV must be production'],
});
const loaded = withDependencies([...EXTERNAL, ...FONT]);
const inBrowser: readonly string[] = JSON.parse(readFileSync(join(ROOT, 'apps/web/dist/.packages.json'), 'utf8'));

for (const [from, to] of Object.entries(PLACES)) {
  if (to === '') continue;
  cpSync(join(ROOT, from), join(FOLDER, to), {
    recursive: true,
    filter: (file) => !/\.(?:test\.ts|map)$|\/\.(?:inputs|packages\.json)$/.test(file),
  });
}
for (const name of loaded) {
  const from = join(ROOT, 'node_modules', name);
  const isFont = FONT.includes(name);
  cpSync(from, join(FOLDER, 'node_modules', name), {
    recursive: true,
    dereference: true,
    filter: (file) =>
      !/\.(?:map|d\.[cm]?ts)$/.test(file) && !(isFont && /\.(?:css|woff2)$|-(?:ext|italic|[1235689]00)\b/.test(file)),
  });
}

const names = [...new Set([...inServer, ...inBrowser, ...loaded])].sort();
const write = (name: string, text: string): void => writeFileSync(join(FOLDER, name), text);
write(
  'package.json',
  `${JSON.stringify({ name: 'anticipa', version: manifest.version, type: 'module', commit }, null, 2)}\n`,
);
write('THIRD-PARTY.txt', noticesOf(names));
write('sbom.cdx.json', `${JSON.stringify(billOf(manifest.version, names), null, 2)}\n`);
cpSync(join(ROOT, 'tools/package/anticipa.sh'), join(FOLDER, 'anticipa'));
for (const file of ['CHANGELOG.md', 'docs', 'deploy'])
  cpSync(join(ROOT, file), join(FOLDER, file), { recursive: true });

const archive = `${NAME}.tar.gz`;
const stamp = run('git', 'log', '-1', '--format=%ct');
run(
  'tar',
  '--sort=name',
  `--mtime=@${stamp}`,
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '-I',
  'gzip -n9',
  '-C',
  OUT,
  '-cf',
  join(OUT, archive),
  NAME,
);
const bytes = readFileSync(join(OUT, archive));
writeFileSync(join(OUT, 'SHA256SUMS'), `${createHash('sha256').update(bytes).digest('hex')}  ${archive}\n`);
process.stdout.write(
  `${join(OUT, archive)}, ${(bytes.length / 1e6).toFixed(1)} MB, ${names.length} packages of others\n`,
);
