/** An invoice that the lender bought, as the desk shows it. */
import { type BoughtInvoice, getBoughtInvoice, type Movement } from '@anticipa/contract/bought-invoice';
import { buyBackAmount } from '@anticipa/domain/adjustment';
import { dateOf, daysBetween } from '@anticipa/domain/calendar';
import { decimalOf, isPositive, moneyOf, subtract, sum } from '@anticipa/domain/money';
import { standingOf } from '@anticipa/domain/sale';
import { amountAsked, owedByReceiver } from '@anticipa/domain/settlement';
import { z } from 'zod';
import { decimal, flag, instant, rowsOf } from '../../platform/db/rows.ts';
import { narrowTo, type WideWork, type Work } from '../../platform/work/work.ts';
import { isBoughtBack } from '../collections/forwarding.ts';
import { clientOfInvoice, payableInvoices } from '../collections/queries.ts';
import { stateOfCfdi } from '../interest/month-queries.ts';
import { balanceDue, coverable, owed, positionsOf } from '../ledger/queries.ts';
import { folio } from '../log/queries.ts';
import { ofDeposit } from '../sales/transfer-queries.ts';

const { balances, cfdi, ...shape } = getBoughtInvoice.response.shape;
const cfdiRow = cfdi.element.extend({ emittedAt: instant });

/** An invoice of any client; null unless the lender has bought it. */
export async function boughtInvoice(work: WideWork, documentId: string): Promise<BoughtInvoice | null> {
  const client = await clientOfInvoice(work, documentId);
  if (client === null) return null;
  const own = narrowTo(work, client);
  const facts = await factsOf(own, documentId);
  if (facts === null) return null;
  return {
    ...facts,
    amountDue: (await amountToBuyBack(own, documentId)) ?? facts.amountDue,
    today: work.today,
    balances: await balancesOf(own, documentId),
    movements: await movementsOf(own, documentId),
    cfdi: await rowsOf(work.db, cfdiRow)`
      select cfdi.invoice_id as id, concat_ws('-', serie, cfdi.folio) as folio, kind, invoice_type as "invoiceType", ${stateOfCfdi} as state,
        emitted_at as "emittedAt", line.sub_total as "subTotal", line.iva
      from interest_invoices cfdi join interest_invoice_lines line using (client_id, invoice_id)
      where cfdi.client_id = ${client} and line.document_id = ${documentId} order by emitted_at desc, cfdi.invoice_id`,
  };
}

const factsRow = z
  .object(shape)
  .omit({ today: true, movements: true, standing: true, daysLate: true, lateCharges: true, amountDue: true })
  .extend({
    aforo: decimal,
    isSettled: flag,
    isWrittenOff: flag,
    isClosed: flag,
    itemState: z.enum(['authorised', 'disbursed']),
    moratoryRate: z.string(),
    daysInYear: z.literal([360, 365]),
  });

async function factsOf({ db, tenant, today }: Work, documentId: string) {
  const [row] = await rowsOf(db, factsRow)`
    select invoices.document_id as "documentId", ${folio} as folio,
      invoices.uuid, invoices.client_id as "clientId", clients.rfc as "clientRFC", entity_name as "entityName",
      invoices.company_id as "companyId", invoices.receiver_name as "receiverName", invoices.receiver_rfc as "receiverRFC",
      sales.product, sales.currency, sales.sale_id as "saleId", sales.number_of_sale as "numberOfSale",
      invoices.deposited_on as "depositedOn", coalesce(invoices.due_date, item.due_date) as "dueDate", item.total,
      ${owed}::numeric(18, 2) as owed,
      case when invoices.is_settled then ${balanceDue} else 0 end::numeric(18, 2) as "balanceDue",
      ${isBoughtBack} as "isBoughtBack", ${coverable}::numeric(18, 2) as aforo, invoices.is_settled as "isSettled", invoices.written_off > 0 as "isWrittenOff", item.state as "itemState", trim_scale(item.moratory_rate)::text as "moratoryRate",
      item.days_in_year as "daysInYear",
      exists (select from shortfalls closed where closed.client_id = invoices.client_id and closed.document_id = invoices.document_id
        and closed.reversed_at is null) as "isClosed"
    from invoices
    join clients on clients.client_id = invoices.client_id
    join sale_items item on item.client_id = invoices.client_id and item.document_id = invoices.document_id
      and item.state in ('authorised', 'disbursed')
    join sales on sales.client_id = item.client_id and sales.sale_id = item.sale_id
    where invoices.client_id = ${tenant} and invoices.document_id = ${documentId}`;
  if (!row) return null;
  const { aforo, isSettled, isWrittenOff, isClosed, itemState, moratoryRate, daysInYear, ...facts } = row;
  const [left, dueDate] = [moneyOf(row.owed, row.currency), dateOf(row.dueDate)];
  const isOwed = itemState === 'disbursed' && isPositive(left);
  const due = isOwed ? amountAsked({ owed: left, dueDate, moratoryRate, daysInYear }, today) : left;
  const isShort = isOwed && left.cents < moneyOf(row.total, row.currency).cents && !isClosed && Number(aforo) > 0;
  return {
    ...facts,
    standing: standingOf({ state: itemState, isSettled, isWrittenOff, dueDate }, today),
    daysLate: isOwed ? daysBetween(dueDate, today) : null,
    amountDue: decimalOf(due),
    lateCharges: decimalOf(subtract(due, left)),
    aforo: isShort ? aforo : null,
  };
}

/** Amount that buys the invoice back today; null unless its client must. */
async function amountToBuyBack(work: Work, documentId: string): Promise<string | null> {
  const position = (await positionsOf(work, [documentId])).get(documentId);
  if (!position || !isPositive(position.buyBack) || isPositive(owedByReceiver(position))) return null;
  const [invoice] = await payableInvoices(work, [documentId]);
  return invoice ? decimalOf(buyBackAmount(position, invoice, work.today)) : null;
}

const balancesOf = ({ db, tenant }: Work, documentId: string) => rowsOf(db, balances.element)`
  select account, sum(debit - credit)::numeric(18, 2) as amount from ledger_lines
  where client_id = ${tenant} and document_id = ${documentId}
  group by account having sum(debit - credit) <> 0 order by min(entry_number), account`;

/** An entry that books a payment names its payer and bank; what follows from it, such as late charges, does not. */
async function movementsOf({ db, tenant }: Work, documentId: string): Promise<Movement[]> {
  const rows = await db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_lines as line', (join) =>
      join.onRef('line.client_id', '=', 'entry.client_id').onRef('line.entry_number', '=', 'entry.entry_number'),
    )
    .leftJoin('ledger_entries as later', (join) =>
      join.onRef('later.client_id', '=', 'entry.client_id').onRef('later.reverses', '=', 'entry.entry_number'),
    )
    .leftJoin('collections', (join) =>
      join
        .onRef('collections.client_id', '=', 'entry.client_id')
        .onRef('collections.collection_id', '=', 'entry.collection_id')
        .on('entry.event', 'in', ['collection', 'balance-payment', 'forward']),
    )
    .leftJoin('payouts', (join) =>
      join.onRef('payouts.client_id', '=', 'entry.client_id').onRef('payouts.payout_id', '=', 'entry.payout_id'),
    )
    .leftJoin('sales', (join) =>
      join
        .onRef('sales.client_id', '=', 'entry.client_id')
        .onRef('sales.sale_id', '=', 'entry.sale_id')
        .on('entry.event', '=', 'disbursement'),
    )
    .select(['entry.entry_number', 'entry.event', 'entry.value_date', 'entry.booked_on', 'entry.recorded_at'])
    .select(['entry.reverses', 'later.entry_number as reversed_by', 'collections.payer', 'collections.bank'])
    .select(['entry.collection_id', 'entry.shortfall_id', 'entry.payout_id', 'entry.currency'])
    .select(['line.account', 'line.debit', 'line.credit'])
    .select(({ fn }) =>
      fn.coalesce('collections.tracking_key', 'payouts.tracking_key', ofDeposit('tracking_key')).as('tracking_key'),
    )
    .where('line.client_id', '=', tenant)
    .where('line.document_id', '=', documentId)
    .where('entry.event', 'not in', ['accrual', 'accrual-reversal'])
    .orderBy('entry.entry_number', 'desc')
    .orderBy('line.line_number')
    .execute();
  return [...Map.groupBy(rows, (row) => row.entry_number).values()].flatMap((lines) => {
    const [entry] = lines;
    if (!entry) return [];
    return [
      {
        entryNumber: Number(entry.entry_number),
        event: entry.event,
        amount: decimalOf(
          sum(
            entry.currency,
            lines.map(({ debit }) => moneyOf(debit, entry.currency)),
          ),
        ),
        valueDate: entry.value_date,
        bookedOn: entry.booked_on,
        recordedAt: entry.recorded_at.toISOString(),
        reverses: numberOf(entry.reverses),
        reversedBy: numberOf(entry.reversed_by),
        trackingKey: entry.tracking_key,
        payer: entry.payer,
        bank: entry.bank,
        collectionId: entry.collection_id,
        shortfallId: entry.shortfall_id,
        payoutId: entry.payout_id,
        lines: lines.map(({ account, debit, credit }) => ({ account, debit, credit })),
      },
    ];
  });
}

const numberOf = (entry: string | null): number | null => (entry === null ? null : Number(entry));
