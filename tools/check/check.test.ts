import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Files, run } from './found-by.ts';
import { textsBelow } from './project.ts';
import { focus } from './rules/focus.ts';
import { language } from './rules/language.ts';
import { cycles, layers } from './rules/layers.ts';
import { leaks, lock } from './rules/leaks.ts';
import { limits } from './rules/limits.ts';
import { names } from './rules/names.ts';
import { provenBy } from './rules/proofs.ts';
import { tests } from './rules/tests.ts';
import { types } from './rules/types.ts';
import { words } from './rules/words.ts';

const importing = (from: string, specifier: string, target: string): Files => ({
  [from]: `import { thing } from '${specifier}';\nthing();\n`,
  [target]: 'export const thing = (): number => 1;\n',
});

describe('dependency rules', () => {
  it.each([
    ['packages/domain/src/a.ts', '@anticipa/contract/b', 'packages/contract/src/b.ts', 'nothing of ours'],
    ['apps/web/src/lib/a.ts', '@anticipa/cfdi/b', 'packages/cfdi/src/b.ts', 'domain, contract'],
    [
      'apps/api/src/modules/sales/hold.ts',
      '@anticipa/sandbox/b',
      'packages/sandbox/src/b.ts',
      'must not import sandbox',
    ],
    ['packages/contract/src/a.ts', '../../domain/src/b.ts', 'packages/domain/src/b.ts', 'relative path'],
    [
      'apps/web/src/ui/a.tsx',
      '../features/sales/b.tsx',
      'apps/web/src/features/sales/b.tsx',
      'app → features → ui → lib',
    ],
    [
      'apps/web/src/features/sales/a.tsx',
      '../session/b.tsx',
      'apps/web/src/features/session/b.tsx',
      'must not import feature',
    ],
    [
      'apps/api/src/modules/sales/routes.ts',
      '../users/policy.ts',
      'apps/api/src/modules/users/policy.ts',
      'is private to module',
    ],
    ['apps/api/src/platform/http/a.ts', '../../modules/b/c.ts', 'apps/api/src/modules/b/c.ts', 'plumbing without'],
    ['apps/api/src/platform/http/a.ts', '../../gateways/b/c.ts', 'apps/api/src/gateways/b/c.ts', 'plumbing without'],
    ['apps/api/src/platform/http/a.ts', '../../app.ts', 'apps/api/src/app.ts', 'plumbing without'],
    ['apps/api/src/gateways/mail/a.ts', '../../modules/b/c.ts', 'apps/api/src/modules/b/c.ts', 'Let a module call'],
    ['apps/api/src/gateways/mail/a.ts', '../../app.ts', 'apps/api/src/app.ts', 'Let a module call'],
    ['apps/api/src/modules/sales/a.ts', '../../app.ts', 'apps/api/src/app.ts', 'modules/deps.ts'],
  ])('refuses %s → %s', (from, specifier, target, because) => {
    expect(run(layers, importing(from, specifier, target))).toEqual([expect.stringContaining(because)]);
  });

  it('refuses platform the types of a gateway, too', () => {
    const files = importing('apps/api/src/platform/http/a.ts', '../../gateways/b/c.ts', 'apps/api/src/gateways/b/c.ts');
    const typeOnly = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, text.replace('import', 'import type')]),
    );
    expect(run(layers, typeOnly)).toEqual([expect.stringContaining('not even its types')]);
  });

  it.each([
    ['apps/api/src/modules/sales/hold.ts', '../users/queries.ts', 'apps/api/src/modules/users/queries.ts'],
    ['apps/api/src/modules/sales/hold.ts', '../../gateways/b/c.ts', 'apps/api/src/gateways/b/c.ts'],
    ['apps/api/src/gateways/mail/a.ts', '../../platform/http/b.ts', 'apps/api/src/platform/http/b.ts'],
    ['apps/api/src/app.ts', './modules/sales/b.ts', 'apps/api/src/modules/sales/b.ts'],
    ['apps/web/src/app/a.tsx', '../features/sales/b.tsx', 'apps/web/src/features/sales/b.tsx'],
    ['apps/api/src/modules/sales/sales.test.ts', '@anticipa/sandbox/b', 'packages/sandbox/src/b.ts'],
    ['bench/a.ts', '@anticipa/sandbox/b', 'packages/sandbox/src/b.ts'],
  ])('allows %s → %s', (from, specifier, target) => {
    expect(run(layers, importing(from, specifier, target))).toEqual([]);
  });

  it.each([
    ['packages/domain/src/a.ts', 'node:fs', 'is pure'],
    ['packages/domain/src/a.ts', 'fastify', 'is pure'],
    ['apps/web/src/lib/a.ts', 'node:crypto', 'does not exist in a browser'],
    ['apps/api/src/modules/sales/queries.ts', 'pg', 'for platform/db alone'],
  ])('refuses %s the package %s', (from, specifier, because) => {
    expect(run(layers, { [from]: `import { thing } from '${specifier}';\nthing();\n` })).toEqual([
      expect.stringContaining(because),
    ]);
  });

  it('lets only programs open the database', () => {
    const pool = {
      'apps/api/src/platform/db/pool.ts': 'export const openDatabase = 1;\nexport type Database = number;\n',
    };
    const command = 'apps/api/src/modules/sales/hold.ts';
    const take = (what: string): string => `import { ${what} } from '../../platform/db/pool.ts';\n`;
    expect(run(layers, { ...pool, [command]: take('openDatabase') })).toEqual([
      expect.stringContaining('only programs'),
    ]);
    expect(run(layers, { ...pool, [command]: take('type Database') })).toEqual([]);
  });

  it('counts the lines of a function as they stand in its file', () => {
    const body = '  // a comment\n\n'.repeat(50);
    const at = (path: string, extra = ''): string[] => run(limits, { [path]: `const f = () => {${body}${extra}};\n` });
    expect(at('packages/domain/src/a.ts')).toEqual([expect.stringContaining('101 lines')]);
    expect([...at('apps/web/src/ui/a.tsx'), ...at('packages/domain/src/a.test.ts')]).toEqual([]);
    expect(at('apps/web/src/ui/a.tsx', '\n'.repeat(70))).toEqual([expect.stringContaining('171 lines')]);
  });

  it('lets only jobs and approvals take a client’s id from a stored text', () => {
    const caller = { 'apps/api/src/platform/work/caller.ts': 'export const storedClient = 1;\n' };
    const take = "import { storedClient } from '../../platform/work/caller.ts';\nstoredClient();\n";
    const at = (file: string): string[] => run(layers, { ...caller, [`apps/api/src/modules/${file}`]: take });
    expect(at('clients/people.ts')).toEqual([expect.stringContaining('clientById')]);
    expect([...at('outbox/jobs.ts'), ...at('approvals/places.ts')]).toEqual([]);
  });

  it.each([
    ['modules/sales', 'modules/credit'],
    ['modules/sales', 'modules/sales/desk'],
    ['platform/http', 'platform/load'],
    ['gateways/mail', 'gateways/storage'],
  ])('finds a cycle of the rooms %s and %s, whose files have none', (one, other) => {
    const root = 'apps/api/src';
    const files = {
      [`${root}/${one}/hold.ts`]: `import { b } from '@anticipa/api/${other}/commands';\nexport const a = b;\n`,
      [`${root}/${one}/queries.ts`]: 'export const c = 1;\n',
      [`${root}/${other}/commands.ts`]: `import { c } from '@anticipa/api/${one}/queries';\nexport const b = c;\n`,
    };
    expect(run(cycles, files)).toEqual([expect.stringContaining(`${root}/${one} → ${root}/${other} → ${root}/${one}`)]);
  });

  it('finds a cycle of values but not of types', () => {
    const files = (kind: string): Files => ({
      'tools/a.ts': `import ${kind}{ b } from './b.ts';\nexport type a = typeof b;\n`,
      'tools/b.ts': `import { a } from './a.ts';\nexport const b = a;\n`,
    });
    expect(run(cycles, files(''))).toEqual([expect.stringContaining('tools/a.ts → tools/b.ts → tools/a.ts')]);
    expect(run(cycles, files('type '))).toEqual([]);
  });
});

describe('names', () => {
  it.each([
    ['apps/api/src/modules/sales/service.ts', 'is a drawer'],
    ['apps/api/src/modules/sales/desk/steps/hold.ts', 'rooms, one deep'],
    ['apps/web/src/features/sales/logic.ts', 'a feature has'],
    ['apps/api/src/gateways/bank/calls/pay.ts', 'a gateway is flat'],
    ['packages/domain/src/index.ts', 'is a drawer'],
    ['packages/domain/src/dateUtils.ts', 'kebab-case'],
    ['packages/domain/src/date-utils.ts', 'is a drawer'],
    ['packages/domain/src/a.js', 'code is TypeScript'],
  ])('refuses the name %s', (path, because) => {
    expect(run(names, { [path]: '' })).toEqual([expect.stringContaining(because)]);
  });

  it.each([
    'apps/api/src/modules/sales/hold.ts',
    'apps/api/src/modules/sales/desk/queries.ts',
    'apps/web/src/features/sales/view-model/tiles.ts',
    'apps/web/src/ui/card.module.css',
  ])('allows the name %s', (path) => {
    expect(run(names, { [path]: '' })).toEqual([]);
  });
});

describe('types', () => {
  it.each([
    ['const a = b as string;', 'a cast'],
    ['// @ts-ignore\nconst a = 1;', 'silences'],
    ['// @ts-expect-error\nconst a = 1;', 'silences'],
    ['const a = await sql<Row>`select 1 as b`.execute(db);', 'a row whose type nothing checks'],
    ['const a = sql<readonly { b: string }[]>`(select 1)`;', 'a row whose type nothing checks'],
  ])('refuses the type %j', (text, because) => {
    expect(run(types, { 'tools/a.ts': text })).toEqual([expect.stringContaining(because)]);
  });

  it.each([
    'const a = [1] as const;',
    'const a = { b: 1 } satisfies object;',
    'const a = db.where(sql<boolean>`exists (select)`).execute();',
    'await sql`delete from a`.execute(db);',
  ])('allows the type %j', (text) => {
    expect(run(types, { 'tools/a.ts': text })).toEqual([]);
  });
});

it.each([
  ['<button disabled={isPending} />', 1],
  ['<input disabled />', 1],
  ['<button aria-disabled={isPending} />', 0],
  ['<Button disabled />', 0],
])('finds the element %j that drops the focus', (element, count) => {
  expect(run(focus, { 'apps/web/src/ui/a.tsx': `const a = ${element};` })).toHaveLength(count);
});

describe('tests', () => {
  it.each([
    ["it.only('x', () => {});", 'does not run'],
    ["test.skip('x', () => {});", 'does not run'],
    ["describe.todo('x');", 'does not run'],
    ["xit('x', () => {});", 'does not run'],
    ["it('should work', () => {});", 'name the behaviour'],
    ["it('x', () => page.waitForTimeout(5));", 'never for time'],
    ["it('x', async () => { await setTimeout(5); });", 'never for time'],
    ["vi.mock('./a.ts');", 'never mocked'],
    [`// ${'TO'}DO later`, 'unfinished'],
  ])('refuses the test %j', (text, because) => {
    expect(run(tests, { 'tools/a.test.ts': text })).toEqual([expect.stringContaining(because)]);
  });

  it('may contain forbidden words in strings', () => {
    expect(
      run(tests, { 'tools/a.test.ts': "it('skips what it should not sleep for', () => 'setTimeout(1)');" }),
    ).toEqual([]);
  });
});

describe('limits in time', () => {
  const limit = { 'apps/api/src/a.ts': 'const HOUR_MS = 3_600_000;\nexport const LIFE_MS = 2 * HOUR_MS;\n' };
  const test = { 'apps/api/src/a.test.ts': "it('ends after two hours', () => {});" };

  it.each<[string, Parameters<typeof provenBy>[0], string[]]>([
    ['without a test', {}, ['apps/api/src/a.ts:2 LIFE_MS: name its test in tools/mutate/proofs.ts.']],
    [
      'whose test has another title',
      { 'apps/api/src/a.ts': { LIFE_MS: 'a: ends after one hour' } },
      ['apps/api/src/a.ts:2 LIFE_MS: apps/api/src/a.test.ts has no test "ends after one hour".'],
    ],
    [
      'that is gone',
      { 'apps/api/src/a.ts': { LIFE_MS: null, IDLE_MS: null } },
      ['tools/mutate/proofs.ts:1 apps/api/src/a.ts IDLE_MS does not exist.'],
    ],
    ['whose test exists', { 'apps/api/src/a.ts': { LIFE_MS: 'a: ends after two hours' } }, []],
  ])('a limit %s is a finding or not', (_, table, expected) => {
    expect(run(provenBy(table), { ...limit, ...test })).toEqual(expected);
  });
});

describe('language', () => {
  it.each([
    ['tools/a.ts', '/** Of passwords. */\nconst a = 1;', '"Of …" has no subject'],
    ['tools/a.ts', '/**\n * Those that wait.\n */\nconst a = 1;', '"Those that …" has no subject'],
    ['tools/a.ts', 'const a = 1; // What is owed.', '"What …" has no subject'],
    ['tools/a.ts', '// Parses.\nconst a = 1;\n// On which it waits.', '"On which …" has no subject'],
    ['apps/api/src/migrations/0001-a.sql', '  -- Of the payer.\n  -- It waits.', '"Of …" has no subject'],
    ['tools/a.test.ts', "it('[SAT-06] that has expired is invalid', () => {});", '"that …" is read only after'],
    ['tools/a.test.ts', 'it.each([1])(`have %s`, () => {});', '"have …" is read only after'],
  ])('refuses in %s %j', (path, text, because) => {
    expect(run(language, { [path]: text })).toEqual([expect.stringContaining(because)]);
  });

  it.each([
    ['tools/a.ts', '/** Cost of hashing passwords. */\nconst a = 1;'],
    ['tools/a.ts', '// Cost of the hashes\n// of passwords.'],
    ['tools/a.ts', '/** Those rows are locked. */\nconst a = 1;'],
    ['tools/a.ts', "const message = 'Of passwords';"],
    ['apps/api/src/migrations/0001-a.sql', '-- The rate\n-- Of Banxico.'],
    ['tools/a.test.ts', "it('offers what the thatched house has', () => {});"],
  ])('allows in %s %j', (path, text) => {
    expect(run(language, { [path]: text })).toEqual([]);
  });
});

describe('leaks', () => {
  it.each([
    ['docs/a.md', `see ${'/home'}/somebody/x`, 'one machine'],
    ['package-lock.json', '  "resolved": "https://host/a.tgz",', 'contains a host'],
    ['.npmrc', `registry=https://registry.${'npmjs'}.org`, 'registry host'],
  ])('refuses in %s %j', (path, text, because) => {
    expect(run(leaks, { [path]: text })).toEqual([expect.stringContaining(because)]);
  });
});

describe('the lock', () => {
  const lockOf = (packages: object): Files => ({ 'package-lock.json': JSON.stringify({ packages }) });
  const locked = { version: '1.0.0', integrity: 'sha512-eA==' };

  it('finds a lock without the packages of other platforms', () => {
    const wanting = { ...locked, optionalDependencies: { 'b-darwin-x64': '1.0.0' } };
    expect(run(lock, lockOf({ 'node_modules/a': wanting }))).toEqual([expect.stringContaining('b-darwin-x64 missing')]);
    for (const place of ['node_modules/b-darwin-x64', 'node_modules/a/node_modules/b-darwin-x64']) {
      expect(run(lock, lockOf({ 'node_modules/a': wanting, [place]: locked }))).toEqual([]);
    }
  });

  const platform = { version: '1.0.0', dev: true, optional: true, os: ['aix'] };
  it.each([
    ['a package', { version: '1.0.0' }],
    ['a package of development', { version: '1.0.0', dev: true }],
    ['an optional package of every platform', { ...platform, os: undefined }],
    ['an optional package of production', { ...platform, dev: undefined }],
  ])('refuses %s without integrity', (_, entry) => {
    expect(run(lock, lockOf({ 'node_modules/a': entry, 'node_modules/b': locked }))).toEqual([
      expect.stringContaining('node_modules/a without integrity'),
    ]);
  });

  it.each([
    ['our own packages', { 'packages/a': { version: '1.0.0' }, 'node_modules/a': { link: true } }],
    ['a tool’s package of one platform', { 'node_modules/a': platform }],
  ])('needs no integrity of %s', (_, packages) => {
    expect(run(lock, lockOf(packages))).toEqual([]);
  });
});

it('reads every text of the repository', () => {
  expect(textsBelow(resolve(import.meta.dirname, '../..')).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['run.mjs', 'tools/check/main.ts', 'apps/api/src/main.ts']),
  );
});

describe('words of other systems', () => {
  const gateway = 'apps/api/src/gateways/bank/stp.ts';
  const code = [
    "const NONE = 'N - 602';",
    "const used = new Set([-1, 'D', NONE]);",
    "const causes = new Map([['LQ', 'paid'], [used, 'x']]);",
    "const states: Readonly<Record<string, string>> = { TLQ: 'paid', 'C-R': 'failed' };",
    "const kinds: Readonly<Record<z.output<typeof kind>, string>> = { sent: 'E' };",
    'const ours = { open: 1 };',
  ].join('\n');

  it('a test of the gateway names each word of another system', () => {
    const test =
      "expect([read(-1), read('D'), read('N - 602'), read('sent'), read('LQ'), read('TLQ'), read('C-R')]).toEqual([]);\n";
    expect(run(words, { [gateway]: code, 'apps/api/src/gateways/bank/stp.test.ts': test })).toEqual([]);
    const elsewhere = { [gateway]: code, 'apps/api/src/gateways/mail/smtp.test.ts': test };
    expect(run(words, elsewhere).map((finding) => / names (.+):/.exec(finding)?.[1])).toEqual([
      '-1',
      'D',
      'N - 602',
      'LQ',
      'TLQ',
      'C-R',
      'sent',
    ]);
    const longer = test.replace("'LQ'", "'LQ2'").replace('-1', '-12');
    expect(run(words, { [gateway]: code, 'apps/api/src/gateways/bank/stp.test.ts': longer })).toHaveLength(2);
  });
});
