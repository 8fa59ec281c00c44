import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Names of columns that may hold personal data. A list that is too long costs a line of the page; one too short hides data. */
const PERSONAL =
  /mail|name|surname|phone|mobile|address|rfc|curp|postal|agent|sender|sent_to|holder|beneficiary|clabe|account$|device|user_id$|password|totp|passkey|public_key|credential|secret|answers$|details|payload|response|concept|body$|change$|reason|message$|note$|last_error|xml|pdf|contract_text/;

it('[OPE-74] the page about personal data lists every column whose name says that it may hold some', () => {
  const page = textOf('../../../../../docs/personal-data.md');
  const listed = new Set(
    [...page.matchAll(/`([a-z_]+)\.([a-z_]+)`/g)].map(([, table, column]) => `${table}.${column}`),
  );
  const tables = textOf('schema.ts').matchAll(/^ {2}(\w+): (\w+Table);$/gm);
  const columns = [...tables].flatMap(([, table, type]) => {
    const [, body = ''] = new RegExp(`^interface ${type} \\{\n([^}]*)\\}`, 'm').exec(textOf('schema.ts')) ?? [];
    return [...body.matchAll(/^ {2}(\w+):/gm)].map(([, column]) => `${table}.${column}`);
  });
  expect(columns.length).toBeGreaterThan(500);
  const personal = columns.filter((column) => PERSONAL.test(column.split('.')[1] ?? ''));
  expect(personal.filter((column) => !listed.has(column))).toEqual([]);
  expect([...listed].filter((column) => !columns.includes(column))).toEqual([]);
});

it('[OPE-77] the page has a rule for every table; no role may delete rows that are kept, and the worker may delete those that its jobs delete', () => {
  const [, section = ''] = textOf('../../../../../docs/personal-data.md').split('## Every table');
  const rules = [...section.matchAll(/^\| (Kept|Deleted)(.*?)\|(.*)\|$/gm)].flatMap(([, end, rule = '', tables = '']) =>
    [...tables.matchAll(/`(\w+)`/g)].map(([, table = '']) => ({ table, end, byJob: rule.includes('by a job') })),
  );
  const tables = [...textOf('schema.ts').matchAll(/^ {2}(\w+): \w+Table;$/gm)].map(([, table]) => table);
  expect(rules.map(({ table }) => table).toSorted()).toEqual(tables.toSorted());
  const grants = [...textOf('catalogue.txt').matchAll(/^(\w+) \| grant \| .*DELETE.* to (\w+)$/gm)];
  const deletable = new Set(grants.map(([, table]) => table));
  const byWorker = new Set(grants.filter(([, , role]) => role === 'anticipa_worker').map(([, table]) => table));
  expect(rules.filter(({ table, end }) => end === 'Kept' && deletable.has(table))).toEqual([]);
  expect(rules.filter(({ table, byJob }) => byJob && !byWorker.has(table))).toEqual([]);
});
