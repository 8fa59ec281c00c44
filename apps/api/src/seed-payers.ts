/** The demo's payers of Manufacturas del Norte, each with its own CLABE. */
import { randomUUID } from 'node:crypto';
import { nextClabe } from './modules/payers/queries.ts';
import type { Executor } from './platform/db/pool.ts';
import type { ClientId } from './platform/work/caller.ts';

interface Payer {
  readonly rfc: string;
  readonly name: string;
}

/** Index of the inactive payer. */
const INACTIVE = 2;

/** Inserts the main entry (the client itself) and one cost centre per payer. */
export const insertPayers = async (
  executor: Executor,
  client: { readonly clientId: ClientId; readonly stpCompany: string; readonly now: Date },
  payers: { readonly main: Payer; readonly others: readonly Payer[] },
): Promise<void> => {
  for (const [place, { rfc, name }] of [payers.main, ...payers.others].entries())
    await executor
      .insertInto('cost_centres')
      .values({
        client_id: client.clientId,
        cost_centre_id: randomUUID(),
        rfc_payer: rfc,
        stp_name: name,
        clabe: await nextClabe(executor, client.stpCompany),
        stp_company: client.stpCompany,
        active: place !== INACTIVE,
        is_main: place === 0,
        created_at: client.now,
      })
      .execute();
};
