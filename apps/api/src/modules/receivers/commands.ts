import type {
  setPaymentPolicy,
  setProgramme,
  setReceiverLimit,
  setReceiverStatus,
} from '@anticipa/contract/lender-receivers';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { receiverObjection } from '@anticipa/domain/invoice-entry';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import { weekDayNumbers } from '@anticipa/domain/payment-habit';
import { isRaised, LIMIT_KIND, NO_LIMIT } from '@anticipa/domain/proposal';
import { type CompanyStatus, companyStatus } from '@anticipa/domain/receiver';
import { sql } from 'kysely';
import { writeAudit } from '../../lib/audit.ts';
import { announce } from '../../lib/live/events.ts';
import { provenClient } from '../../lib/session/context.ts';
import { narrowTo, type OperatorWork } from '../../lib/work.ts';
import { limitAt, setLimit } from '../credit/receiver-limits.ts';
import { applyTransition } from '../invoices/transition.ts';
import { submit } from '../proposals/commands.ts';
import { isAuthorised } from '../proposals/places.ts';
import { receiverById } from './queries.ts';

/**
 * Decides on a receiver. An approval makes its confirmed invoices in REGISTRADO sellable; a rejection rejects those outside
 * a sale. `moved` is what was moved, which may differ from what was announced.
 */
export async function decideOn(
  work: OperatorWork,
  companyId: string,
  { statusId, reason }: BodyOf<typeof setReceiverStatus>,
): Promise<Outcome<ResponseOf<typeof setReceiverStatus>>> {
  // Invoices before their receiver, as sales lock them.
  const unsold = await lockUnsold(work, companyId);
  const changed = await work.db
    .with('before', (query) =>
      query.selectFrom('companies').select('status').where('company_id', '=', companyId).forUpdate(),
    )
    .updateTable('companies')
    .from('before')
    // A decision confirms the name: the one used first, unless an invoice has proven another.
    .set({
      status: statusId,
      name: sql`coalesce(companies.name, (
        select name from company_links link where link.company_id = companies.company_id order by link.created_at limit 1
      ), rfc)`,
    })
    .where('company_id', '=', companyId)
    .returning('before.status as before')
    .executeTakeFirst();
  if (!changed) return refuse('NOT_FOUND');
  const moved = await moveUnsold(work, unsold, statusId);
  await writeAudit(work, {
    action: 'receiver.status',
    subject: `receiver:${companyId}`,
    details: { before: changed.before, after: statusId, reason, ...moved },
  });
  return answered(work, companyId, { moved });
}

interface UnsoldInvoice {
  readonly client_id: string;
  readonly document_id: string;
  readonly is_releasable: boolean;
}

/** Locks the receiver's invoices outside a sale. */
async function lockUnsold({ db }: OperatorWork, companyId: string): Promise<readonly UnsoldInvoice[]> {
  const { REGISTRADO, AUTORIZADA } = invoiceStatus;
  const { rows } = await sql<UnsoldInvoice>`
    select client_id, document_id, status = ${REGISTRADO} and verification = 'verified' as is_releasable from invoices
    where not is_settled and status in (${REGISTRADO}, ${AUTORIZADA})
      and (client_id, company_id) in (select client_id, company_id from company_links where company_id = ${companyId})
    order by client_id, document_id for update`.execute(db);
  return rows;
}

async function moveUnsold(work: OperatorWork, unsold: readonly UnsoldInvoice[], status: CompanyStatus) {
  const motive = receiverObjection(status);
  const isApproval = status === companyStatus.APPROVED;
  const moving = unsold.filter(({ is_releasable }) => motive !== null || (isApproval && is_releasable));
  const byClient = Map.groupBy(moving, ({ client_id }) => client_id);
  for (const [clientId, invoices] of byClient) {
    const own = narrowTo(work, provenClient(clientId));
    const documentIds = invoices.map(({ document_id }) => document_id);
    if (motive) await applyTransition(own, 'failCheck', documentIds, { motive });
    else await applyTransition(own, 'approveReceiver', documentIds);
    await announce(own, 'invoices', documentIds);
  }
  return { invoices: moving.length, clients: byClient.size };
}

/** Sets the limit of a receiver, or of a client's invoices to it; a higher one waits for a second person. */
export async function limitReceiver(
  work: OperatorWork,
  companyId: string,
  { currency, clientId: typedClient, limit, reason }: BodyOf<typeof setReceiverLimit>,
): Promise<Outcome<ResponseOf<typeof setReceiverLimit>>> {
  const clientId = typedClient?.toLowerCase() ?? null;
  const known = await receiverById(work, companyId);
  if (!known || (clientId !== null && !known.pairs.some((pair) => pair.clientId === clientId)))
    return refuse('NOT_FOUND');
  const place = { companyId, clientId, currency };
  const wanted = limit === null ? NO_LIMIT : decimalOf(moneyOf(limit, currency));
  const { limit: before } = await limitAt(work, place, 'update');
  if (before === wanted) return refuse('NOTHING_CHANGED');
  if (isRaised(before, wanted, currency)) {
    const change = { before: { limit: before }, proposed: { limit: wanted }, reason };
    const submitted = await submit(work, { kind: LIMIT_KIND, ...place }, change);
    return submitted.ok ? answered(work, companyId, { proposal: submitted.value.proposal }) : submitted;
  }
  await setLimit(work, place, wanted);
  await writeAudit(work, {
    action: 'receiver.limit',
    subject: `receiver:${companyId}`,
    details: { clientId, currency, before, after: wanted, reason },
  });
  return answered(work, companyId, { proposal: null });
}

/** Records whether the receiver runs a confirmed programme for a client. Invoices that are in keep their product. */
export async function confirmProgramme(
  work: OperatorWork,
  companyId: string,
  { clientId, fbProgramme, reason }: BodyOf<typeof setProgramme>,
): Promise<Outcome<ResponseOf<typeof setProgramme>>> {
  const own = narrowTo(work, provenClient(clientId));
  if (fbProgramme && !(await isAuthorised(own, 'FB'))) return refuse('PRODUCT_INACTIVE');
  const known = await work.db
    .selectFrom('company_links')
    .select(['client_id', 'fb_programme'])
    .where('client_id', '=', clientId)
    .where('company_id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!known) return refuse('NOT_FOUND');
  if (known.fb_programme === fbProgramme) return answered(work, companyId, {});
  await work.db
    .updateTable('company_links')
    .set({ fb_programme: fbProgramme })
    .where('client_id', '=', clientId)
    .where('company_id', '=', companyId)
    .execute();
  await writeAudit(work, {
    action: 'receiver.programme',
    subject: `receiver:${companyId}`,
    details: { clientId: known.client_id, before: known.fb_programme, after: fbProgramme, reason },
  });
  return answered(work, companyId, {});
}

/** Records when the receiver pays; sales already made keep their dates. */
export async function agreePolicy(
  work: OperatorWork,
  companyId: string,
  { policy, reason }: BodyOf<typeof setPaymentPolicy>,
): Promise<Outcome<ResponseOf<typeof setPaymentPolicy>>> {
  const known = await receiverById(work, companyId);
  if (!known) return refuse('NOT_FOUND');
  await work.db
    .updateTable('companies')
    .set({ policy_term: policy?.term ?? null, policy_week_days: policy && weekDayNumbers(policy.weekDays) })
    .where('company_id', '=', companyId)
    .execute();
  await writeAudit(work, {
    action: 'receiver.policy',
    subject: `receiver:${companyId}`,
    details: { before: known.policy, after: policy, reason },
  });
  for (const { clientId } of known.pairs) await announce(narrowTo(work, provenClient(clientId)), 'invoices', []);
  return answered(work, companyId, {});
}

async function answered<T extends object>(work: OperatorWork, companyId: string, more: T) {
  const data = await receiverById(work, companyId);
  return data ? done({ data, ...more }) : refuse('NOT_FOUND');
}
