/** The demo's payers of Manufacturas del Norte, each with its own CLABE. */
import { randomUUID } from 'node:crypto';
import { clabeOf } from '@anticipa/domain/clabe';
import type { Executor } from './lib/db/pool.ts';

interface Payer {
  readonly rfc: string;
  readonly name: string;
}

/** Fictional bank and town. */
const BANK_AND_TOWN = '902180';
/** Index of the inactive payer. */
const INACTIVE = 2;

/** Inserts the main entry (the client itself) and one cost centre per payer. */
export const insertPayers = async (
  executor: Executor,
  client: { readonly clientId: string; readonly stpCompany: string; readonly now: Date },
  payers: { readonly main: Payer; readonly others: readonly Payer[] },
): Promise<void> => {
  // Derived from the client's id, so that two clients never share a CLABE.
  const firstAccount = Number.parseInt(client.clientId.slice(0, 6), 16) * 100;
  await executor
    .insertInto('cost_centres')
    .values(
      [payers.main, ...payers.others].map(({ rfc, name }, place) => ({
        client_id: client.clientId,
        cost_centre_id: randomUUID(),
        rfc_payer: rfc,
        stp_name: name,
        clabe: clabeOf(`${BANK_AND_TOWN}${String(firstAccount + place).padStart(11, '0')}`),
        stp_company: client.stpCompany,
        active: place !== INACTIVE,
        is_main: place === 0,
        created_at: client.now,
      })),
    )
    .execute();
};
