import { createHash } from 'node:crypto';
import {
  type Approval,
  type ApprovalKind,
  type ApprovalState,
  approvalRoles,
  type Change,
  changeSchema,
  DECIDED_LIMIT,
  type listProposals,
} from '@anticipa/contract/approvals';
import type { QueryOf } from '@anticipa/contract/route';
import { withMaskedAccounts } from '@anticipa/texts/approval-values';
import { sql } from 'kysely';
import { z } from 'zod';
import { rowsOf, valuesOf, whole } from '../../platform/db/rows.ts';
import type { Lock, OperatorWork, WideWork } from '../../platform/work/work.ts';
import { shownName } from '../invoices/receivers.ts';
import { folio } from '../log/queries.ts';
import { seesAccounts } from '../operators/accounts.ts';
import type { Effect, Handler, Handlers } from './handler.ts';

/** Finds the handler of a kind. */
export type HandlerOf = (kind: ApprovalKind) => Handler<ApprovalKind>;

/** Whether a row is about the subject of a change. */
export const isAbout = ({ kind, about }: Pick<Change, 'kind' | 'about'>) =>
  sql<boolean>`(kind = ${kind} and change -> 'about' = ${JSON.stringify(about)}::jsonb)`;

/** A change whose time is over counts as expired, also before its row is updated. */
const stateAt = (at: Date) =>
  sql<ApprovalState>`case when state = 'open' and expires_at <= ${at} then 'expired' else state end`;

const approvals = ({ db, at }: OperatorWork) =>
  db
    .selectFrom('approvals')
    .select(['approval_id', 'reason', 'motive', 'proposed_by', 'proposed_at', 'expires_at', 'decided_by', 'decided_at'])
    .select([stateAt(at).as('state'), 'change']);

type ApprovalRow = Awaited<ReturnType<ReturnType<typeof approvals>['executeTakeFirstOrThrow']>>;

/** With the present values and the effect of an open one, and with accounts as the caller may see them. */
async function shown(work: OperatorWork, handlerOf: HandlerOf, row: ApprovalRow): Promise<Approval> {
  const stored = changeSchema.parse(row.change);
  const isOpen = row.state === 'open';
  const standing = isOpen ? await standingOf(work, handlerOf(stored.kind), stored) : null;
  const change = isOpen ? changeSchema.parse({ ...stored, now: standing?.values ?? null }) : stored;
  const names = await namesIn(work, row);
  const person = (operatorId: string) => ({ operatorId, name: names[operatorId] ?? '' });
  return {
    id: row.approval_id,
    state: row.state,
    change: seesAccounts(work) ? change : withMaskedAccounts(change),
    names,
    reason: row.reason,
    proposedBy: person(row.proposed_by),
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    decidedBy: row.decided_by === null ? null : person(row.decided_by),
    decidedAt: row.decided_at?.toISOString() ?? null,
    motive: row.motive,
    effect: standing?.effect ?? null,
    ground: standing?.ground ?? null,
  };
}

/** Facts on which an open change rests. */
interface Standing {
  readonly values: Change['before'];
  readonly effect: Effect | null;
  /** The present values and, because every sale moves the credit in use, only whether it fits. */
  readonly ground: string;
}

/** The present values of a subject with what an approval rests on; `update` locks them. */
export async function standingOf(
  work: OperatorWork,
  handler: Handler<ApprovalKind>,
  change: Change,
  lock: Lock = 'read',
): Promise<Standing> {
  const values = await handler.standing(work, change, lock);
  const effect = (await handler.effect?.(work, change)) ?? null;
  const fits = effect === null || effect.excess === '0.00';
  return { values, effect, ground: groundHash(values, fits) };
}

/** A hash of present values, and of whether the change fits them. */
export const groundHash = (values: Change['before'], fits = true): string =>
  createHash('sha256')
    .update(JSON.stringify([values, fits]))
    .digest('hex');

const nameRow = z.object({ id: z.string(), name: z.string() });

/** Names that people know, for all ids in a row. */
async function namesIn({ db }: WideWork, row: ApprovalRow): Promise<Record<string, string>> {
  const { about, proposed } = changeSchema.parse(row.change);
  const ids = JSON.stringify([about, proposed, row.proposed_by, row.decided_by]).match(UUID) ?? [];
  const rows = await rowsOf(db, nameRow)`
    select client_id as id, entity_name as name from clients where client_id = any(${ids}::uuid[])
    union all
    select company_id, ${shownName} from companies where company_id = any(${ids}::uuid[])
    union all
    select operator_id, trim(first_name || ' ' || last_name) from operators where operator_id = any(${ids}::uuid[])
    union all
    select user_id, trim(first_name || ' ' || last_name) from users where user_id = any(${ids}::uuid[])
    union all
    select document_id, ${folio} from invoices where document_id = any(${ids}::uuid[])`;
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Open changes, the first to expire on top, or the newest others. */
export async function listOfApprovals(
  work: OperatorWork,
  handlers: Handlers,
  { waiting, clientId, companyId }: QueryOf<typeof listProposals>,
): Promise<Approval[]> {
  const isOpen = waiting === 'true';
  const kinds = Object.entries(handlers).flatMap(([kind, { decidedAt }]) => (decidedAt === undefined ? kind : []));
  const rows = await approvals(work)
    .where(stateAt(work.at), isOpen ? '=' : '<>', 'open')
    .where('kind', 'in', kinds)
    .$if(clientId !== undefined, (query) => query.where(sql<boolean>`client_id = ${clientId}`))
    .$if(companyId !== undefined, (query) => query.where(sql`change -> 'about' ->> 'companyId'`, '=', companyId ?? ''))
    .orderBy(isOpen ? 'expires_at' : 'proposed_at', isOpen ? 'asc' : 'desc')
    .orderBy('approval_id')
    .$if(!isOpen, (query) => query.limit(DECIDED_LIMIT))
    .execute();
  const found: Approval[] = [];
  for (const row of rows) found.push(await shown(work, (kind) => handlers[kind], row));
  return found;
}

/** Number of open changes, other than answers to sales, that the operator may decide. */
export async function countOfDecidable({ db, at, actor }: OperatorWork): Promise<number> {
  const kinds = Object.entries(approvalRoles).flatMap(([kind, roles]) =>
    kind !== 'answer' && roles.some((role) => actor.roles.has(role)) ? [kind] : [],
  );
  const { operatorId } = actor;
  const [count = 0] = await valuesOf(db, whole)`
    select count(*)::integer from approvals
    where state = 'open' and (expires_at is null or expires_at > ${at}) and kind = any(${kinds}::text[])
      and proposed_by <> ${operatorId} and operator_id is distinct from ${operatorId}`;
  return count;
}

/** The approval with an id as the desk shows it. Throws if there is none. */
export async function approvalById(work: OperatorWork, handlerOf: HandlerOf, approvalId: string): Promise<Approval> {
  const row = await approvals(work).where('approval_id', '=', approvalId).executeTakeFirstOrThrow();
  return shown(work, handlerOf, row);
}
