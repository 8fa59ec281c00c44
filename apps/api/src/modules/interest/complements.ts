/** Payment complements of interest invoices: numbered once what they bill is collected, then stamped. */
import { randomUUID } from 'node:crypto';
import { cfdiTime } from '@anticipa/cfdi/local-time';
import { dateOf } from '@anticipa/domain/calendar';
import { taxedPart } from '@anticipa/domain/iva';
import { add, decimalOf, type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { sql } from 'kysely';
import type { PaymentOrder } from '../../gateways/invoicing/port.ts';
import { clientIdColumn, rowsOf, valuesOf } from '../../platform/db/rows.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { announce } from '../../platform/live/events.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type Principal, type WideWork, type Work } from '../../platform/work/work.ts';
import { rateOfToday } from '../credit/queries.ts';
import type { JobDeps } from '../deps.ts';
import { isOver, rateOfCfdi, renewDates } from './dates.ts';
import {
  bookLateChargePayments,
  type DueComplement,
  dueComplement,
  emittedOn,
  lastPaidOn,
  paidLateCharges,
} from './late-charge-payments.ts';
import { lockCuts } from './numbering.ts';
import { clientAsReceiver, lenderAsIssuer } from './queries.ts';
import { type Stamped, stamp } from './stamping.ts';

export type ComplementDeps = Pick<JobDeps, 'db' | 'clock' | 'log' | 'storage' | 'invoicing'>;

/** Series of payment complements. */
const SERIE = 'PAG';

/**
 * Lines of interest invoices in force that are collected and have no complement: the billed invoice is settled, the client
 * owes nothing for it, and what a rebate gave back is credited; one of a deposit is paid when it is issued; what was written off is not collected. Amounts are less the
 * credit notes.
 */
const collected = sql`
  select line.client_id, line.invoice_id, line.document_id, line.iva_rate, invoice.currency, '17' as form,
    line.sub_total - credited.sub_total as sub_total, line.iva - credited.iva as iva,
    greatest(${lastPaidOn('document')}, ${emittedOn}) as paid_on
  from interest_invoice_lines line
  join interest_invoices invoice using (client_id, invoice_id)
  join invoices document using (client_id, document_id)
  cross join lateral (
    select coalesce(sum(note.sub_total), 0) as sub_total, coalesce(sum(note.iva), 0) as iva
    from interest_invoice_lines note join interest_invoices credit using (client_id, invoice_id)
    where note.client_id = line.client_id and note.document_id = line.document_id
      and credit.credits = line.invoice_id and credit.state = 'issued' and credit.active
  ) credited
  where invoice.kind = 'interest' and invoice.sale_id is null and invoice.invoice_type and invoice.state = 'issued' and invoice.active
    and coalesce(invoice.cancel_state, 'rejected') = 'rejected'
    and document.status = 40 and document.written_off = 0 and line.sub_total > credited.sub_total
    and not exists (
      select from payment_complements made
      where made.client_id = line.client_id and made.invoice_id = line.invoice_id and made.document_id = line.document_id and made.active)
    and (
      select coalesce(sum(debit - credit), 0) from ledger_lines owed
      where owed.client_id = line.client_id and owed.document_id = line.document_id and owed.account = 'CLIENTE') <= 0
    and (
      select sum(case when billed.invoice_type then part.sub_total else -part.sub_total end)
      from interest_invoice_lines part join interest_invoices billed using (client_id, invoice_id)
      where part.client_id = line.client_id and part.document_id = line.document_id
        and billed.kind = 'interest' and billed.state = 'issued' and billed.active
    ) <= document.interest - document.rebate`;

/** Issues what is due, client by client; a failure does not stop the others. */
export async function complementPayments(deps: ComplementDeps): Promise<void> {
  if (deps.invoicing === null) return;
  const clients = await runAs(deps, WORKER, clientsWithPayments);
  await runEach(deps.log, clients, (clientId) => complementPaymentsOf(deps, clientId));
}

async function clientsWithPayments({ db }: WideWork): Promise<ClientId[]> {
  return await valuesOf(db, clientIdColumn)`
    select client_id from (${collected}) due
    union select client_id from (${paidLateCharges}) paid
    union select client_id from payment_complements where state = 'pending' and active
    order by client_id`;
}

async function complementPaymentsOf(deps: ComplementDeps, tenant: ClientId): Promise<void> {
  const { invoicing, storage, log } = deps;
  if (invoicing === null) return;
  const within = <T>(step: (work: Work<Principal>) => Promise<T>): Promise<T> =>
    runAs(deps, WORKER, (work) => step(narrowTo(work, tenant)));
  await within(async (work) => {
    await numberComplements(work);
    await renewDates(work, 'payment_complements');
  });
  for (const { order, documentId } of await within(pendingComplements)) {
    const target = { table: 'payment_complements', id: order.id, folio: `${order.serie}-${order.folio}` } as const;
    const stamped = await stamp(
      { storage, log, tenant, within },
      target,
      () => invoicing.issuePayment(order),
      // The next run gives it another date.
      async ({ at }) => isOver(order.emittedAt, at),
    );
    if (stamped) await within((work) => recordIssued(work, order, { stamped, documentId }));
  }
}

/** Numbers a complement for each collected line and each payment of late charges; those in dollars wait for an exchange rate. */
async function numberComplements(work: Work): Promise<void> {
  const { db, tenant } = work;
  await lockCuts(work, tenant);
  const rate = (await rateOfToday(work))?.tipoCambio ?? null;
  const rows = await rowsOf(db, dueComplement)`
    select * from (${collected}) due where client_id = ${tenant} order by paid_on, invoice_id, document_id`;
  for (const one of [...rows.map(asStated), ...(await bookLateChargePayments(work, rate !== null))]) {
    const rateOfPayment = one.currency === 'MXN' ? null : await rateOfCfdi(work, dateOf(one.paid_on));
    if (one.currency === 'MXN' || rateOfPayment !== null) await numberComplement(work, one, rateOfPayment);
  }
}

/** A collected line less its credit notes, each of them rounded, as one document may state it. */
function asStated(due: DueComplement): DueComplement {
  const iva = moneyOf<FinancedCurrency>(due.iva, due.currency);
  const part = taxedPart(add(moneyOf<FinancedCurrency>(due.sub_total, due.currency), iva), iva, due.iva_rate);
  return { ...due, sub_total: decimalOf(part.subTotal), iva: decimalOf(part.iva) };
}

async function numberComplement({ db, tenant, at }: Work, due: DueComplement, rate: string | null): Promise<void> {
  await sql`
    insert into payment_complements (client_id, complement_id, invoice_id, document_id, serie, folio, state, instalment,
      balance_before, iva_rate, sub_total, iva, paid_on, form, exchange_rate, emitted_at)
    select ${tenant}, ${randomUUID()}, invoice_id, ${due.document_id}, ${SERIE}, nextval('payment_complement_numbers')::text,
      'pending', earlier.last + 1,
      invoice.sub_total + invoice.iva - earlier.paid - (
        select coalesce(sum(credit.sub_total + credit.iva), 0) from interest_invoices credit
        where credit.client_id = ${tenant} and credit.credits = invoice.invoice_id and credit.state = 'issued' and credit.active),
      ${due.iva_rate}, ${due.sub_total}, ${due.iva}, ${due.paid_on}, ${due.form}, ${due.currency === 'MXN' ? null : rate}, ${at}
    from interest_invoices invoice cross join lateral (
      -- A complement between others may be cancelled.
      select coalesce(max(made.instalment), 0) as last, coalesce(sum(made.sub_total + made.iva), 0) as paid
      from payment_complements made
      where made.client_id = ${tenant} and made.invoice_id = invoice.invoice_id and made.active
    ) earlier
    where invoice.client_id = ${tenant} and invoice.invoice_id = ${due.invoice_id}`.execute(db);
}

async function pendingComplements(
  work: Work,
): Promise<{ readonly order: PaymentOrder; readonly documentId: string }[]> {
  const rows = await work.db
    .selectFrom('payment_complements as complement')
    .innerJoin('interest_invoices as invoice', (join) =>
      join
        .onRef('invoice.client_id', '=', 'complement.client_id')
        .onRef('invoice.invoice_id', '=', 'complement.invoice_id'),
    )
    .innerJoin('clients', 'clients.client_id', 'complement.client_id')
    .select((eb) => [
      'complement.complement_id as id',
      'complement.document_id',
      'complement.serie',
      'complement.folio',
      'complement.emitted_at',
      'complement.instalment',
      'complement.balance_before',
      'complement.sub_total',
      'complement.iva',
      sql<string>`complement.paid_on`.as('paid_on'),
      'complement.form',
      sql<'16' | '8' | '0'>`trim_scale(complement.iva_rate)::text`.as('iva_rate'),
      eb.fn<string | null>('trim_scale', ['complement.exchange_rate']).as('exchange_rate'),
      'invoice.currency',
      'invoice.serie as invoice_serie',
      'invoice.folio as invoice_folio',
      eb.ref('invoice.uuid').$notNull().as('invoice_uuid'),
      'clients.rfc',
      'clients.entity_name',
      'clients.fiscal_regime',
      'clients.postal_code',
    ])
    .where('complement.client_id', '=', work.tenant)
    .where('complement.state', '=', 'pending')
    .where('complement.active', '=', true)
    .orderBy('complement.paid_on')
    .orderBy('complement.complement_id')
    .execute();
  if (rows.length === 0) return [];
  const issuer = await lenderAsIssuer(work);
  return rows.map(({ currency, ...row }) => ({
    documentId: row.document_id,
    order: {
      id: row.id,
      serie: row.serie,
      folio: row.folio,
      emittedAt: cfdiTime(row.emitted_at),
      currency,
      exchangeRate: row.exchange_rate,
      issuer,
      receiver: clientAsReceiver(row),
      paidOn: dateOf(row.paid_on),
      form: row.form,
      document: {
        uuid: row.invoice_uuid,
        serie: row.invoice_serie,
        folio: row.invoice_folio,
        instalment: row.instalment,
        balanceBefore: moneyOf<FinancedCurrency>(row.balance_before, currency),
      },
      part: { subTotal: moneyOf(row.sub_total, currency), iva: moneyOf(row.iva, currency) },
      ivaRate: row.iva_rate,
    },
  }));
}

async function recordIssued(
  work: Work,
  { id }: PaymentOrder,
  { stamped, documentId }: { readonly stamped: Stamped; readonly documentId: string },
): Promise<void> {
  await work.db
    .updateTable('payment_complements')
    .set({ state: 'issued', ...stamped, issued_at: work.at })
    .where('client_id', '=', work.tenant)
    .where('complement_id', '=', id)
    .where('state', '=', 'pending')
    .execute();
  await announce(work, 'invoices', [documentId]);
}
