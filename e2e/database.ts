import { withOwnerClient } from '@anticipa/api/lib/db/owner-client';
import { withOwnerUrl } from '@anticipa/api/lib/db/owner-url';
import type pg from 'pg';

/** Works on the database of the portal that a run started, as its owner. */
export const inDatabase = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withOwnerUrl({ databaseUrl: undefined, dataDir: process.env.E2E_DATA_DIR ?? '' }, (url) =>
    withOwnerClient(url, work),
  );

/** Runs a statement on that database, for what no call can bring about. */
export const onDatabase = (sql: string, values: unknown[] = []) => inDatabase((client) => client.query(sql, values));
