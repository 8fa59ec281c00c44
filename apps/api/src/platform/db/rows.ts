/** Rows of raw SQL, whose types the compiler cannot see: a column that is missing or null fails here, not in a sum. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { ClientId } from '../work/caller.ts';
import type { Executor } from './pool.ts';

// Made once: a schema costs more to make than to parse a row with.
export const text = z.string();
export const whole = z.int();
export const flag = z.boolean();

/** An exact number, as the driver reads a numeric column. */
export const decimal = z.string().regex(/^-?\d+(?:\.\d+)?$/);

/** A `client_id` column. */
export const clientIdColumn = z.custom<ClientId>((value) => typeof value === 'string');

/** A `timestamptz` column, as answers write it. */
export const instant = z.date().transform((at) => at.toISOString());

/** The pattern of `ilike` for texts that contain the typed one. */
export const containing = (typed: string): string => `%${typed.trim().replace(/[%_\\]/g, String.raw`\$&`)}%`;

/** A page of a list. `next` is the key of its last row; null on the last page. */
export interface Page<Row, Key = string> {
  readonly data: Row[];
  readonly next: Key | null;
}

/**
 * A page of `rows`, of which the query read up to `size + 1`, and the key of its last row if more rows follow. A query for the next page
 * begins after that key.
 */
export function pageOf<Row, Key>(rows: readonly Row[], size: number, keyOf: (row: Row) => Key): Page<Row, Key> {
  const data = rows.slice(0, size);
  const last = data.at(-1);
  return { data, next: last !== undefined && rows.length > size ? keyOf(last) : null };
}

/** A tag for a query that returns its rows, each parsed. */
export const rowsOf =
  <T>(db: Executor, schema: z.ZodType<T>) =>
  async (parts: TemplateStringsArray, ...values: readonly unknown[]): Promise<T[]> =>
    (await sql(parts, ...values).execute(db)).rows.map((row) => schema.parse(row));

/** A tag for a query that returns its first column, each value parsed. */
export const valuesOf =
  <T>(db: Executor, schema: z.ZodType<T>) =>
  async (parts: TemplateStringsArray, ...values: readonly unknown[]): Promise<T[]> =>
    (await sql<object>(parts, ...values).execute(db)).rows.map((row) => schema.parse(Object.values(row)[0]));
