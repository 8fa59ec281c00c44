/** The demo's payer clients: who pays Manufacturas del Norte, each to a CLABE of its own. */
import { randomUUID } from 'node:crypto';
import { clabeOf } from '@anticipa/domain/clabe';
import type { Executor } from './lib/db/pool.ts';

interface Payer {
  readonly rfc: string;
  readonly name: string;
}

/** A bank and a town that do not exist. */
const BANK_AND_TOWN = '902180';
/** The place of the payer that the lender has switched off. */
const INACTIVE = 2;

/** The main entry, the client itself, and one for each payer. */
export const insertPayers = async (
  executor: Executor,
  client: { readonly clientId: string; readonly stpCompany: string; readonly now: Date },
  payers: { readonly main: Payer; readonly others: readonly Payer[] },
): Promise<void> => {
  // Two clients never share a CLABE: the account follows from the client's id.
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
