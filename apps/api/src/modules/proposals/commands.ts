/** Proposes changes and decides on them. The rules about persons are in the table too (0023-proposals.sql). */
import { randomUUID } from 'node:crypto';
import type { decideProposal, Proposal, propose as proposeRoute } from '@anticipa/contract/proposals';
import type { BodyOf } from '@anticipa/contract/route';
import { addDays, endOfDate, MEXICO_CITY, nextBusinessDay } from '@anticipa/domain/calendar';
import { isClabe } from '@anticipa/domain/clabe';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import {
  changedValues,
  PROPOSAL_DAYS,
  type ProposalKind,
  type ProposalState,
  type ProposedValues,
  proposalFields,
  proposalRoles,
} from '@anticipa/domain/proposal';
import { sql } from 'kysely';
import { writeAudit } from '../../lib/audit.ts';
import { provenClient } from '../../lib/session/context.ts';
import { narrowTo, type OperatorWork } from '../../lib/work.ts';
import { extraHolidays } from '../credit/queries.ts';
import { proposalById } from './queries.ts';
import { applyTo, groundOf, isAuthorised, type Subject, standingOf } from './subjects.ts';

type NewProposal = BodyOf<typeof proposeRoute>;
type Decision = BodyOf<typeof decideProposal>['decision'];
type Answered = Promise<Outcome<{ readonly proposal: Proposal }>>;

/** Whether the operator has a role for the kind; read again in the transaction, because it may just have been taken away. */
async function hasRoleFor({ db, actor }: OperatorWork, kind: ProposalKind): Promise<boolean> {
  const row = await db
    .selectFrom('operator_roles')
    .select('role')
    .where('operator_id', '=', actor.operatorId)
    .where('role', 'in', proposalRoles[kind])
    .executeTakeFirst();
  return row !== undefined;
}

const withoutZeros = (rate: string): string => (rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate);

/** The values as stored: rates in their shortest form, so that equal ones are equal texts. */
function valuesOf({ change, currency }: NewProposal): ProposedValues {
  if (change.kind === 'bank-account')
    return { bank: change.proposed.bank, clabe: change.proposed.clabe.replace(/\s/g, '') };
  const { limit } = change.proposed;
  const texts = Object.entries(change.proposed).map(([field, value]) => [field, withoutZeros(String(value))]);
  return { ...Object.fromEntries(texts), ...(limit && { limit: decimalOf(moneyOf(limit, currency)) }) };
}

/** The end of the fifth business day from today. */
async function expiryOf(work: OperatorWork): Promise<Date> {
  const holidays = await extraHolidays(work);
  let date = work.today;
  for (let day = 0; day < PROPOSAL_DAYS; day += 1) date = nextBusinessDay(addDays(date, 1), holidays);
  return endOfDate(date, MEXICO_CITY);
}

/** A value in the body of a proposal. */
const pathOf = (field: keyof ProposedValues): string => `change.proposed.${field}`;

/** Proposes a change; one at a time waits for each line or account. */
export async function propose(wide: OperatorWork, body: NewProposal): Answered {
  const { product, currency, reason } = body;
  const { kind } = body.change;
  if (!(await hasRoleFor(wide, kind))) return refuse('ROLE_NEEDED');
  const { db, at, actor } = wide;
  const client = await db
    .selectFrom('clients')
    .select('client_id')
    .where('client_id', '=', body.clientId)
    .executeTakeFirst();
  if (client === undefined) return refuse('NOT_FOUND');
  const work = narrowTo(wide, provenClient(client.client_id));
  if (!(await isAuthorised(work, product))) return refuse('PRODUCT_INACTIVE');
  const subject = { kind, product, currency };
  const { values } = await standingOf(work, subject, 'read');
  const proposed = changedValues(valuesOf(body), values);
  if (Object.keys(proposed).length === 0) return refuse('NOTHING_CHANGED');
  const missing = values === null ? proposalFields[kind].filter((field) => proposed[field] === undefined) : [];
  if (missing.length > 0) return refuseEach('TERMS_INCOMPLETE', missing.map(pathOf));
  if (proposed.clabe !== undefined && !isClabe(proposed.clabe)) return refuseEach('CLABE_INVALID', [pathOf('clabe')]);
  await expireEarlier(work, subject);
  const proposalId = randomUUID();
  await db
    .insertInto('proposals')
    .values({
      proposal_id: proposalId,
      client_id: work.tenant,
      ...subject,
      proposed: JSON.stringify(proposed),
      before: values && JSON.stringify(values),
      reason,
      proposed_by: actor.operatorId,
      proposed_at: at,
      expires_at: await expiryOf(wide),
    })
    .execute();
  await writeAudit(work, {
    action: 'proposal.made',
    subject: `proposal:${proposalId}`,
    details: { ...subject, before: values, after: proposed, reason },
  });
  return answered(wide, proposalId);
}

/** Makes room for a proposal after one whose time is over. */
async function expireEarlier({ db, tenant, at }: ReturnType<typeof narrowTo<OperatorWork['actor']>>, subject: Subject) {
  await db
    .updateTable('proposals')
    .set({ state: 'VENCIDA', decided_at: sql`expires_at` })
    .where('client_id', '=', tenant)
    .where('kind', '=', subject.kind)
    .where('product', '=', subject.product)
    .where('currency', '=', subject.currency)
    .where('state', '=', 'PENDIENTE')
    .where('expires_at', '<=', at)
    .execute();
}

/** Decides on a proposal that waits. An approval applies it in the same transaction. */
export async function decide(work: OperatorWork, proposalId: string, decision: Decision): Answered {
  const found = await work.db
    .selectFrom('proposals')
    .select(['kind', 'client_id', 'product', 'currency', 'state', 'proposed_by', 'expires_at'])
    .select(sql<ProposedValues>`proposed`.as('proposed'))
    .where('proposal_id', '=', proposalId)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return refuse('NOT_FOUND');
  const isOwn = found.proposed_by === work.actor.operatorId;
  if (decision.kind === 'withdraw') {
    if (!isOwn) return refuse('NOT_YOUR_PROPOSAL');
  } else {
    if (!(await hasRoleFor(work, found.kind))) return refuse('ROLE_NEEDED');
    if (isOwn) return refuse('OWN_PROPOSAL');
  }
  if (found.state !== 'PENDIENTE' || found.expires_at <= work.at) return refuse('PROPOSAL_CLOSED');
  if (decision.kind === 'withdraw') return settle(work, proposalId, 'RETIRADA');
  if (decision.kind === 'reject') return settle(work, proposalId, 'RECHAZADA', decision.motive);
  const clients = narrowTo(work, provenClient(found.client_id));
  const subject = { kind: found.kind, product: found.product, currency: found.currency };
  if (!(await isAuthorised(clients, found.product))) return settle(work, proposalId, 'SIN_BASE');
  const standing = await standingOf(clients, subject, 'update');
  if (groundOf(subject, standing, found.proposed) !== decision.ground) return refuse('GROUND_CHANGED');
  await applyTo(clients, subject, found.proposed);
  return settle(work, proposalId, 'APLICADA');
}

async function settle(
  work: OperatorWork,
  proposalId: string,
  state: Exclude<ProposalState, 'PENDIENTE' | 'VENCIDA'>,
  motive: string | null = null,
): Answered {
  const { db, actor, at } = work;
  const { client_id } = await db
    .updateTable('proposals')
    .set({ state, motive, decided_by: actor.operatorId, decided_at: at })
    .where('proposal_id', '=', proposalId)
    .returning('client_id')
    .executeTakeFirstOrThrow();
  const subject = `proposal:${proposalId}`;
  await writeAudit(narrowTo(work, provenClient(client_id)), {
    action: 'proposal.decided',
    subject,
    details: { state, motive },
  });
  return answered(work, proposalId);
}

async function answered(work: OperatorWork, proposalId: string): Answered {
  const proposal = await proposalById(work, proposalId);
  return proposal ? done({ proposal }) : refuse('NOT_FOUND');
}
