import { basename } from 'node:path';
import type { Finding, Project } from '../project.ts';

/** Migrations that were written before this rule. */
const LAST_EXEMPT = '1027-erased-people.sql';

/** A part of `alter table` that reads or rewrites every row while nobody else may read the table; and how to do without. */
const SLOW: readonly (readonly [RegExp, string])[] = [
  [/^add column .*\bdefault (?!now\(\))\w+\(/, 'a default that is computed rewrites it: add the column without'],
  [/^add column .*\b(generated|\w*serial)\b/, 'a generated column rewrites it: fill a plain one in batches'],
  [/^add column .*\b(check|unique|primary key)\b/, 'the condition reads it: add it afterwards, `not valid`'],
  [/^alter column \w+ (set data )?type\b/, 'another type rewrites it: add another column'],
  [
    /^add (constraint \w+ )?(check|foreign key|exclude)\b(?!.*not valid$)/,
    'the constraint reads it: add it `not valid`, and validate it in another migration',
  ],
  [
    /^add (constraint \w+ )?(unique|primary key)\b(?!.*using index)/,
    'the key builds an index: build it concurrently, and add the key `using index`',
  ],
];

interface Altered {
  readonly table: string;
  /** The parts between the commas. */
  readonly parts: readonly string[];
}

const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase());

/** Splits at the commas outside of brackets. */
const partsOf = (list: string): string[] => {
  let depth = 0;
  const parts = [''];
  for (const letter of list) {
    depth += Number(letter === '(') - Number(letter === ')');
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${letter}`);
  }
  return parts.map((part) => part.trim());
};

const alteredIn = (sql: string): Altered[] =>
  statementsOf(sql).flatMap((statement) => {
    const [, table = '', list = ''] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)/.exec(statement) ?? [];
    return table === '' ? [] : [{ table, parts: partsOf(list) }];
  });

/** Whether an earlier migration has proven that a column has no nulls. */
const isProven = (earlier: readonly Altered[], table: string, column: string): boolean => {
  const parts = earlier.filter((altered) => altered.table === table).flatMap((altered) => altered.parts);
  const names = parts.flatMap(
    (part) => /^add constraint (\w+) check \((\w+) is not null\) not valid$/.exec(part) ?? [],
  );
  const place = names.indexOf(column);
  return place > 0 && parts.includes(`validate constraint ${names[place - 1]}`);
};

const faultsOf = (sql: string, earlier: readonly Altered[]): string[] => {
  const small = [...sql.matchAll(/^-- small tables?: (.*)$/gm)].flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
  const free = new Set([...small, ...[...sql.matchAll(/^create table (\w+)/gm)].map(([, table = '']) => table)]);
  const indexes = statementsOf(sql).flatMap((statement) => {
    const [, table = ''] =
      /^create (?:unique )?index (?!concurrently)(?:\w+ )?on (?:only )?(\w+)/.exec(statement) ?? [];
    return table === '' || free.has(table)
      ? []
      : [
          `nobody writes to ${table} while an index is built: build it concurrently, in a file that begins with \`-- no transaction\`.`,
        ];
  });
  const altered = alteredIn(sql).filter(({ table }) => !free.has(table));
  const slow = altered.flatMap(({ table, parts }) =>
    parts.flatMap((part) => {
      const [, column] = /^alter column (\w+) set not null/.exec(part) ?? [];
      const because = [
        ...SLOW.filter(([pattern]) => pattern.test(part)).map(([, message]) => message),
        ...(column === undefined || isProven(earlier, table, column)
          ? []
          : [`\`set not null\` reads it: validate \`check (${column} is not null)\` in a migration before`]),
        ...(part.startsWith('validate') &&
        altered.some((other) => other.table === table && other.parts.some((one) => !one.startsWith('validate')))
          ? ['the lock of the other change lasts while it is read: validate in another migration']
          : []),
      ];
      return because.map((message) => `nobody reads ${table} meanwhile; ${message}.`);
    }),
  );
  return [...indexes, ...slow];
};

/**
 * Migrations run beside a portal at work: none reads or rewrites a table that may be large while others wait for it. A comment
 * `-- small table: NAME` says that a table stays small.
 */
export const migrationLocks = ({ texts }: Project): Finding[] => {
  const found = texts.filter(({ path }) => /^apps\/api\/src\/migrations\/.*\.sql$/.test(path));
  return found
    .filter(({ path }) => basename(path) > LAST_EXEMPT)
    .flatMap(({ path, text }) => {
      const earlier = found.filter((other) => other.path < path).flatMap((other) => alteredIn(other.text));
      return faultsOf(text, earlier).map((message) => ({ path, line: 1, message }));
    });
};
