/** Requests of clients, as the lender answers them: by a proposal that a second person approves, or by a motive. */

import { approvalRoles } from '@anticipa/contract/approvals';
import type { answerRequest, DeskRequest, getRequestCover } from '@anticipa/contract/client-requests';
import type { BodyOf, ParamsOf, ResponseOf } from '@anticipa/contract/route';
import { type RequestKind, requestKinds, requestSteps, stepOfProposal } from '@anticipa/domain/client-request';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { moneyOf } from '@anticipa/domain/money';
import { formatAccountEnding } from '@anticipa/texts/format';
import { defaultProductNames } from '@anticipa/texts/offer-texts';
import { sql } from 'kysely';
import { announce } from '../../platform/live/events.ts';
import { storedClient } from '../../platform/work/caller.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { noteClientReading, writeAudit } from '../log/audit.ts';
import { putNotice } from '../notices/put.ts';
import { hasRoleNow } from '../operators/queries.ts';
import { ofClient } from './handler.ts';
import { propose } from './places.ts';

/** The change that each kind asks for, whose roles answer it. */
const kindOfChange = { line: 'credit-line', account: 'bank-account' } as const;

/** Whether a request waits for a second person: its proposal is open and in time. */
const isProposedAt = (at: Date) => sql<boolean>`(client_requests.state = 'proposed' and exists (
  select from approvals where approvals.approval_id = client_requests.approval_id and approvals.state = 'open'
    and (approvals.expires_at is null or approvals.expires_at > ${at})))`;

const waiting = ({ db, at }: OperatorWork) =>
  db
    .selectFrom('client_requests')
    .innerJoin('clients', 'clients.client_id', 'client_requests.client_id')
    .innerJoin('users', (join) =>
      join
        .onRef('users.client_id', '=', 'client_requests.client_id')
        .onRef('users.user_id', '=', 'client_requests.asked_by'),
    )
    .leftJoin('credit_lines', (join) =>
      join
        .onRef('credit_lines.client_id', '=', 'client_requests.client_id')
        .onRef('credit_lines.product', '=', 'client_requests.product')
        .onRef('credit_lines.currency', '=', 'client_requests.currency')
        .on('client_requests.kind', '=', 'line'),
    )
    .select(['client_requests.client_id', 'request_id', 'kind', 'client_requests.product', 'client_requests.currency'])
    .select(['amount', 'granted', 'bank', 'clabe', 'holder_rfc', 'client_requests.reason', 'client_requests.state'])
    .select(['asked_at', 'motive', 'first_name', 'last_name', 'entity_name', 'rfc', 'credit_limit'])
    .select((eb) => eb('cover', 'is not', null).as('has_cover'))
    .select(isProposedAt(at).as('is_proposed'))
    .where('client_requests.state', 'in', ['open', 'proposed'])
    .orderBy('asked_at')
    .orderBy('request_id');

/** Requests that wait for the lender, the oldest first. */
export async function waitingRequests(work: OperatorWork): Promise<{ readonly data: DeskRequest[] }> {
  const rows = await waiting(work).execute();
  for (const clientId of new Set(rows.flatMap((row) => (row.clabe === null ? [] : row.client_id))))
    await noteClientReading(ofClient(work, { clientId }));
  return {
    data: rows.map((row) => ({
      requestId: row.request_id,
      clientId: row.client_id,
      entityName: row.entity_name,
      rfc: row.rfc,
      kind: row.kind,
      product: row.product,
      currency: row.currency,
      amount: row.amount,
      granted: row.granted,
      limit: row.credit_limit,
      account:
        row.bank === null || row.clabe === null || row.holder_rfc === null
          ? null
          : { bank: row.bank, clabe: row.clabe, holderRFC: row.holder_rfc },
      reason: row.reason,
      state: 'open',
      askedBy: `${row.first_name} ${row.last_name}`.trim(),
      askedAt: row.asked_at.toISOString(),
      decidedAt: null,
      motive: null,
      hasCover: row.has_cover === true,
      isProposed: row.is_proposed,
    })),
  };
}

/** Number of requests that no one has proposed and that the operator may answer. */
export async function countOfAnswerable(work: OperatorWork): Promise<number> {
  const kinds = requestKinds.filter((kind) =>
    approvalRoles[kindOfChange[kind]].some((role) => work.actor.roles.has(role)),
  );
  const { count } = await work.db
    .selectFrom('client_requests')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('state', 'in', ['open', 'proposed'])
    .where('kind', '=', sql<RequestKind>`any(${kinds}::text[])`)
    .where(isProposedAt(work.at), '=', false)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Of = ParamsOf<typeof answerRequest>;

const requestAt = (work: OperatorWork, { clientId, requestId }: Of) =>
  work.db
    .selectFrom('client_requests')
    .where('client_id', '=', storedClient(clientId))
    .where('request_id', '=', requestId);

export async function coverOf(work: OperatorWork, of: Of): Promise<Outcome<ResponseOf<typeof getRequestCover>>> {
  const row = await requestAt(work, of).select('cover').executeTakeFirst();
  if (!row?.cover) return refuse('NOT_FOUND');
  await noteClientReading(ofClient(work, of));
  return done({ base64: row.cover.toString('base64'), fileName: 'caratula.pdf' });
}

export async function answer(
  work: OperatorWork,
  of: Of,
  { answer: asked }: BodyOf<typeof answerRequest>,
): Promise<Outcome<ResponseOf<typeof answerRequest>>> {
  const found = await requestAt(work, of)
    .select(['kind', 'product', 'currency', 'amount', 'clabe', 'asked_by', 'bank', 'state'])
    .select(isProposedAt(work.at).as('is_proposed'))
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return refuse('NOT_FOUND');
  if (!(await hasRoleNow(work, approvalRoles[kindOfChange[found.kind]]))) return refuse('ROLE_NEEDED');
  if (found.is_proposed || !['open', 'proposed'].includes(found.state)) return refuse('PROPOSAL_CLOSED');
  // A proposal that expired left it to be answered again.
  if (found.state === 'proposed') await step(work, of, 'reopen', { approval_id: null });
  if (asked.kind === 'decline') {
    const { operatorId } = work.actor;
    await step(work, of, 'decline', { motive: asked.motive, decided_by: operatorId, decided_at: work.at });
    await writeAudit(ofClient(work, of), {
      action: 'request.answered',
      subject: `request:${of.requestId}`,
      details: { approved: false, reason: asked.motive },
    });
    await tell(work, of, { ...found, isApproved: false });
    return done({ proposal: null });
  }
  const { product, currency } = found;
  const change =
    found.kind === 'line'
      ? ({ kind: 'credit-line', proposed: { limit: asked.limit ?? found.amount ?? '0.00' } } as const)
      : ({ kind: 'bank-account', proposed: { clabe: found.clabe ?? '' } } as const);
  const proposed = await propose(work, { clientId: of.clientId, product, currency, reason: asked.reason, change });
  if (!proposed.ok) return proposed;
  await step(work, of, 'propose', { approval_id: proposed.value.proposal.id });
  return proposed;
}

/** Takes a step of a request that the caller has locked. */
async function step(
  work: OperatorWork,
  { clientId, requestId }: Of,
  name: keyof typeof requestSteps,
  values: {
    readonly approval_id?: string | null;
    readonly granted?: string | null;
    readonly motive?: string;
    readonly decided_by?: string;
    readonly decided_at?: Date;
  } = {},
): Promise<void> {
  const { from, to } = requestSteps[name];
  const { numUpdatedRows } = await work.db
    .updateTable('client_requests')
    .set({ state: to, ...values })
    .where('client_id', '=', storedClient(clientId))
    .where('request_id', '=', requestId)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`a locked request does not ${name}`);
}

/** Settles the request behind a proposal that was decided, if there is one, and tells its author and the administrators. */
export async function settleRequest(work: OperatorWork, approvalId: string, state: string): Promise<void> {
  const found = await work.db
    .selectFrom('client_requests')
    .innerJoin('approvals', 'approvals.approval_id', 'client_requests.approval_id')
    .select(['client_requests.client_id', 'request_id', 'client_requests.kind', 'product', 'currency', 'bank', 'clabe'])
    .select(['asked_by', sql<string | null>`approvals.change -> 'proposed' ->> 'limit'`.as('limit')])
    .where('client_requests.approval_id', '=', approvalId)
    .where('client_requests.state', '=', 'proposed')
    .forUpdate('client_requests')
    .executeTakeFirst();
  if (found === undefined) return;
  const of = { clientId: found.client_id, requestId: found.request_id };
  const isApproved = stepOfProposal(state) === 'approve';
  if (!isApproved) return step(work, of, 'reopen', { approval_id: null });
  await step(work, of, 'approve', {
    granted: found.kind === 'line' ? found.limit : null,
    decided_by: work.actor.operatorId,
    decided_at: work.at,
  });
  await writeAudit(ofClient(work, of), {
    action: 'request.answered',
    subject: `request:${of.requestId}`,
    details: { approved: true },
  });
  await tell(work, of, { ...found, amount: found.limit, isApproved });
}

async function tell(
  work: OperatorWork,
  { clientId }: Of,
  about: {
    readonly kind: 'line' | 'account';
    readonly product: 'BI' | 'FB';
    readonly currency: 'MXN' | 'USD';
    readonly amount: string | null;
    readonly bank: string | null;
    readonly clabe: string | null;
    readonly asked_by: string;
    readonly isApproved: boolean;
  },
): Promise<void> {
  const { kind, product, currency, amount, bank, clabe, isApproved } = about;
  const label =
    kind === 'line'
      ? `línea de ${defaultProductNames[product]} en ${currency}`
      : `cuenta ${formatAccountEnding({ bank: bank ?? '', clabe: clabe ?? '' })}`;
  const notice = {
    event: 'request-answered',
    object: 'terms',
    label,
    count: isApproved ? 1 : 0,
    sellerId: about.asked_by,
    ...(isApproved && kind === 'line' && amount !== null && { amount: moneyOf(amount, currency) }),
  } as const;
  // The administrators have a mail of their own about a changed account.
  const narrow = narrowTo(work, storedClient(clientId));
  await announce(narrow, 'credit', []);
  await putNotice(narrow, notice, kind === 'account' && isApproved ? null : undefined);
}
