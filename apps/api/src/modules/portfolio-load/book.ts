/** Books the invoices of a file as sales that were deposited, in the state of the cut day. */
import type { IsoDate } from '@anticipa/domain/calendar';
import { openingLines, ratesOf } from '@anticipa/domain/loaded-invoice';
import { decimalOf, subtract, zero } from '@anticipa/domain/money';
import { containedIva } from '@anticipa/domain/statement';
import { sql } from 'kysely';
import { orderedId } from '../../platform/work/ordered-id.ts';
import type { OperatorWork, Work } from '../../platform/work/work.ts';
import { postHolds, takeHolds } from '../credit/commands.ts';
import { creditLines } from '../credit/queries.ts';
import { ivaRateOfLine } from '../credit/sale-terms.ts';
import { applyTransition, claimInvoices } from '../invoices/transition.ts';
import { accrueInterest, appendEntries } from '../ledger/commands.ts';
import { writeAudit } from '../log/audit.ts';
import { announceSales } from '../sales/step.ts';
import type { Loadable } from './check.ts';

type OwnWork = Work<OperatorWork['actor']>;

interface Opening {
  readonly loadId: string;
  readonly cutOn: IsoDate;
  readonly loadable: readonly Loadable[];
}

interface NewSale {
  readonly saleId: string;
  readonly numberOfSale: number;
  readonly reference: string;
  readonly items: readonly Loadable[];
}

/** Books the rows of one client, whose lines and invoices are locked. */
export async function bookSales(work: OwnWork, { loadId, cutOn, loadable }: Opening): Promise<void> {
  const documentIds = loadable.map(({ documentId }) => documentId);
  if ((await claimInvoices(work, documentIds)).length !== documentIds.length)
    throw new Error('an invoice of a checked file is live elsewhere');
  const sales = await numbered(work, loadable);
  for (const sale of sales) await insertSale(work, loadId, sale);
  await insertItems(work, sales);
  await takeHolds(
    work,
    sales.flatMap(({ saleId, items }) =>
      items.map(({ documentId, creditLineId, price }) => ({
        saleId,
        documentId,
        creditLineId,
        amount: decimalOf(price.advance),
        exchangeRate: '1',
      })),
    ),
  );
  await postHolds(
    work,
    sales.map(({ saleId }) => saleId),
    documentIds,
  );
  for (const { saleId, items } of sales) {
    const ids = items.map(({ documentId }) => documentId);
    const set = { deposited_on: cutOn };
    if ((await applyTransition(work, 'load', ids, { saleId, set })) !== ids.length)
      throw new Error('an invoice of a checked file could not be loaded');
    const [first] = items;
    if (!first) throw new Error('a sale without invoices');
    await appendEntries(work, [
      {
        event: 'opening',
        saleId,
        currency: first.row.currency,
        valueDate: cutOn,
        lines: items.flatMap(({ documentId, price, terms }) => openingLines(documentId, price, terms.clientOwes)),
      },
    ]);
    await writeAudit(work, {
      action: 'sale.load',
      subject: `sale:${saleId}`,
      details: { loadId, invoices: ids.length },
    });
  }
  await accrueInterest(work, documentIds);
  await announceSales(work, sales);
}

/** Inserts one sale per product and sale of the earlier books, with the next numbers of the client. */
async function numbered({ db, tenant, at }: OwnWork, loadable: readonly Loadable[]): Promise<NewSale[]> {
  const groups = [...Map.groupBy(loadable, ({ row, product }) => JSON.stringify([row.reference, product])).values()];
  const { last_number_of_sale: last } = await db
    .updateTable('clients')
    .set((eb) => ({ last_number_of_sale: eb('last_number_of_sale', '+', groups.length) }))
    .where('client_id', '=', tenant)
    .returning('last_number_of_sale')
    .executeTakeFirstOrThrow();
  return groups.map((items, index) => ({
    saleId: orderedId(at),
    numberOfSale: last - groups.length + 1 + index,
    reference: items[0]?.row.reference ?? '',
    items,
  }));
}

async function insertSale(
  { db, tenant, at }: OwnWork,
  loadId: string,
  { saleId, numberOfSale, reference, items }: NewSale,
) {
  const [first] = items;
  if (!first) throw new Error('a sale without invoices');
  await db
    .insertInto('sales')
    .values({
      client_id: tenant,
      sale_id: saleId,
      number_of_sale: numberOfSale,
      product: first.product,
      currency: first.row.currency,
      state: 'disbursed',
      created_by: first.founderId,
      created_at: at,
      disbursed_at: at,
      load_id: loadId,
      load_reference: reference,
    })
    .execute();
}

/** Inserts the items with the terms of their rows; the line gives the terms that a row lacks. The invoices owe what is left of them. */
async function insertItems(work: OwnWork, sales: readonly NewSale[]): Promise<void> {
  const { db, tenant } = work;
  const lines = new Map((await creditLines(work, 'read')).map((line) => [line.creditLineId, line]));
  const rows = sales.flatMap(({ saleId, items }) =>
    items.map(({ documentId, creditLineId, row, terms, price }, position) => ({
      saleId,
      documentId,
      position,
      creditLineId,
      dueDate: row.dueDate,
      paymentDays: price.days,
      ...ratesOf(terms, lines.get(creditLineId)?.daysInYear ?? 360),
      total: decimalOf(price.total),
      interest: decimalOf(price.interest),
      iva: decimalOf(price.iva),
      aforo: decimalOf(price.aforo),
      advance: decimalOf(price.advance),
      deposit: decimalOf(price.deposit),
      soldOn: row.soldOn,
      depositedOn: row.depositedOn,
      face: row.total,
      deposited: row.deposited,
      discount: row.discount,
      earned: row.earned,
      collected: row.collected,
      clientOwes: row.clientOwes,
    })),
  );
  await sql`
    with loaded as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item(
        "saleId" uuid, "documentId" uuid, position integer, "creditLineId" uuid, "dueDate" date, "paymentDays" integer,
        "interestRate" numeric, "advancePercent" numeric, total numeric, interest numeric, iva numeric, aforo numeric, advance numeric,
        deposit numeric, "soldOn" date, "depositedOn" date, face numeric, deposited numeric, discount numeric, earned numeric,
        collected numeric, "clientOwes" numeric
      )
    ), items as (
      insert into sale_items (
        client_id, sale_id, document_id, position, state, previous_status, previous_motive, previous_rejected_at,
        purchase_order, emitted_on, due_date, payment_days, interest_rate, advance_percent, days_in_year, iva_rate,
        iva_regime, moratory_rate, early_rebate, total, interest, iva, aforo, advance, initial_deposit
      )
      select ${tenant}, "saleId", "documentId", loaded.position, 'disbursed', invoices.status, invoices.motive, invoices.rejected_at,
        invoices.purchase_order, invoices.emitted_on, "dueDate", "paymentDays", "interestRate", "advancePercent", line.days_in_year,
        -- Its earlier lender invoiced what a deposit kept back; here the rest is invoiced as it accrues.
        taxed.rate, case taxed.rate when 0 then 'exento' else 'devengado' end, line.moratory_rate, line.early_rebate, loaded.total, loaded.interest, loaded.iva, loaded.aforo, loaded.advance,
        loaded.deposit
      from loaded
      join invoices on invoices.client_id = ${tenant} and invoices.document_id = "documentId"
      join credit_lines line on line.client_id = ${tenant} and line.credit_line_id = "creditLineId"
      cross join lateral (select ${ivaRateOfLine(work.today)} as rate) taxed
      returning sale_id
    )
    insert into loaded_invoices (
      client_id, sale_id, document_id, sold_on, deposited_on, total, cfdi_iva, deposited, discount, earned, collected, client_owes
    )
    select ${tenant}, "saleId", "documentId", "soldOn", "depositedOn", face, invoices.cfdi_iva, deposited, discount, earned, collected, "clientOwes"
    from loaded join invoices on invoices.client_id = ${tenant} and invoices.document_id = "documentId"`.execute(db);
  await reduceInvoices(
    work,
    sales.flatMap(({ items }) => items),
  );
}

/** Sets the debt of the invoices to the rest with its IVA. Other debts of the client reduce their devolución. */
async function reduceInvoices({ db, tenant }: OwnWork, items: readonly Loadable[]): Promise<void> {
  const rows = items.map(({ documentId, terms, price, cfdiIva }) => ({
    documentId,
    total: decimalOf(price.total),
    iva: cfdiIva && decimalOf(subtract(cfdiIva, ivaCollected({ terms, cfdiIva }))),
    clientOwes: decimalOf(terms.clientOwes),
  }));
  await sql`
    update invoices set total = reduced.total, cfdi_iva = reduced.iva, returned_before = reduced."clientOwes"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as reduced("documentId" uuid, total numeric, iva numeric, "clientOwes" numeric)
    where client_id = ${tenant} and document_id = reduced."documentId"`.execute(db);
}

const ivaCollected = ({ terms, cfdiIva }: { terms: Loadable['terms']; cfdiIva: NonNullable<Loadable['cfdiIva']> }) =>
  containedIva({ total: terms.total, iva: cfdiIva }, { before: zero(terms.total.currency), paid: terms.collected });
