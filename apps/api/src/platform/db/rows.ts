import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from './pool.ts';

/** An exact number, as the driver reads a numeric column. */
export const decimal = z.string().regex(/^-?\d+(?:\.\d+)?$/);

/** A tag for a query whose row type the compiler cannot see: a column that is missing or null fails here, not in a sum. */
export const rowsOf =
  <T>(db: Executor, schema: z.ZodType<T>) =>
  async (parts: TemplateStringsArray, ...values: readonly unknown[]): Promise<T[]> =>
    z.array(schema).parse((await sql(parts, ...values).execute(db)).rows);
