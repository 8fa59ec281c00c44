/** The packages of others in a build: their notices, which their licences ask for, and a bill of materials. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const ROOT = resolve(import.meta.dirname, '../..');

/** As SPDX says it. */
const NOT_STATED = 'NOASSERTION';

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  /** One package states it in its text alone. */
  license: z.string().default(NOT_STATED),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

type Manifest = z.output<typeof manifest>;

const folderOf = (name: string): string => join(ROOT, 'node_modules', name);

const manifestOf = (name: string): Manifest =>
  manifest.parse(JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')));

const isInstalled = (name: string): boolean => existsSync(join(folderOf(name), 'package.json'));

/** Names of the packages to which modules belong, sorted. */
export const packagesIn = (modules: readonly string[]): readonly string[] => {
  const names = modules.map((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
};

/** The packages and all that they depend on, as far as this platform has it. */
export const withDependencies = (names: readonly string[]): readonly string[] => {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name) || !isInstalled(name)) return;
    found.add(name);
    const { dependencies, optionalDependencies } = manifestOf(name);
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) add(other);
  };
  for (const name of names) add(name);
  return [...found].sort();
};

const LICENCE = /^(?:licen[cs]e|notice|copying|ofl)/i;

const textOf = (name: string): string => {
  const files = readdirSync(folderOf(name)).filter((file) => LICENCE.test(file) && !/\.(?:js|json)$/.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folderOf(name), file), 'utf8').trim());
  return texts.length > 0 ? texts.join('\n\n') : 'The package names its licence without a text of it.';
};

/** The notices of the packages, as one text. */
export const noticesOf = (names: readonly string[]): string =>
  names
    .map((name) => {
      const { version, license } = manifestOf(name);
      const title = `${name} ${version} (${license})`;
      return `${title}\n${'-'.repeat(title.length)}\n\n${textOf(name)}\n`;
    })
    .join('\n\n');

const componentOf = (name: string) => {
  const { version, license } = manifestOf(name);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const licence = /[ ()]/.test(license)
    ? { expression: license }
    : { license: { [license === NOT_STATED ? 'name' : 'id']: license } };
  return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: [licence] };
};

/** A bill of materials in CycloneDX 1.6. */
export const billOf = (version: string, names: readonly string[]) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': 'anticipa', name: 'anticipa', version } },
  components: names.map(componentOf),
});
