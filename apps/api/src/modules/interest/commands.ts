/** Issues the CFDI of interest by month cut, of its credit notes, and of late charges. */
import { buffer } from 'node:stream/consumers';
import type { InterestInvoice, interestInvoiceFile } from '@anticipa/contract/interest';
import type { ParamsOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { creditNoteLines, interestInvoiceLines, uncollectedIva, uncollectedLines } from '@anticipa/domain/ledger';
import { add, type FinancedCurrency, moneyOf, sum } from '@anticipa/domain/money';
import { firstDayOf, type Month, monthOf } from '@anticipa/domain/month';
import { formatFolio } from '@anticipa/texts/format';
import type { InvoicingPort, InvoicingRefused } from '../../gateways/invoicing/port.ts';
import { announce } from '../../platform/live/events.ts';
import { keyedQueue } from '../../platform/load/keyed-queue.ts';
import type { ClientId, OperatorActor } from '../../platform/work/caller.ts';
import { attemptAs, type Opener, runAs } from '../../platform/work/transaction.ts';
import { narrowTo, type Principal, type WideWork, type Work } from '../../platform/work/work.ts';
import { readLetterhead } from '../brand/queries.ts';
import type { Deps, JobDeps } from '../deps.ts';
import { accrueInterest, appendEntries, lockLedger } from '../ledger/commands.ts';
import { withheldIva } from '../ledger/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { putNotice } from '../notices/put.ts';
import { clientById } from '../session/client-by-id.ts';
import { numberCreditNotes } from './credit-notes.ts';
import { dateOfCut, dayOf, isOver, rateOfCfdi, renewDates } from './dates.ts';
import { uninvoicedInterest } from './earned-queries.ts';
import { numberLateCharges } from './late-charges.ts';
import { insertInvoice, lockCuts } from './numbering.ts';
import { interestInvoicePdf } from './pdf.ts';
import { invoicesOfCut, numberedInvoice, type PendingInvoice, pendingInvoices, type StoredCfdi } from './queries.ts';
import { takeOutLines } from './refused-lines.ts';
import { type Stamped, stamp } from './stamping.ts';

export type CutDeps = Pick<JobDeps, 'db' | 'clock' | 'log' | 'storage' | 'invoicing'>;

/** An operator, or the worker's nightly job. */
type Cutter = Opener<OperatorActor | { readonly kind: 'worker' }>;

/**
 * Invoices a client's month, and any earlier one that was missed: one CFDI per month, product and currency, with a line per
 * financed invoice. All invoices are first numbered and totalled, then stamped one by one; after an interruption the next
 * cut resumes, and nothing is invoiced twice. Interest invoiced before a rebate gave it back is credited. Returns the month's
 * invoices.
 */
export async function cutMonth(
  deps: CutDeps,
  cutter: Cutter,
  clientId: string,
  month: Month,
): Promise<Outcome<InterestInvoice[]>> {
  const { invoicing } = deps;
  if (invoicing === null) return refuse('INVOICING_NOT_CONFIGURED');
  if (month >= monthOf(deps.clock.today())) return refuse('MONTH_NOT_OVER');
  const numbered = await attemptAs(deps, cutter, (work) => numberInvoices(work, clientId, month));
  if (!numbered.ok) return numbered;
  const tenant = numbered.value;
  if (!(await stampInvoices(deps, invoicing, { opener: cutter, tenant, month }))) return refuse('SERVICE_UNAVAILABLE');
  return done(await runAs(deps, cutter, (work) => invoicesOfCut(narrowTo(work, tenant), month)));
}

/** Invoices the late charges of a client's settled invoices, one invoice each; returns whether all of them are stamped. */
export async function invoiceLateCharges(deps: CutDeps, opener: Cutter, tenant: ClientId): Promise<boolean> {
  const { invoicing } = deps;
  if (invoicing === null) return false;
  await runAs(deps, opener, (work) => numberLateCharges(narrowTo(work, tenant)));
  return stampInvoices(deps, invoicing, { opener, tenant, month: monthOf(deps.clock.today()) });
}

/** Cuts of a client in this program wait for each other: the second finds everything stamped. */
const byClient = keyedQueue(100);

/** Stamps the numbered invoices of the months up to one; false if some are left, for which it is repeated. */
export async function stampInvoices(
  deps: CutDeps,
  invoicing: InvoicingPort,
  { opener, tenant, month }: { readonly opener: Cutter; readonly tenant: ClientId; readonly month: Month },
): Promise<boolean> {
  const within = <T>(step: (work: Work<Principal>) => Promise<T>): Promise<T> =>
    runAs(deps, opener, (work) => step(narrowTo(work, tenant)));
  const { storage, log } = deps;
  const stampAll = async (): Promise<boolean> => {
    let isComplete = true;
    let isToRepeat = false;
    await within((work) => renewDates(work, 'interest_invoices'));
    for (const pending of await within((work) => pendingInvoices(work, month))) {
      const { order } = pending;
      const onRefused = async (work: Work<Principal>, refused: InvoicingRefused): Promise<boolean> => {
        const isAgain = isOver(order.emittedAt, work.at) || (await takeOutLines(work, pending, refused));
        isToRepeat ||= isAgain;
        return isAgain;
      };
      const stamped = await stamp(
        { storage, log, tenant, within },
        numberedInvoice(order),
        () => invoicing.issue(order),
        onRefused,
      );
      if (stamped) await within((work) => recordIssued(work, pending, stamped));
      else isComplete = false;
    }
    return isToRepeat ? stampAll() : isComplete;
  };
  return (await byClient.run(tenant, stampAll)) ?? false;
}

/** Creates numbered invoices for uninvoiced interest of the month, and credit notes; returns the client's verified id. */
async function numberInvoices(wide: WideWork<Principal>, clientId: string, month: Month): Promise<Outcome<ClientId>> {
  const { db } = wide;
  const tenant = await clientById(wide, clientId);
  if (tenant === undefined) return refuse('NOT_FOUND');
  await lockCuts(wide, tenant);
  const client = await db
    .selectFrom('clients')
    .select(['fiscal_regime', 'postal_code'])
    .where('client_id', '=', tenant)
    .executeTakeFirstOrThrow();
  const work = narrowTo(wide, tenant);
  await accrueInterest(work);
  const earned = await uninvoicedInterest(work, month);
  if (earned.length > 0 && (client.fiscal_regime === null || client.postal_code === null)) {
    return refuse('FISCAL_DATA_MISSING');
  }
  const groups = Map.groupBy(earned, (line) => `${line.month} ${line.product} ${line.interest.currency}`);
  for (const [, lines] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const numbered = await numberInvoice(work, lines);
    if (!numbered.ok) return numbered;
  }
  await numberCreditNotes(work);
  return done(work.tenant);
}

type UninvoicedLine = Awaited<ReturnType<typeof uninvoicedInterest>>[number];

/** Creates a numbered invoice for one month, product and currency. */
async function numberInvoice(work: Work<Principal>, lines: readonly UninvoicedLine[]): Promise<Outcome<null>> {
  const [first] = lines;
  if (!first) return done(null);
  const { month, product } = first;
  const { currency } = first.interest;
  const emittedAt = dateOfCut(month, work.at);
  const exchangeRate = currency === 'MXN' ? null : await rateOfCfdi(work, dayOf(emittedAt));
  if (currency !== 'MXN' && exchangeRate === null) return refuse('EXCHANGE_RATE_MISSING');
  const invoice = {
    kind: 'interest',
    product,
    currency,
    monthCut: firstDayOf(month),
    exchangeRate,
    emittedAt,
  } as const;
  const invoiceId = await insertInvoice(work, invoice, lines);
  const details = { month, product, currency, invoices: lines.length };
  await writeAudit(work, { action: 'month.cut', subject: `interest-invoice:${invoiceId}`, details });
  return done(null);
}

/** Records a stamped invoice, books its IVA and notifies the client's screens; idempotent. */
async function recordIssued(work: Work, invoice: PendingInvoice, issued: Stamped): Promise<void> {
  const { numUpdatedRows } = await work.db
    .updateTable('interest_invoices')
    .set({ state: 'issued', ...issued, issued_at: work.at })
    .where('client_id', '=', work.tenant)
    .where('invoice_id', '=', invoice.order.id)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await announce(work, 'invoices', invoice.documentIds);
  const { serie, folio, currency, concepts } = invoice.order;
  const amount = sum<FinancedCurrency>(
    currency,
    concepts.map(({ subTotal, iva }) => add(subTotal, iva)),
  );
  const label = formatFolio({ serie, folio });
  await putNotice(work, { event: 'cfdi-issued', object: 'interest-invoices', label, amount });
  await bookInvoice(work, invoice);
}

/** Books the IVA of an invoice. Late charges are booked with their payments, so only their unpaid rest is booked. */
async function bookInvoice(
  work: Work,
  {
    kind,
    isOfDeposit,
    unpaid,
    documentIds,
    order: { id: invoiceId, currency, concepts, credits, emittedAt },
  }: PendingInvoice,
): Promise<void> {
  // The deposit booked the commission and its IVA.
  if (kind === 'commission') return;
  await lockLedger(work);
  const withheld = await withheldIva(work, documentIds);
  const event =
    kind === 'late-charges' ? 'late-charges-invoice' : credits === null ? 'interest-invoice' : 'credit-note';
  const lines = concepts.flatMap(({ subTotal, iva }, index) => {
    const documentId = documentIds[index] ?? '';
    const ivaWithheld = moneyOf<FinancedCurrency>(withheld.get(documentId) ?? '0.00', currency);
    if (event === 'late-charges-invoice') {
      return uncollectedLines<FinancedCurrency>(documentId, uncollectedIva({ subTotal, iva }, unpaid));
    }
    return event === 'credit-note'
      ? creditNoteLines<FinancedCurrency>(documentId, { iva, ivaWithheld })
      : interestInvoiceLines<FinancedCurrency>(documentId, { interest: subTotal, iva, ivaWithheld }, isOfDeposit);
  });
  // The interest was kept back before; its document is of the month in which it was earned.
  const valueDate = event === 'interest-invoice' ? dateOf(emittedAt.slice(0, 10)) : work.today;
  if (lines.length > 0) await appendEntries(work, [{ event, invoiceId, currency, valueDate, lines }]);
}

export { interestInvoicePdf } from './pdf.ts';

/** An invoice's stamped XML, or its printed form, for a user of the client. */
export async function readInvoice(
  deps: Deps,
  found: Outcome<StoredCfdi>,
  fileType: ParamsOf<typeof interestInvoiceFile>['fileType'],
): Promise<Outcome<ResponseOf<typeof interestInvoiceFile>>> {
  if (!found.ok) return found;
  const stored = found.value;
  const content = await deps.storage.open(stored.clientId, stored.sha256);
  if (content === null) {
    deps.log.error({ cfdi: stored.name }, 'issued invoice missing from storage');
    return refuse('SERVICE_UNAVAILABLE');
  }
  const xml = await buffer(content);
  const isPdf = fileType === 'pdf';
  const bytes = isPdf ? await interestInvoicePdf(xml, stored.cancelledAt, await readLetterhead(deps)) : xml;
  return done({
    file: {
      Content: bytes.toString('base64'),
      ContentType: isPdf ? 'application/pdf' : 'application/xml',
      ContentEncoding: 'base64',
      FileName: `${stored.name}.${fileType}`,
    },
  });
}
