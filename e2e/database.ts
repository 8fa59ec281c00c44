import { withOwnerClient } from '@anticipa/api/lib/db/owner-client';
import { withOwnerUrl } from '@anticipa/api/lib/db/owner-url';

/** Runs statements on the database of the portal that a run started, for what no call can bring about. */
export const onDatabase = (sql: string, values: unknown[] = []) =>
  withOwnerUrl({ databaseUrl: undefined, dataDir: process.env.E2E_DATA_DIR ?? '' }, (url) =>
    withOwnerClient(url, (client) => client.query(sql, values)),
  );
