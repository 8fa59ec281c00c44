/** Requests of clients, as the lender answers them: by a proposal that a second person approves, or by a motive. */

import { approvalRoles } from '@anticipa/contract/approvals';
import type { answerRequest, DeskRequest, getRequestCover } from '@anticipa/contract/client-requests';
import type { BodyOf, ParamsOf, ResponseOf } from '@anticipa/contract/route';
import {
  type RequestKind,
  type RequestState,
  requestKinds,
  requestSteps,
  stepOfProposal,
} from '@anticipa/domain/client-request';
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

/** The state of a request in SQL, as `stateOfRequest` says. */
const stateAt = (
  at: Date,
) => sql<RequestState>`case when client_requests.state = 'proposed' and proposed_until <= ${at} then 'open'
  else client_requests.state end`;

/** Whether an operator sees the whole account that a client proposes, which those compare who may answer. */
const mayAnswer = ({ actor }: OperatorWork, kind: RequestKind): boolean =>
  approvalRoles[kindOfChange[kind]].some((role) => actor.roles.has(role));

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
    .select([
      'client_requests.client_id',
      'request_id',
      'client_requests.kind',
      'client_requests.product',
      'client_requests.currency',
    ])
    .leftJoin('approvals', 'approvals.approval_id', 'client_requests.approval_id')
    .select(['amount', 'granted', 'bank', 'clabe', 'holder_rfc', 'client_requests.reason'])
    .select(['approvals.state as proposal_state', 'approvals.motive as proposal_motive'])
    .select(['asked_at', 'client_requests.motive', 'first_name', 'last_name', 'entity_name', 'rfc', 'credit_limit'])
    .select((eb) => eb('cover', 'is not', null).as('has_cover'))
    .select(stateAt(at).as('state'))
    .where('client_requests.state', 'in', ['open', 'proposed'])
    .orderBy('asked_at')
    .orderBy('request_id');

/** Requests that wait for the lender, the oldest first. */
export async function waitingRequests(work: OperatorWork): Promise<{ readonly data: DeskRequest[] }> {
  const rows = await waiting(work).execute();
  const seesAccounts = mayAnswer(work, 'account');
  for (const clientId of new Set(rows.flatMap((row) => (row.clabe === null || !seesAccounts ? [] : row.client_id))))
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
          : {
              bank: row.bank,
              ending: row.clabe.slice(-4),
              clabe: seesAccounts ? row.clabe : null,
              holderRFC: row.holder_rfc,
            },
      reason: row.reason,
      state: row.state,
      askedBy: `${row.first_name} ${row.last_name}`.trim(),
      askedAt: row.asked_at.toISOString(),
      decidedAt: null,
      motive: null,
      hasCover: row.has_cover === true,
      ended: row.state === 'open' ? endOf(row) : null,
    })),
  };
}

/** How a proposal ended that was not approved; an open one has no time left. */
const endOf = (proposal: {
  readonly proposal_state: string | null;
  readonly proposal_motive: string | null;
}): DeskRequest['ended'] => {
  const { proposal_state: state, proposal_motive: motive } = proposal;
  if (state === null) return null;
  return { state: endedStates.find((each) => each === state) ?? 'expired', motive };
};
const endedStates = ['rejected', 'withdrawn', 'outdated'] as const;

/** Number of requests that no one has proposed and that the operator may answer. */
export async function countOfAnswerable(work: OperatorWork): Promise<number> {
  const kinds = requestKinds.filter((kind) => mayAnswer(work, kind));
  const { count } = await work.db
    .selectFrom('client_requests')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('kind', '=', sql<RequestKind>`any(${kinds}::text[])`)
    .where(stateAt(work.at), '=', 'open')
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
    .select(stateAt(work.at).as('state_now'))
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return refuse('NOT_FOUND');
  if (!(await hasRoleNow(work, approvalRoles[kindOfChange[found.kind]]))) return refuse('ROLE_NEEDED');
  if (found.state_now !== 'open') return refuse('PROPOSAL_CLOSED');
  // A proposal that expired left it to be answered again.
  if (found.state === 'proposed') await step(work, of, 'reopen');
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
  const { id, expiresAt } = proposed.value.proposal;
  await step(work, of, 'propose', {
    approval_id: id,
    proposed_until: expiresAt === null ? null : new Date(expiresAt),
  });
  return proposed;
}

/** Takes a step of a request that the caller has locked. One that waits for the lender again keeps its last proposal. */
async function step(
  work: OperatorWork,
  { clientId, requestId }: Of,
  name: keyof typeof requestSteps,
  values: {
    readonly approval_id?: string;
    readonly proposed_until?: Date | null;
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
  await announce(narrowTo(work, storedClient(clientId)), 'credit', []);
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
  if (!isApproved) return step(work, of, 'reopen');
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
  await putNotice(narrow, notice, kind === 'account' && isApproved ? null : undefined);
}
