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

/** The pattern of `ilike` for a text that contains what was typed. */
export const containing = (typed: string): string => `%${typed.trim().replace(/[%_\\]/g, String.raw`\$&`)}%`;

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
