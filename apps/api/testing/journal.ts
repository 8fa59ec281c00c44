/** Entries of the journals, in order, for tests. */
import type { Portal } from './portal.ts';

type WithDatabase = Pick<Portal, 'db'>;

const entriesOf = async ({ db }: WithDatabase, statement: string, id: string): Promise<string[]> => {
  const { rows } = await db.owner.query<{ entry: string }>(statement, [id]);
  return rows.map(({ entry }) => entry);
};

/** Balances of an invoice other than zero, debit less credit, by account. */
export const balancesOf = async ({ db }: WithDatabase, documentId: string): Promise<Record<string, string>> => {
  const { rows } = await db.owner.query<{ account: string; balance: string }>(
    `select account, sum(debit - credit)::text as balance from ledger_lines where document_id = $1
     group by account having sum(debit - credit) <> 0 order by account`,
    [documentId],
  );
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
};

/** The lender's own journal of a receipt: "date event debit credit amount". */
export const lenderEntriesOf = (portal: WithDatabase, paymentId: string): Promise<string[]> =>
  entriesOf(
    portal,
    `select concat_ws(' ', value_date, event, debit, credit, amount) as entry from lender_entries
     where payment_id = $1 order by entry_number`,
    paymentId,
  );

/** The ledger of a client about a payment: "date event account debit credit" for each line. */
export const clientEntriesOf = (portal: WithDatabase, collectionId: string): Promise<string[]> =>
  entriesOf(
    portal,
    `select concat_ws(' ', value_date, event, account, debit, credit) as entry
     from ledger_entries join ledger_lines using (client_id, entry_number)
     where collection_id = $1 order by entry_number, line_number`,
    collectionId,
  );
