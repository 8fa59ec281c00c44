import { sha256Of } from '@anticipa/api/platform/db/released';
import { describe, expect, it } from 'vitest';
import { type Files, run } from './found-by.ts';
import { migrationLocks } from './rules/migration-locks.ts';
import { migrations } from './rules/migrations.ts';
import { redefinitions } from './rules/redefinitions.ts';

it('migrations are numbered once each and go forward', () => {
  const files = { '0001-a.sql': '', '0001-b.sql': '', '2-c.sql': '', '0003-d.sql': '-- down\ncommit;\n' };
  const inPlace = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`apps/api/src/migrations/${name}`, text]),
  );
  expect(run(migrations, inPlace).map((line) => line.replace('apps/api/src/migrations/', ''))).toEqual([
    expect.stringMatching(/^0001-b\.sql.*share a number/),
    expect.stringMatching(/^2-c\.sql.*named NNNN/),
    expect.stringMatching(/^0003-d\.sql.*forward/),
    expect.stringMatching(/^0003-d\.sql.*transaction/),
  ]);
});

it('migrations change no rows that the policies of their table hide', () => {
  const folder = 'apps/api/src/migrations';
  const made = { [`${folder}/0001-a.sql`]: "create table a ();\ncall protect_tenant_table('a');\n" };
  const update = 'update a set b = 1;\n';
  expect(run(migrations, { ...made, [`${folder}/0002-b.sql`]: update })).toEqual([
    expect.stringMatching(/bind its owner/),
  ]);
  const lifted = `alter table a no force row level security;\n${update}alter table a force row level security;\n`;
  expect(run(migrations, { ...made, [`${folder}/0002-b.sql`]: lifted })).toEqual([]);
});

it('a function of the database is defined again from its last definition', () => {
  const defined = (...lines: readonly string[]) =>
    `create or replace function f(a text) returns text language sql as $$\n${lines.join('\n')}\n$$;\n`;
  const earlier = [defined('select a', 'where b'), defined('select a', 'where b and rule_of_second')];
  const findingsWith = (...sql: readonly string[]): string[] =>
    run(
      redefinitions,
      Object.fromEntries(sql.map((text, place) => [`apps/api/src/migrations/200${place}-a.sql`, text])),
    );
  const outdated = defined('select a', 'where b', 'limit one');
  expect(findingsWith(...earlier, outdated)).toEqual([
    expect.stringContaining('f lacks "where b and rule_of_second", which 2001 added'),
  ]);
  expect(findingsWith(...earlier, `-- f changes what 2001 added\n${outdated}`)).toEqual([]);
  expect(findingsWith(...earlier, defined('select a', 'where b and rule_of_second', 'limit one'))).toEqual([]);
  const removed = [defined('select a', 'where b'), defined('select a')];
  expect(findingsWith(...removed, defined('select a', 'where b', 'limit one'))).toEqual([
    expect.stringContaining('f has again "where b", which 2001 removed'),
  ]);
});

describe('the rule about the locks of migrations', () => {
  const findingsWith = (sql: string, ...earlier: string[]): string[] =>
    run(
      migrationLocks,
      Object.fromEntries([...earlier, sql].map((text, place) => [`apps/api/src/migrations/200${place}-a.sql`, text])),
    );
  const notNull = 'alter table a add constraint b_known check (b is not null) not valid;';
  const validated = 'alter table a validate constraint b_known;';

  it.each([
    ['create index a_by_b on a (b);', 'build it concurrently'],
    ['create unique index on a (b);', 'build it concurrently'],
    ['alter table a add column b uuid not null default gen_random_uuid();', 'a default that is computed'],
    ['alter table a add column b bigint generated always as identity;', 'a generated column'],
    ['alter table a add column c text, add column b text check (b in (1, 2));', 'the condition reads it'],
    ['alter table a alter column b type text;', 'another type'],
    ['alter table a alter b set not null, alter column b set not null;', 'set not null'],
    ["alter table a add constraint b check (b <> '');", 'not valid'],
    ['alter table a add foreign key (b) references c;', 'not valid'],
    ['alter table a add constraint b unique (b);', 'using index'],
    [`${notNull}\n${validated}`, 'in another migration'],
  ])('refuses %s', (sql, because) => {
    expect(findingsWith(sql)).toEqual([expect.stringContaining(because)]);
    expect(findingsWith(`-- small table: a\n${sql}`)).toEqual([]);
    expect(findingsWith(`create table a (b text);\n${sql}`)).toEqual([]);
  });

  it.each([
    '-- no transaction\ncreate index concurrently a_by_b on a (b);',
    "alter table a add column b text not null default 'x', add column c timestamptz default now();",
    'alter table a add column b uuid references c, drop column d;',
    'create function f() returns void language sql as $$ create index on a (b); $$;',
    'alter table a add constraint a_pkey primary key using index a_by_b;',
  ])('allows %s', (sql) => {
    expect(findingsWith(sql)).toEqual([]);
  });

  it('allows `set not null` once a constraint was validated', () => {
    const set = 'alter table a alter column b set not null;';
    expect(findingsWith(set, notNull, validated)).toEqual([]);
    expect(findingsWith(set, notNull)).toHaveLength(1);
  });
});

describe('the rule about released migrations', () => {
  const hashes = { '1.0.0': { '0002-a.sql': sha256Of('create table a ();') } };
  const release = { '0002-a.sql': 'create table a ();', 'released.json': JSON.stringify(hashes) };
  const findingsWith = (change: Files): string[] => {
    const files = Object.entries({ ...release, ...change }).filter(([, text]) => text !== '');
    return run(migrations, Object.fromEntries(files.map(([name, text]) => [`apps/api/src/migrations/${name}`, text])));
  };

  it.each([
    ['changed', { '0002-a.sql': 'create table b ();' }, '0002-a.sql:1 1.0.0 released it: restore it'],
    ['removed', { '0002-a.sql': '' }, '0002-a.sql:1 1.0.0 released it: restore it'],
    [
      'preceded by a new one',
      { '0001-b.sql': '-- New.', '0001-b.test.ts': ' ' },
      '0001-b.sql:1 it would run after 0002-a.sql',
    ],
    ['followed by one without a test', { '0003-b.sql': '-- New.' }, '0003-b.sql:1 write 0003-b.test.ts'],
  ])('refuses one that was %s', (_, change: Files, because) => {
    expect(findingsWith(change)).toEqual([expect.stringContaining(because)]);
  });

  it('allows a later one with its test', () => {
    expect(findingsWith({})).toEqual([]);
    expect(findingsWith({ '0003-b.sql': '-- New.', '0003-b.test.ts': ' ' })).toEqual([]);
  });
});
