/** The entries of a client's journal, as the lender books them, for the client's accountant. */
import { financedCurrency } from '@anticipa/contract/wire';
import { accounts, ledgerEvents } from '@anticipa/domain/ledger';
import { isPositive, moneyOf } from '@anticipa/domain/money';
import { accountNames, eventNames } from '@anticipa/texts/ledger-texts';
import { dateColumn, integerColumn, moneyColumns, type TableColumn, textColumn } from '@anticipa/texts/tables/table';
import { z } from 'zod';
import { decimal, rowsOf, text, whole } from '../../platform/db/rows.ts';
import type { Sheet } from '../../platform/documents/xlsx.ts';
import type { Work } from '../../platform/work/work.ts';
import type { Period } from '../statements/queries.ts';

const row = z.object({
  booked_on: text,
  value_date: text,
  entry_number: whole,
  event: z.enum(ledgerEvents),
  account: z.enum(accounts),
  folio: text.nullable(),
  uuid: text.nullable(),
  cfdi: text.nullable(),
  cfdi_uuid: text.nullable(),
  currency: financedCurrency,
  debit: decimal,
  credit: decimal,
});
type Row = z.output<typeof row>;

const side = moneyColumns<Row>({ counts: () => true });
const sideOf = (amount: string, { currency }: Row) => {
  const money = moneyOf(amount, currency);
  return isPositive(money) ? money : null;
};

const columns: readonly TableColumn<Row>[] = [
  dateColumn('booked', 'Fecha', ({ booked_on }) => booked_on),
  dateColumn('value', 'Fecha valor', ({ value_date }) => value_date),
  integerColumn('entry', 'Asiento', ({ entry_number }) => entry_number),
  textColumn('event', 'Concepto', ({ event }) => eventNames[event]),
  textColumn('account', 'Cuenta de la financiera', ({ account }) => accountNames[account]),
  textColumn('folio', 'Factura', ({ folio }) => folio),
  textColumn('uuid', 'UUID de la factura', ({ uuid }) => uuid),
  textColumn('cfdi', 'CFDI', ({ cfdi }) => cfdi),
  textColumn('cfdiUuid', 'UUID del CFDI', ({ cfdi_uuid }) => cfdi_uuid),
  side('debit', 'Debe', (line) => sideOf(line.debit, line)),
  side('credit', 'Haber', (line) => sideOf(line.credit, line)),
  textColumn('currency', 'Moneda', ({ currency }) => currency),
];

/** The sheet of the entries that book in a period. What the lender expects to lose is its own affair. */
export function entriesSheet({ db, tenant }: Work, { from, to, knownAt }: Period): Sheet {
  async function* rows() {
    const lines = await rowsOf(db, row)`
      select booked_on::text, value_date::text, entry.entry_number::integer, event, line.account,
        nullif(concat_ws('-', invoices.serie, invoices.folio), '') as folio, invoices.uuid::text,
        nullif(concat_ws('-', issued.serie, issued.folio), '') as cfdi, issued.uuid::text as cfdi_uuid, entry.currency, debit, credit
      from ledger_entries entry
      join ledger_lines line using (client_id, entry_number)
      join invoices on invoices.client_id = ${tenant} and invoices.document_id = line.document_id
      left join interest_invoices issued on issued.client_id = ${tenant} and issued.invoice_id = entry.invoice_id
      where entry.client_id = ${tenant} and booked_on between ${from}::date and ${to}::date and recorded_at <= ${knownAt}
        and event not in ('estimate', 'suspension')
      order by booked_on, entry.entry_number, line_number`;
    yield lines.map((line) => columns.map(({ cell }) => cell(line)));
  }
  return { name: 'Póliza', columns, rows: rows() };
}
