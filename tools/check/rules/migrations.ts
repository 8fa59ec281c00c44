import { basename } from 'node:path';
import { type Released, sha256Of } from '@anticipa/api/platform/db/released';
import type { Finding, Project } from '../project.ts';

const FOLDER = 'apps/api/src/migrations/';
const MIGRATION = /^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/;

/** Others have run a released migration: it never changes, and a later one is tested on the data that it left. */
const releaseFaults = (texts: ReadonlyMap<string, string>): Finding[] => {
  const released: Released = JSON.parse(texts.get('released.json') ?? '{}');
  const known = Object.entries(released).flatMap(([version, hashes]) =>
    Object.entries(hashes).map(([name, sha256]) => ({ version, name, sha256 })),
  );
  const names = new Set(known.map(({ name }) => name));
  const [first = {}] = Object.values(released);
  const last = known.at(-1)?.name;
  const later = [...texts.keys()].filter((name) => last !== undefined && name.endsWith('.sql') && !(name in first));
  const tests = (name: string): string => name.replace(/sql$/, 'test.ts');
  const faults = [
    ...known
      .filter(({ name, sha256 }) => sha256Of(texts.get(name) ?? '') !== sha256)
      .map(({ name, version }) => [name, `${version} released it: restore it, and change the database in a new one.`]),
    ...later
      .filter((name) => !names.has(name) && name < (last ?? ''))
      .map((name) => [name, `it would run after ${last}, which is released: give it a higher number.`]),
    ...later
      .filter((name) => !texts.has(tests(name)))
      .map((name) => [name, `write ${tests(name)}, which runs it on the data of the last release (CONTRIBUTING.md).`]),
  ];
  return faults.map(([name, message = '']) => ({ path: `${FOLDER}${name}`, line: 1, message }));
};

/**
 * Migrations have unique numbers and go forward only. The policies of a tenant table bind its owner, too, unless it is a
 * superuser: an update of its rows would change none in production.
 */
export const migrations = ({ texts }: Project): Finding[] => {
  const inFolder = texts.filter(({ path }) => path.startsWith(FOLDER));
  const found = inFolder.filter(({ path }) => path.endsWith('.sql'));
  const protectedTables = new Set(
    found.flatMap(({ text }) =>
      [...text.matchAll(/call protect_tenant_table\((.*)\)/g)].flatMap(([call]) => call.match(/(?<=')\w+(?=')/g) ?? []),
    ),
  );
  const numbers = found.map(({ path }) => basename(path).slice(0, 4));
  const problemsOf = (path: string, text: string, index: number): string[] => {
    const problems: string[] = [
      ...(MIGRATION.test(basename(path)) ? [] : ['a migration is named NNNN-what-it-does.sql.']),
      ...(numbers.indexOf(basename(path).slice(0, 4)) === index
        ? []
        : ['two migrations share a number: their order would be undefined.']),
      ...(/^\s*--\s*(down|rollback|undo)\b/im.test(text) ? ['migrations only go forward: add a new one instead.'] : []),
      ...(/^\s*(begin|commit|rollback)\s*;/im.test(text)
        ? ['each migration already runs in its own transaction.']
        : []),
    ];
    for (const [, table] of text.matchAll(/^(?:update|delete from) (\w+)/gm))
      if (
        table !== undefined &&
        protectedTables.has(table) &&
        !text.includes(`alter table ${table} no force row level security`)
      )
        problems.push(`the policies of ${table} bind its owner: lift them for the statement, and force them again.`);
    return problems;
  };
  return [
    ...found.flatMap(({ path, text }, index) =>
      problemsOf(path, text, index).map((message) => ({ path, line: 1, message })),
    ),
    ...releaseFaults(new Map(inFolder.map(({ path, text }) => [basename(path), text]))),
  ];
};
