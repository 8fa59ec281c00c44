/** Requests of a client to its lender, as its people make, read and withdraw them. */
import { randomUUID } from 'node:crypto';
import {
  type listRequests,
  type OwnRequest,
  type requestAccount,
  type requestLine,
  SHOWN_REQUESTS,
  type withdrawRequest,
} from '@anticipa/contract/client-requests';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { isCover, isHolder, requestSteps, stateOfRequest } from '@anticipa/domain/client-request';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import { accountTyped, problemOfClabe } from '@anticipa/domain/spei-banks';
import { formatAccountEnding } from '@anticipa/texts/format';
import type { ClientWork } from '../../platform/work/work.ts';
import { accountFor } from '../credit/accounts.ts';
import { creditLines } from '../credit/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { putNotice } from '../notices/put.ts';
import { consumeDailyQuota } from '../quota/daily-use.ts';
import { requireFreshFactor } from '../session/fresh-factor.ts';
import { accessOf, lockAccess } from '../users/queries.ts';
import { isAuthorised } from './places.ts';

/** Requests of a client in a day, each with a megabyte of evidence and mails that nobody can switch off. */
const ASKED_PER_DAY = 20;

type Made = Promise<Outcome<{ readonly requestId: string }>>;

const isAdministrator = async (work: ClientWork): Promise<boolean> =>
  (await accessOf(work, work.actor.userId))?.isAdmin === true;

/** Asks for a higher limit of a line that the client has. */
export async function askForLine(
  work: ClientWork,
  { product, currency, amount, reason }: BodyOf<typeof requestLine>,
): Made {
  const lines = await creditLines(work, 'read');
  const line = lines.find((each) => each.product === product && each.currency === currency);
  if (line === undefined) return refuse('CREDIT_LINE_MISSING');
  const wanted = moneyOf(amount, currency);
  if (wanted.cents <= line.limit.cents) return refuseEach('LINE_NOT_HIGHER', ['amount']);
  return store(work, { kind: 'line', product, currency, amount: decimalOf(wanted), reason });
}

/** Proposes another account for deposits, and tells every administrator at once. Nothing goes there before the lender's second person agrees. */
export async function proposeOwnAccount(
  work: ClientWork,
  { product, currency, clabe: typed, holderRFC, cover, reason }: BodyOf<typeof requestAccount>,
): Made {
  await lockAccess(work);
  if (!(await isAdministrator(work))) return refuse('NOT_ALLOWED');
  const stale = requireFreshFactor(work);
  if (stale) return stale;
  if (!(await isAuthorised(work, product))) return refuse('PRODUCT_INACTIVE');
  const { bank, clabe } = accountTyped(typed);
  const problem = problemOfClabe(clabe);
  if (problem) return refuseEach(problem, ['clabe']);
  if (!isHolder(holderRFC, work.actor.rfc)) return refuseEach('ACCOUNT_HOLDER_DIFFERS', ['holderRFC']);
  if ((await accountFor(work, { product, currency })) === clabe) return refuseEach('NOTHING_CHANGED', ['clabe']);
  const bytes = cover === undefined ? null : Buffer.from(cover, 'base64');
  if (bytes !== null && !isCover(bytes)) return refuseEach('INVALID_REQUEST', ['cover']);
  const account = { bank, clabe, holder_rfc: work.actor.rfc, cover: bytes };
  const made = await store(work, { kind: 'account', product, currency, reason, ...account });
  if (!made.ok) return made;
  const label = formatAccountEnding({ bank, clabe });
  await putNotice(work, { event: 'account-asked', object: 'terms', label });
  return made;
}

interface Wanted {
  readonly kind: 'line' | 'account';
  readonly product: 'BI' | 'FB';
  readonly currency: 'MXN' | 'USD';
  readonly reason: string;
  readonly amount?: string;
  readonly bank?: string;
  readonly clabe?: string;
  readonly holder_rfc?: string;
  readonly cover?: Buffer | null;
}

async function store(work: ClientWork, wanted: Wanted): Made {
  if (!(await consumeDailyQuota(work, 'requests', { amount: 1, limit: ASKED_PER_DAY })))
    return refuse('DAILY_LIMIT_REACHED');
  const requestId = randomUUID();
  await work.db
    .insertInto('client_requests')
    .values({
      client_id: work.tenant,
      request_id: requestId,
      ...wanted,
      asked_by: work.actor.userId,
      asked_at: work.at,
    })
    .execute();
  const { kind, product, currency, amount, clabe, reason } = wanted;
  await writeAudit(work, {
    action: 'request.made',
    subject: `request:${requestId}`,
    details: { kind, product, currency, ...(amount && { amount }), ...(clabe && { account: clabe.slice(-4) }), reason },
  });
  return done({ requestId });
}

export async function withdrawOwn(
  work: ClientWork,
  requestId: string,
): Promise<Outcome<ResponseOf<typeof withdrawRequest>>> {
  const found = await work.db
    .selectFrom('client_requests')
    .select('request_id')
    .where('client_id', '=', work.tenant)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (found === undefined) return refuse('NOT_FOUND');
  // A proposal whose time is over left it with the lender.
  await work.db
    .updateTable('client_requests')
    .set({ state: requestSteps.reopen.to })
    .where('client_id', '=', work.tenant)
    .where('request_id', '=', requestId)
    .where('state', 'in', requestSteps.reopen.from)
    .where('proposed_until', '<=', work.at)
    .execute();
  const { numUpdatedRows } = await work.db
    .updateTable('client_requests')
    .set({ state: requestSteps.withdraw.to, decided_at: work.at })
    .where('client_id', '=', work.tenant)
    .where('request_id', '=', requestId)
    .where('state', 'in', requestSteps.withdraw.from)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return refuse('PROPOSAL_CLOSED');
  await writeAudit(work, { action: 'request.withdrawn', subject: `request:${requestId}` });
  return done({ requestId });
}

/** Requests of the client, the newest first. */
export async function ownRequests(work: ClientWork): Promise<ResponseOf<typeof listRequests>> {
  const { db, tenant, at } = work;
  const rows = await db
    .selectFrom('client_requests')
    .innerJoin('users', (join) =>
      join
        .onRef('users.client_id', '=', 'client_requests.client_id')
        .onRef('users.user_id', '=', 'client_requests.asked_by'),
    )
    .select(['request_id', 'kind', 'product', 'currency', 'amount', 'granted', 'bank', 'clabe', 'reason', 'state'])
    .select(['asked_at', 'decided_at', 'motive', 'first_name', 'last_name', 'approval_id', 'proposed_until'])
    .select((eb) => eb('cover', 'is not', null).as('has_cover'))
    .where('client_requests.client_id', '=', tenant)
    .orderBy('asked_at', 'desc')
    .orderBy('request_id')
    .limit(SHOWN_REQUESTS)
    .execute();
  return {
    data: rows.map((row): OwnRequest => {
      const state = stateOfRequest({ state: row.state, proposedUntil: row.proposed_until }, at);
      return {
        requestId: row.request_id,
        kind: row.kind,
        product: row.product,
        currency: row.currency,
        amount: row.amount,
        granted: row.granted,
        account: row.bank === null || row.clabe === null ? null : { bank: row.bank, ending: row.clabe.slice(-4) },
        reason: row.reason,
        state,
        askedBy: `${row.first_name} ${row.last_name}`.trim(),
        askedAt: row.asked_at.toISOString(),
        decidedAt: row.decided_at?.toISOString() ?? null,
        motive: row.motive,
        hasCover: row.has_cover === true,
        mayWithdraw: state === 'open',
        isBack: state === 'open' && row.approval_id !== null,
      };
    }),
  };
}
