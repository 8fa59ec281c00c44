/** Requests the cancellation of interest invoices and credit notes. */
import type { cancelInterestInvoice, InterestInvoice } from '@anticipa/contract/interest';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { Caller, ClientId, OperatorActor } from '../../platform/work/caller.ts';
import { attemptAs } from '../../platform/work/transaction.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { type CancelDeps, pursueInvoice } from './cancellations.ts';
import { lockCuts, numberSubstitute } from './numbering.ts';
import { invoiceById, substituteOf } from './queries.ts';
import { restingOnInvoice, withdrawAll } from './withdrawals.ts';

type Motive = BodyOf<typeof cancelInterestInvoice>['motive'];

/**
 * Requests the cancellation, or follows the one that is open. Its interest is invoiced again by the next cut, or with motive
 * 01 by a substitute, which is stamped first and counts from the confirmation on. A rejected one may be requested again.
 */
export async function cancelInvoice(
  deps: CancelDeps,
  caller: Caller<OperatorActor>,
  invoiceId: string,
  motive: Motive,
): Promise<Outcome<InterestInvoice>> {
  if (deps.invoicing === null) return refuse('INVOICING_NOT_CONFIGURED');
  const requested = await attemptAs(deps, caller, (work) => requestCancellation(work, invoiceId, motive));
  if (!requested.ok) return requested;
  const { invoice } = requested.value;
  const state = await pursueInvoice(deps, caller, requested.value);
  if (state === 'cancelled') return done({ ...invoice, active: false });
  if (state === 'requested') return refuse('SERVICE_UNAVAILABLE');
  return refuse(state === 'rejected' ? 'CANCELLATION_REJECTED' : 'CANCELLATION_PENDING');
}

interface Requested {
  readonly tenant: ClientId;
  readonly invoice: InterestInvoice;
}

/**
 * An issued invoice of any client. Once its cancellation is requested neither a credit note nor a complement is numbered for it, and
 * those of its complements are requested too.
 */
async function requestCancellation(wide: OperatorWork, invoiceId: string, motive: Motive): Promise<Outcome<Requested>> {
  const { db } = wide;
  const owner = await db
    .selectFrom('interest_invoices')
    .select('client_id')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  if (!owner) return refuse('NOT_FOUND');
  const tenant = owner.client_id;
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
    .set(({ ref, case: when }) => ({
      // A substitute exists, and is related to it: the motive stays.
      cancel_motive: when().when('cancel_motive', '=', '01').then(ref('cancel_motive')).else(motive).end(),
      cancel_state: 'requested',
      cancel_requested_at: wide.at,
    }))
    .where('client_id', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .where('active', '=', true)
    .where((eb) => eb.or([eb('cancel_motive', 'is', null), eb('cancel_state', '=', 'rejected')]))
    .executeTakeFirstOrThrow();
  const work = narrowTo(wide, tenant);
  // One that was refused before is requested again.
  if (invoice.active) await withdrawAll(work, await restingOnInvoice(work, invoiceId));
  if (numUpdatedRows > 0n) {
    const subject = `interest-invoice:${invoiceId}` as const;
    await writeAudit(work, { action: 'interest.cancel-request', subject, details: { motive } });
    if (motive === '01' && (await substituteOf(work, invoiceId)) === null) await numberSubstitute(work, invoiceId);
  }
  return done({ tenant, invoice });
}
