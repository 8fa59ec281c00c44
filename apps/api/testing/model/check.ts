/** The portal's invariants for one client, which its row security makes the only one in sight. */
import pg from 'pg';
import { invariants } from '../../src/invariants/check.ts';
import type { Portal } from '../portal.ts';

export interface Checker {
  /** The broken invariants of a client. */
  brokenFor(clientId: string): Promise<string[]>;
  close(): Promise<void>;
}

const CHECKS = invariants
  .filter(({ acrossClients }) => !acrossClients)
  .map(({ id, sql }, index) => `select '${id}: ' || found as found from (${sql}) as broken_${index}`)
  .join(' union all ');

/** Uses one statement that is planned once, because planning costs more than reading a client's few rows. */
export async function checkerOn({ db }: Portal): Promise<Checker> {
  await db.owner.query('grant select on all tables in schema public to anticipa_tenant');
  const client = new pg.Client({ connectionString: db.ownerUrl });
  await client.connect();
  await client.query('set role anticipa_tenant');
  return {
    brokenFor: async (clientId) => {
      await client.query(`select set_config('app.client_id', $1, false)`, [clientId]);
      const { rows } = await client.query<{ found: string }>({ name: 'invariants', text: CHECKS });
      return rows.map(({ found }) => found);
    },
    close: () => client.end(),
  };
}
