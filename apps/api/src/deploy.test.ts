import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { defaults, readConfig } from './platform/config/config.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const read = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');

/** Variables of other programs: Node.js, PostgreSQL's image, and the Caddyfile. */
const OF_OTHERS = ['NODE_COMPILE_CACHE', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD_FILE', 'PORTAL_HOST'];

it('[OPE-45] each setting that a file of deploy/ names exists', () => {
  const files = globSync('**/*.{service,env,yaml,md}', { cwd: DEPLOY });
  expect(files.length).toBeGreaterThan(8);
  const known = new Set([...[...defaults.keys()].flatMap((name) => [name, `${name}_FILE`]), ...OF_OTHERS]);
  const unknown = files.flatMap((file) =>
    [...read(file).matchAll(/\b(?!AF_)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)]
      // Variables of Patroni and etcd are theirs.
      .filter(([name]) => !known.has(name) && !/^(?:PATRONI|ETCD)_/.test(name))
      .map(([name]) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

/** The variables of a unit, with its credentials in `folder`. */
const variablesOf = (unit: string, folder: string): Record<string, string> => {
  const lines = [...`${read('systemd/settings.env')}`.matchAll(/^([A-Z_]+)=(.*)$/gm)];
  const own = [...read(`systemd/${unit}`).matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) => [
    ...pairs.matchAll(/([A-Z_]+)=(\S+)/g),
  ]);
  return Object.fromEntries(
    [...lines, ...own].map(([, name = '', value = '']) => [
      name,
      value.replace('%i', '3000').replace('%d', folder).replace('%S', '/var/lib').replace('%C', '/var/cache'),
    ]),
  );
};

it.each([
  ['anticipa-migrate.service', 'lender', []],
  ['anticipa-api@.service', 'anticipa_api', ['baseUrl', 'smtpUrl', 'secondFactorKey']],
  ['anticipa-worker.service', 'anticipa_worker', ['baseUrl', 'smtpUrl']],
  ['anticipa-check.service', 'lender_checks', []],
] as const)(
  '[OPE-45] the settings of %s are those that it needs, and its credentials are all loaded',
  (unit, user, needed) => {
    const folder = mkdtempSync(join(tmpdir(), 'anticipa-deploy-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const secrets: Readonly<Record<string, string>> = {
      'database-owner-url': 'postgresql://lender:secret@db/lender',
      'database-api-url': 'postgresql://anticipa_api:secret@db/lender',
      'database-worker-url': 'postgresql://anticipa_worker:secret@db/lender',
      'database-checks-url': 'postgresql://lender_checks:secret@db/lender',
      'smtp-url': 'smtps://mail.example',
      'second-factor-key': 'k'.repeat(32),
    };
    for (const [, name = '', source = ''] of read(`systemd/${unit}`).matchAll(/^LoadCredential=([\w-]+):.*\/(.*)$/gm))
      writeFileSync(join(folder, name), secrets[source] ?? '');
    const config = readConfig(variablesOf(unit, folder), needed);
    expect(config.production).toBe(true);
    expect(URL.parse(config.ownerUrl ?? '')?.username).toBe(user);
  },
);
