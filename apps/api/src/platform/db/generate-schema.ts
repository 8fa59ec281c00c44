import { withOwnerClient } from './owner-client.ts';

interface Column {
  readonly relation: string;
  readonly column: string;
  readonly type: string;
  readonly is_array: boolean;
  readonly nullable: boolean;
  readonly filled: 'by-caller' | 'by-default' | 'always';
  readonly labels: string[] | null;
  readonly check: string | null;
}

const COLUMNS = `
  select c.relname as relation, a.attname as column,
    coalesce(element.typname, base.typname, t.typname) as type,
    element.oid is not null as is_array,
    not a.attnotnull and not (t.typtype = 'd' and t.typnotnull) as nullable,
    case when a.attgenerated <> '' or a.attidentity = 'a' then 'always'
         when a.atthasdef or a.attidentity = 'd' then 'by-default' else 'by-caller' end as filled,
    (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as labels,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[.*\\]\\)\\)\\)$'
      limit 1) as check
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_type t on t.oid = a.atttypid
  left join pg_type base on base.oid = t.typbasetype
  left join pg_type element on element.typarray = t.oid
  where a.attnum > 0 and not a.attisdropped and c.relname <> 'schema_migrations'
  order by c.relname, a.attnum`;

const SCALARS: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  float8: 'number',
  int8: 'string',
  xid8: 'string',
  numeric: 'string',
  date: 'string',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  uuid: 'string',
  inet: 'string',
  bytea: 'Buffer',
  timestamptz: 'Timestamp',
  json: 'Json',
  jsonb: 'Json',
};

const quoted = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(' | ');

/** The values of `CHECK ((x = ANY (ARRAY['A'::text, 'B'::text])))`, or of its numeric form, as a union. */
const listedIn = (check: string): string => {
  const texts = [...check.matchAll(/'([^']+)'::/g)].map((match) => match[1] ?? '');
  if (texts.length > 0) return quoted(texts);
  return (check.match(/ARRAY\[([-\d, ]+)\]/)?.[1] ?? '').replaceAll(', ', ' | ');
};

const scalarOf = (column: Column): string => {
  if (column.labels !== null) return quoted(column.labels);
  const scalar = SCALARS[column.type];
  if (scalar === undefined) {
    throw new Error(`no type for ${column.type} (${column.relation}.${column.column}); add it to generate-schema.ts`);
  }
  const listed = column.check === null ? '' : listedIn(column.check);
  return listed === '' ? scalar : listed;
};

const typeOf = (column: Column): string => {
  const scalar = column.column === 'client_id' ? 'ClientId' : scalarOf(column);
  const value = column.is_array ? `(${scalar})[]` : scalar;
  const full = column.nullable ? `${value} | null` : value;
  if (column.filled === 'always') return `GeneratedAlways<${full}>`;
  return column.filled === 'by-default' ? `Generated<${full}>` : full;
};

const interfaceName = (relation: string): string =>
  `${relation
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Table`;

/** Name → declaration. kysely's Generated does not handle ColumnType, so timestamps with a default need their own. */
const ALIASES: Readonly<Record<string, string>> = {
  Generated: `type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;`,
  GeneratedAlways: 'type GeneratedAlways<T> = ColumnType<T, never, never>;',
  Json: `/** Inserted as JSON text: the driver would turn an array into a PostgreSQL array. */
type Json = ColumnType<unknown, string, string>;`,
  Timestamp: 'type Timestamp = ColumnType<Date, Date | string>;',
};

/** Declares only the aliases in use, because the compiler refuses unused ones. */
const headFor = (body: string): string => {
  const used = Object.entries(ALIASES).filter(([name]) => new RegExp(`\\b${name}\\b`).test(body));
  const note = '// Generated from the migrated database by `npm run db:types`; a test fails when it is out of date.';
  const imports = used.length === 0 ? [] : ["import type { ColumnType } from 'kysely';"];
  if (/\bClientId\b/.test(body)) imports.push("import type { ClientId } from '../work/caller.ts';");
  return [note, ...imports, '', ...used.map(([, declaration]) => declaration), ''].join('\n');
};

const readColumns = (ownerUrl: string): Promise<Column[]> =>
  withOwnerClient(ownerUrl, async (client) => (await client.query<Column>(COLUMNS)).rows);

/** TypeScript source of the row types of every table and view in the public schema. */
export const generateSchema = async (ownerUrl: string): Promise<string> => {
  const relations = Map.groupBy(await readColumns(ownerUrl), (row) => row.relation);
  const blocks = [...relations].map(([relation, columns]) => {
    const lines = columns.map((column) => `  ${column.column}: ${typeOf(column)};`);
    return `interface ${interfaceName(relation)} {\n${lines.join('\n')}\n}\n`;
  });
  const index = [...relations.keys()].map((relation) => `  ${relation}: ${interfaceName(relation)};`);
  const body = `${blocks.join('\n')}\nexport interface DB {\n${index.join('\n')}\n}\n`;
  return `${headFor(body)}${body}`;
};
