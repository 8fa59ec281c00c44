/** CFDI of what a deposit kept back: the interest of sales that are taxed as they are paid, and opening commissions. */
import { date, financedCurrency } from '@anticipa/contract/wire';
import { dateOf } from '@anticipa/domain/calendar';
import { collectedLines, uncollectedIva, uncollectedLines } from '@anticipa/domain/ledger';
import { atLeastZero, type FinancedCurrency, lesserOf, money, moneyOf, subtract, sum } from '@anticipa/domain/money';
import { monthOf } from '@anticipa/domain/month';
import { z } from 'zod';
import { clientIdColumn, decimal, rowsOf, valuesOf } from '../../platform/db/rows.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type Principal, type WideWork, type Work } from '../../platform/work/work.ts';
import { appendEntries, lockLedger } from '../ledger/commands.ts';
import { writeAudit } from '../log/audit.ts';
import { type CutDeps, stampInvoices } from './commands.ts';
import { numberCommissions, owesCommissionCfdi } from './commissions.ts';
import { dateOfDeposit, dayOf, rateOfCfdi } from './dates.ts';
import { interestOfDeposits, type UninvoicedInterest } from './earned-queries.ts';
import { lastPaidOn } from './late-charge-payments.ts';
import { unpaid as unpaidLateCharges } from './late-charges.ts';
import { insertInvoice, lockCuts } from './numbering.ts';

/** Invoices the interest and the commissions of deposits, and books the IVA that the client has paid since, client by client. */
export async function invoiceDeposits(deps: CutDeps): Promise<void> {
  const { invoicing } = deps;
  if (invoicing === null) return;
  const clients = await runAs(deps, WORKER, clientsWithDeposits);
  await runEach(deps.log, clients, async (tenant) => {
    await runAs(deps, WORKER, (work) => numberDeposits(narrowTo(work, tenant)));
    await stampInvoices(deps, invoicing, { opener: WORKER, tenant, month: monthOf(deps.clock.today()) });
    await runAs(deps, WORKER, (work) => bookPaidIva(narrowTo(work, tenant)));
  });
}

/** Clients that can be invoiced, with a sale that is taxed as it is paid, or a commission to invoice or to stamp. */
const clientsWithDeposits = async ({ db }: WideWork): Promise<ClientId[]> => {
  return await valuesOf(db, clientIdColumn)`
    select client_id from clients where fiscal_regime is not null and postal_code is not null
      and (
        exists (select from sale_items item where item.client_id = clients.client_id and iva_regime = 'flujo' and state = 'disbursed')
        or exists (select from sale_items item where item.client_id = clients.client_id and ${owesCommissionCfdi})
        or exists (
          select from interest_invoices issued
          where issued.client_id = clients.client_id and kind = 'commission' and state = 'pending' and active)
      )
    order by client_id`;
};

/** Numbers one CFDI for each sale and day of deposit; those in dollars wait for an exchange rate. */
async function numberDeposits(work: Work<Principal>): Promise<void> {
  await lockCuts(work, work.tenant);
  await numberCommissions(work);
  const groups = Map.groupBy(await interestOfDeposits(work), ({ saleId, depositedOn }) => `${depositedOn} ${saleId}`);
  for (const [, lines] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) await numberDeposit(work, lines);
}

async function numberDeposit(
  work: Work<Principal>,
  lines: readonly (UninvoicedInterest & { readonly saleId: string; readonly depositedOn: string })[],
): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const { saleId, depositedOn, product, month } = first;
  const { currency } = first.interest;
  const emittedAt = dateOfDeposit(dateOf(depositedOn), work.at);
  const exchangeRate = currency === 'MXN' ? null : await rateOfCfdi(work, dayOf(emittedAt));
  if (currency !== 'MXN' && exchangeRate === null) return;
  const about = {
    kind: 'interest',
    product,
    currency,
    monthCut: `${month}-01`,
    exchangeRate,
    emittedAt,
    saleId,
  } as const;
  const invoiceId = await insertInvoice(work, about, lines);
  const details = { saleId, depositedOn, product, currency, invoices: lines.length };
  await writeAudit(work, { action: 'deposit.invoice', subject: `interest-invoice:${invoiceId}`, details });
}

const billedRow = z.object({
  invoice_id: z.string(),
  document_id: z.string(),
  currency: financedCurrency,
  sub_total: decimal,
  iva: decimal,
  /** IVA of the interest in IVA_NO_COBRADO. */
  uncollected: decimal,
  is_settled: z.boolean(),
  is_written_off: z.boolean(),
  /** Debt of the client for the invoice beyond its late charges, once it is settled. */
  owed: decimal,
  /** The day of the last payment, or that of the CFDI if it is later. */
  paid_on: date.nullable(),
});

/**
 * Books the IVA that is collected since its CFDI: what the deposit did not pay of it is paid by the aforo or the client, once the
 * invoice is settled, and owed again if that is reversed.
 */
async function bookPaidIva(work: Work): Promise<void> {
  await lockLedger(work);
  for (const row of await billed(work)) {
    const amount = (text: string) => moneyOf<FinancedCurrency>(text, row.currency);
    const [subTotal, iva] = [amount(row.sub_total), amount(row.iva)];
    const whole = sum<FinancedCurrency>(row.currency, [subTotal, iva]);
    const unpaid = row.is_settled ? lesserOf(atLeastZero(amount(row.owed)), whole) : iva;
    const due = row.is_written_off ? money(0n, row.currency) : uncollectedIva({ subTotal, iva }, unpaid);
    const paid = subtract(amount(row.uncollected), due);
    const again = money(-paid.cents, paid.currency);
    const lines = paid.cents < 0n ? uncollectedLines(row.document_id, again) : collectedLines(row.document_id, paid);
    if (lines.length === 0) continue;
    const { invoice_id: invoiceId, currency, paid_on: paidOn } = row;
    const valueDate = row.is_settled && paidOn !== null ? dateOf(paidOn) : work.today;
    await appendEntries(work, [{ event: 'invoice-payment', invoiceId, currency, valueDate, lines }]);
  }
}

/** Invoiced sales of this kind whose IVA may not be where it belongs: not all of it is collected, or some is owed again. */
const billed = async ({ db, tenant }: Work): Promise<z.output<typeof billedRow>[]> => {
  return await rowsOf(db, billedRow)`
    select billed.invoice_id, invoices.document_id, invoices.currency, billed.sub_total, billed.iva, booked.uncollected,
      status = 40 as is_settled, written_off > 0 as is_written_off, (booked.client - ${unpaidLateCharges})::numeric(18, 2) as owed,
      greatest(invoices.payment_date, ${lastPaidOn('invoices')}, billed.emitted_on) as paid_on
    from sale_items item join invoices using (client_id, sale_id, document_id)
    join lateral (
      select (array_agg(issued.invoice_id) filter (where invoice_type))[1] as invoice_id,
        max((emitted_at at time zone 'America/Mexico_City')::date) filter (where invoice_type) as emitted_on,
        sum(line.sub_total * side)::numeric(18, 2) as sub_total, sum(line.iva * side)::numeric(18, 2) as iva
      from interest_invoice_lines line join interest_invoices issued using (client_id, invoice_id)
      cross join lateral (select case when invoice_type then 1 else -1 end as side) sided
      where line.client_id = item.client_id and line.document_id = item.document_id
        and issued.kind = 'interest' and issued.state = 'issued' and issued.active
    ) billed on billed.invoice_id is not null
    cross join lateral (
      select coalesce(sum(credit - debit) filter (where account = 'IVA_NO_COBRADO' and late.invoice_id is null), 0)::numeric(18, 2) as uncollected,
        coalesce(sum(debit - credit) filter (where account = 'CLIENTE'), 0) as client
      from ledger_lines line join ledger_entries entry using (client_id, entry_number)
      left join interest_invoices late on late.client_id = entry.client_id and late.invoice_id = entry.invoice_id and late.kind = 'late-charges'
      where line.client_id = item.client_id and line.document_id = item.document_id
    ) booked
    where item.client_id = ${tenant} and item.iva_regime = 'flujo' and item.state = 'disbursed' order by invoices.document_id`;
};
