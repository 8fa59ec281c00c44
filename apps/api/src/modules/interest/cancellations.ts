/** Follows a requested cancellation until the tax authority has cancelled the invoice, or its receiver has refused. */

import { buffer } from 'node:stream/consumers';
import { sealTailOf } from '@anticipa/cfdi/qr';
import { parseCfdi } from '@anticipa/cfdi/read';
import { attributeOf } from '@anticipa/cfdi/xml-tree';
import type { InterestInvoice } from '@anticipa/contract/interest';
import type { TaxAnswer } from '@anticipa/domain/invoice-entry';
import { reversed } from '@anticipa/domain/ledger';
import { sql } from 'kysely';
import { type InvoicingPort, InvoicingRefused, InvoicingUnavailable } from '../../gateways/invoicing/port.ts';
import { announce } from '../../platform/live/events.ts';
import type { ClientId, OperatorActor } from '../../platform/work/caller.ts';
import { type Opener, runAs } from '../../platform/work/transaction.ts';
import { narrowTo, type Principal, type Work } from '../../platform/work/work.ts';
import { raiseAlert } from '../alerts/alert.ts';
import type { Deps } from '../deps.ts';
import { appendEntries, type LedgerEntry, lockLedger } from '../ledger/commands.ts';
import { linesOfInvoice } from '../ledger/queries.ts';
import { writeAudit } from '../log/audit.ts';
import {
  type CancellationState,
  complementStates,
  type OpenCancellation,
  openCancellation,
  openComplements,
} from './cancellation-queries.ts';
import { documentsOfComplement } from './complements.ts';
import { renewDates } from './dates.ts';
import { numberedInvoice, substituteOf } from './queries.ts';
import { keys, type Numbered, type Stamping, stamp, subjectOf } from './stamping.ts';

export type CancelDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'invoicing' | 'storage' | 'taxStatus'>;
type CancelOpener = Opener<OperatorActor | { readonly kind: 'worker' }>;

/** A request that the tax authority does not show after so long was lost: it is sent again. */
const LOST_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * Takes the next step: sends the request, or asks the tax authority about one that was accepted, and records the new state;
 * 'requested' if that could not be done now. An accepted request is not a cancellation: the receiver has days to answer.
 */
export async function pursueCancellation(
  deps: CancelDeps,
  opener: CancelOpener,
  open: OpenCancellation,
): Promise<'cancelled' | CancellationState> {
  const { tenant, invoice, cfdi } = open;
  const within = <T>(step: (work: Work<Principal>) => Promise<T>): Promise<T> =>
    runAs(deps, opener, (work) => step(narrowTo(work, tenant)));
  const { state, reason = REFUSED } =
    open.state === 'requested' ? await request(deps, within, open) : await askAuthority(deps, open);
  await within(async (work) => {
    if (state === 'cancelled') await (invoice === null ? recordWithdrawn(work, cfdi) : recordCancelled(work, invoice));
    else if (state !== open.state) await recordState(work, cfdi, state);
    if (state === 'rejected') await alertRejection(work, cfdi, reason);
  });
  return state;
}

/**
 * Takes the next steps of an invoice's cancellation as far as they go now: its complements first, because the tax authority cancels no
 * invoice with one in force.
 */
export async function pursueInvoice(
  deps: CancelDeps,
  opener: CancelOpener,
  { tenant, invoice }: { readonly tenant: ClientId; readonly invoice: InterestInvoice },
): Promise<'cancelled' | CancellationState> {
  const within: Within = (step) => runAs(deps, opener, (work) => step(narrowTo(work, tenant)));
  for (const one of await within((work) => openComplements(work, invoice.id)))
    await pursueCancellation(deps, opener, one);
  const waiting = await within((work) => complementStates(work, invoice.id));
  if (waiting.length > 0)
    return (['rejected', 'requested'] as const).find((state) => waiting.includes(state)) ?? 'in-process';
  const open = await within((work) => openCancellation(work, invoice));
  return open === null ? 'cancelled' : pursueCancellation(deps, opener, open);
}

/** Wording of the tax authority. */
const REFUSED = 'Solicitud rechazada';

interface Step {
  readonly state: 'cancelled' | CancellationState;
  /** Why it is rejected, in the provider's words. */
  readonly reason?: string;
}

type Within = <T>(step: (work: Work<Principal>) => Promise<T>) => Promise<T>;

async function request(
  { invoicing, storage, log }: CancelDeps,
  within: Within,
  { tenant, cfdi, order, motive }: OpenCancellation,
): Promise<Step> {
  if (invoicing === null) return { state: 'requested' };
  try {
    const substitute =
      motive === '01' ? await stampSubstitute({ storage, log, tenant, within }, invoicing, cfdi.id) : null;
    if (motive === '01' && substitute === null) return { state: 'requested' };
    const answer = await invoicing.cancel({ ...order, motive, substitute });
    return { state: answer === 'requested' ? 'in-process' : answer };
  } catch (cause) {
    if (!(cause instanceof InvoicingUnavailable || cause instanceof InvoicingRefused)) throw cause;
    log.warn({ err: cause, id: cfdi.id }, 'cancellation interrupted; repeating it resumes it');
    return cause instanceof InvoicingRefused ? { state: 'rejected', reason: cause.reason } : { state: 'requested' };
  }
}

/** State at the tax authority of a request that the provider has accepted. */
async function askAuthority(
  deps: CancelDeps,
  { tenant, cfdi, order, receiverRfc, sha256, sentAt }: OpenCancellation,
): Promise<Step> {
  const content = await deps.storage.open(tenant, sha256);
  const read = content && parseCfdi(await buffer(content));
  if (!read?.ok) throw new Error(`the stored CFDI of ${cfdi.id} cannot be read`);
  const seal = attributeOf(read.document.root, 'Sello') ?? '';
  const { status, cancellation } = await deps.taxStatus.check({
    uuid: order.uuid,
    issuer: order.issuer,
    receiver: { rfc: receiverRfc },
    total: attributeOf(read.document.root, 'Total') ?? '',
    sealTail: sealTailOf(seal),
  });
  return { state: stateOf({ status, cancellation }, deps.clock.now().getTime() - sentAt.getTime()) };
}

function stateOf(
  { status, cancellation }: Pick<TaxAnswer, 'status' | 'cancellation'>,
  waitedMs: number,
): Step['state'] {
  if (status === 'cancelado') return 'cancelled';
  if (status !== 'vigente') return 'in-process';
  if (cancellation === 'refused') return 'rejected';
  return cancellation === null && waitedMs > LOST_AFTER_MS ? 'requested' : 'in-process';
}

async function recordState({ db, tenant, at }: Work, { table, id }: Numbered, state: CancellationState): Promise<void> {
  await sql`
    update ${sql.table(table)} set cancel_state = ${state},
      cancel_sent_at = case when ${state} = 'in-process' then ${at} else cancel_sent_at end
    where client_id = ${tenant} and ${sql.ref(keys[table])} = ${id} and active`.execute(db);
}

const alertRejection = (work: Work, cfdi: Numbered, reason: string): Promise<void> =>
  raiseAlert(work, { kind: 'invoicing-refused', subject: subjectOf(cfdi), reason, details: { folio: cfdi.folio } });

/** A complement was cancelled; idempotent. What it paid needs another one if it is still collected. */
async function recordWithdrawn(work: Work<Principal>, { id, folio }: Numbered): Promise<void> {
  const { db, tenant, at } = work;
  const withdrawn = await db
    .updateTable('payment_complements')
    .set({ active: false, cancelled_at: at, cancel_state: null })
    .where('client_id', '=', tenant)
    .where('complement_id', '=', id)
    .where('active', '=', true)
    .returning('complement_id')
    .executeTakeFirst();
  if (!withdrawn) return;
  await writeAudit(work, { action: 'complement.cancel', subject: `payment-complement:${id}`, details: { folio } });
  await announce(work, 'invoices', await documentsOfComplement(work, id));
}

/** The UUID of an invoice's substitute, stamped now if it is not yet; null if it cannot be. */
async function stampSubstitute(
  stamping: Stamping,
  invoicing: InvoicingPort,
  invoiceId: string,
): Promise<string | null> {
  const { within } = stamping;
  // It may have waited for the cancellation of complements longer than its date allows.
  const substitute = await within(async (work) => {
    await renewDates(work, 'interest_invoices');
    return substituteOf(work, invoiceId);
  });
  if (!substitute) throw new Error(`invoice ${invoiceId} has no substitute`);
  if (substitute.uuid !== null) return substitute.uuid;
  const { order } = substitute.invoice;
  const stamped = await stamp(stamping, numberedInvoice(order), () => invoicing.issue(order));
  if (stamped === null) return null;
  await within(({ db, at, tenant }) =>
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

/** Books the reverse of the invoice's entry and notifies the client's screens; idempotent. */
async function recordCancelled(work: Work<Principal>, invoice: InterestInvoice): Promise<InterestInvoice> {
  const { db, tenant } = work;
  const updated = await db
    .updateTable('interest_invoices')
    .set({ active: false, cancelled_at: work.at, cancel_state: null })
    .where('client_id', '=', tenant)
    .where('invoice_id', '=', invoice.id)
    .where('active', '=', true)
    .returning('kind')
    .executeTakeFirst();
  const cancelled = { ...invoice, active: false };
  if (!updated) return cancelled;
  await lockLedger(work);
  const billed = await linesOfInvoice(work, invoice.id, ['interest-invoice', 'credit-note', 'late-charges-invoice']);
  const paid = await linesOfInvoice(work, invoice.id, ['invoice-payment']);
  const { id: invoiceId, currency, folio } = invoice;
  const documentIds = await documentsOf(work, invoiceId);
  const entry = { currency, valueDate: work.today };
  const kind = updated.kind === 'late-charges' ? 'late-charges' : 'interest';
  // A deposit booked its commission, which has no lines here. Late charges themselves were booked with their payments and stay owed.
  const entries: LedgerEntry[] = [
    { ...entry, event: `${kind}-cancellation`, invoiceId, lines: reversed([...billed, ...paid]) },
  ];
  const substitute = await activateSubstitute(work, invoiceId);
  // The same lines, whatever was paid since: nothing changes for the client.
  if (substitute !== null) {
    entries.push({ ...entry, event: `${kind}-invoice`, invoiceId: substitute, lines: billed });
    entries.push({ ...entry, event: 'invoice-payment', invoiceId: substitute, lines: paid });
  }
  await appendEntries(
    work,
    entries.filter(({ lines }) => lines.length > 0),
  );
  await writeAudit(work, { action: 'interest.cancel', subject: `interest-invoice:${invoiceId}`, details: { folio } });
  await announce(work, 'invoices', documentIds);
  return cancelled;
}

/** The substitute of an invoice counts from now on; its id, or null if there is none. */
async function activateSubstitute({ db, tenant }: Work<Principal>, invoiceId: string): Promise<string | null> {
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
