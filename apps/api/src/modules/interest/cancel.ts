/** Cancels interest invoices and credit notes at the tax authority. */
import type { cancelInterestInvoice, InterestInvoice } from '@anticipa/contract/interest';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { reversed } from '@anticipa/domain/ledger';
import {
  type CancellationOrder,
  type InvoicingPort,
  InvoicingRefused,
  InvoicingUnavailable,
} from '../../gateways/invoicing/port.ts';
import { raiseAlert } from '../../lib/alerts.ts';
import { writeAudit } from '../../lib/audit.ts';
import type { Deps } from '../../lib/deps.ts';
import { announce } from '../../lib/live/events.ts';
import { type Caller, type ClientId, type OperatorActor, provenClient } from '../../lib/session/context.ts';
import { attemptAs, runAs } from '../../lib/transaction.ts';
import { narrowTo, type OperatorWork, type Work } from '../../lib/work.ts';
import { appendEntries, type LedgerEntry, lockLedger } from '../ledger/commands.ts';
import { linesOfInvoice } from '../ledger/queries.ts';
import { lockCuts, numberSubstitute } from './numbering.ts';
import { invoiceById, lenderAsIssuer, substituteOf } from './queries.ts';
import { stamp } from './stamping.ts';

type Motive = BodyOf<typeof cancelInterestInvoice>['motive'];
type CancelDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'invoicing' | 'storage'>;

/**
 * Requests the cancellation, and once the tax authority confirms it books the reverse of the invoice's entry. Its interest is
 * invoiced again by the next cut, or with motive 01 by a substitute, which is stamped first and counts from the confirmation
 * on. An interrupted or unconfirmed cancellation is resumed by repeating it.
 */
export async function cancelInvoice(
  deps: CancelDeps,
  caller: Caller<OperatorActor>,
  invoiceId: string,
  motive: Motive,
): Promise<Outcome<InterestInvoice>> {
  const { invoicing } = deps;
  if (invoicing === null) return refuse('INVOICING_NOT_CONFIGURED');
  const requested = await attemptAs(deps, caller, (work) => requestCancellation(work, invoiceId, motive));
  if (!requested.ok) return requested;
  const { tenant, invoice, order, recordedMotive } = requested.value;
  if (!invoice.active) return done(invoice);
  try {
    const substitute =
      recordedMotive === '01' ? await stampSubstitute({ ...deps, invoicing }, caller, requested.value) : null;
    if (recordedMotive === '01' && substitute === null) return refuse('SERVICE_UNAVAILABLE');
    const state = await invoicing.cancel({ ...order, motive: recordedMotive, substitute });
    if (state !== 'cancelled') return refuse('CANCELLATION_PENDING');
  } catch (cause) {
    if (!(cause instanceof InvoicingUnavailable || cause instanceof InvoicingRefused)) throw cause;
    if (cause instanceof InvoicingRefused) {
      const { reason } = cause;
      const alert = { kind: 'invoicing-refused', subject: `interest-invoice:${invoiceId}`, reason } as const;
      await runAs(deps, caller, (work) => raiseAlert(narrowTo(work, tenant), alert));
    }
    deps.log.warn({ err: cause, invoiceId }, 'cancellation interrupted; repeating it resumes it');
    return refuse('SERVICE_UNAVAILABLE');
  }
  return done(await runAs(deps, caller, (work) => recordCancelled(narrowTo(work, tenant), invoice)));
}

/** The UUID of an invoice's substitute, stamped now if it is not yet; null if it cannot be. */
async function stampSubstitute(
  deps: CancelDeps & { readonly invoicing: InvoicingPort },
  caller: Caller<OperatorActor>,
  { tenant, invoice }: Requested,
): Promise<string | null> {
  const substitute = await runAs(deps, caller, (work) => substituteOf(narrowTo(work, tenant), invoice.id));
  if (!substitute) throw new Error(`invoice ${invoice.id} has no substitute`);
  if (substitute.uuid !== null) return substitute.uuid;
  const { order } = substitute.invoice;
  const within = <T>(step: (work: Work) => Promise<T>): Promise<T> =>
    runAs(deps, caller, (work) => step(narrowTo(work, tenant)));
  const stamped = await stamp({ ...deps, tenant, within }, order);
  if (stamped === null) return null;
  await runAs(deps, caller, ({ db, at }) =>
    db
      .updateTable('interest_invoices')
      .set({ state: 'stamped', ...stamped, issued_at: at })
      .where('client_id', '=', tenant)
      .where('invoice_id', '=', order.id)
      .where('state', '=', 'pending')
      .execute(),
  );
  return stamped.uuid;
}

interface Requested {
  readonly tenant: ClientId;
  readonly invoice: InterestInvoice;
  readonly order: Pick<CancellationOrder, 'uuid' | 'serie' | 'folio' | 'issuer'>;
  /** Of the first request; repeating it with another one changes nothing. */
  readonly recordedMotive: string;
}

/** An issued invoice of any client. Once its cancellation is requested no credit note is numbered for it. */
async function requestCancellation(wide: OperatorWork, invoiceId: string, motive: Motive): Promise<Outcome<Requested>> {
  const { db } = wide;
  const owner = await db
    .selectFrom('interest_invoices')
    .select('client_id')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  if (!owner) return refuse('NOT_FOUND');
  const tenant = provenClient(owner.client_id);
  await lockCuts(wide, tenant);
  const invoice = await invoiceById(narrowTo(wide, tenant), invoiceId);
  if (!invoice) return refuse('NOT_FOUND');
  const note = await db
    .selectFrom('interest_invoices')
    .select('invoice_id')
    .where('client_id', '=', tenant)
    .where('credits', '=', invoiceId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (note) return refuse('INTEREST_INVOICE_CREDITED');
  if (motive === '01' && !invoice.invoiceType) return refuse('INVALID_REQUEST');
  const { numUpdatedRows } = await db
    .updateTable('interest_invoices')
    .set({ cancel_motive: motive })
    .where('client_id', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .where('cancel_motive', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) {
    const subject = `interest-invoice:${invoiceId}`;
    const work = narrowTo(wide, tenant);
    await writeAudit(work, { action: 'interest.cancel-request', subject, details: { motive } });
    if (motive === '01') await numberSubstitute(work, invoiceId);
  }
  const { cancel_motive, serie, folio } = await db
    .selectFrom('interest_invoices')
    .select((eb) => ['serie', 'folio', eb.ref('cancel_motive').$notNull().as('cancel_motive')])
    .where('client_id', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  const order = { uuid: invoice.uuid, serie, folio, issuer: await lenderAsIssuer(wide) };
  return done({ tenant, invoice, order, recordedMotive: cancel_motive });
}

/** Books the reverse of the invoice's entry and notifies the client's screens; idempotent. */
async function recordCancelled(work: Work<OperatorActor>, invoice: InterestInvoice): Promise<InterestInvoice> {
  const { db, tenant } = work;
  const updated = await db
    .updateTable('interest_invoices')
    .set({ active: false, cancelled_at: work.at })
    .where('client_id', '=', tenant)
    .where('invoice_id', '=', invoice.id)
    .where('active', '=', true)
    .returning('kind')
    .executeTakeFirst();
  const cancelled = { ...invoice, active: false };
  if (!updated) return cancelled;
  await lockLedger(work);
  const booked = await linesOfInvoice(work, invoice.id);
  const { id: invoiceId, currency, folio } = invoice;
  const documentIds = await documentsOf(work, invoiceId);
  const entry = { currency, valueDate: work.today };
  // Late charges themselves were booked with their payments and stay owed.
  const entries: LedgerEntry[] =
    booked.length === 0
      ? []
      : [{ ...entry, event: `${updated.kind}-cancellation`, invoiceId, lines: reversed(booked) }];
  const substitute = await activateSubstitute(work, invoiceId);
  // The same lines, whatever was paid since: nothing changes for the client.
  if (substitute !== null && booked.length > 0) {
    entries.push({ ...entry, event: `${updated.kind}-invoice`, invoiceId: substitute, lines: booked });
  }
  await appendEntries(work, entries);
  await writeAudit(work, { action: 'interest.cancel', subject: `interest-invoice:${invoiceId}`, details: { folio } });
  await announce(work, 'invoices', documentIds);
  return cancelled;
}

/** The substitute of an invoice counts from now on; its id, or null if there is none. */
async function activateSubstitute({ db, tenant }: Work<OperatorActor>, invoiceId: string): Promise<string | null> {
  const substitute = await db
    .updateTable('interest_invoices')
    .set({ state: 'issued', active: true })
    .where('client_id', '=', tenant)
    .where('substitutes', '=', invoiceId)
    .returning('invoice_id')
    .executeTakeFirst();
  return substitute?.invoice_id ?? null;
}

async function documentsOf({ db, tenant }: Work, invoiceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('interest_invoice_lines')
    .select('document_id')
    .where('client_id', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.document_id);
}
