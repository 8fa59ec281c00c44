/** Accounts that the lender pays, in the answers of the server. */

import type { RouteName } from '@anticipa/contract/routes';
import { strFromU8, unzipSync } from 'fflate';
import type pg from 'pg';
import type { TestObjects } from './populated-client.ts';
import type { Portal } from './portal.ts';

/** Reads that have whole accounts for those who may see them; written by hand, and exactly these. */
export const callsWithAccounts: ReadonlySet<RouteName> = new Set([
  'getLenderClient',
  'listClientTransfers',
  'getClientStatement',
  'downloadClientPackage',
  'listProposals',
  'listClientRequests',
  'listPayables',
  'listTransfers',
  'listTroubledTransfers',
  'listMadePayments',
  'listPaymentFiles',
  'downloadPaymentFile',
]);

/** An order at the bank that failed, for the deposit of the answered sale of a client. */
export const aFailedOrder = ({ db, clock }: Portal, { answered, clientId, account }: TestObjects): Promise<unknown> =>
  db.owner.query(
    `insert into transfer_orders (client_id, order_id, sale_id, attempt, state, tracking_key, amount, payer, clabe, beneficiary,
       beneficiary_sent, rfc, concept, reference, ordered_by, ordered_at, failure)
     select $1, gen_random_uuid(), $2, 1, 'failed', 'ANTMATRIX' || right($3, 5), 9000.00, '646180123400000009', $3, entity_name, entity_name, rfc, 'Venta', 1,
       (select operator_id from operators limit 1), $4, 'Cuenta inexistente' from clients where client_id = $1`,
    [clientId, answered.saleId, account, clock.now()],
  );

/** Whole accounts of clients, and of payers whose money goes back. The lender's own are none of them. */
export async function accountsPaid(owner: pg.Client): Promise<readonly string[]> {
  const { rows } = await owner.query<{ clabe: string }>(
    `select clabe from (
       select clabe from bank_accounts union select clabe from client_requests union select clabe from transfer_orders
       union select clabe from sales union select clabe from payouts union select clabe from filed_payments
       union select change -> 'proposed' ->> 'clabe' from approvals where kind = 'bank-account'
     ) paid where clabe is not null and clabe not in (select clabe from lender_accounts) order by clabe`,
  );
  return rows.map(({ clabe }) => clabe);
}

/** The accounts that an answer has, also in its files and their archives. */
export function wholeAccountsIn(bytes: Uint8Array, accounts: readonly string[]): readonly string[] {
  const texts = textsIn(bytes);
  return accounts.filter((account) => texts.some((text) => text.includes(account)));
}

function textsIn(bytes: Uint8Array): readonly string[] {
  if (strFromU8(bytes.subarray(0, 2)) === 'PK') return Object.values(unzipSync(bytes)).flatMap(textsIn);
  const text = Buffer.from(bytes).toString();
  const files = [...text.matchAll(/"(?:base64|Content)":"([A-Za-z0-9+/=]+)"/g)];
  return [text, ...files.flatMap(([, file = '']) => textsIn(Buffer.from(file, 'base64')))];
}
