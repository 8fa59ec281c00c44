import { createHash } from 'node:crypto';

/** By version, the oldest first: the name of each migration that it brought, with its hash. */
export type Released = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const sha256Of = (sql: string): string => createHash('sha256').update(sql).digest('hex');
