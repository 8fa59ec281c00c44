/** Proposes changes and decides on them. The rules about persons are in the table too (0017-desk.sql). */
import { randomUUID } from 'node:crypto';
import type { changeOperator, decideProposal, Proposal, propose as proposeRoute } from '@anticipa/contract/proposals';
import type { BodyOf } from '@anticipa/contract/route';
import { addDays, endOfDate, MEXICO_CITY, nextBusinessDay } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import {
  changedValues,
  NO_END,
  type ProposalField,
  type ProposalKind,
  type ProposalState,
  type ProposedValues,
  proposalDays,
  proposalFields,
  proposalRoles,
} from '@anticipa/domain/proposal';
import { accountTyped, problemOfClabe } from '@anticipa/domain/spei-banks';
import { emailProblem, normaliseEmail, personName } from '@anticipa/domain/user';
import { sql } from 'kysely';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { provenClient } from '../../platform/work/caller.ts';
import { narrowTo, type OperatorWork, type Work } from '../../platform/work/work.ts';
import { extraHolidays } from '../credit/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { hasRoleNow, isEmailFree, needsSecond } from '../operators/queries.ts';
import { mailSecondPersons } from '../operators/queue-mail.ts';
import { textHash } from '../settings/queries.ts';
import { administratorIds } from '../users/queries.ts';
import { rolesText } from './access.ts';
import { proposalById } from './queries.ts';
import {
  applyTo,
  groundOf,
  isPlace,
  isPossible,
  type OperatorSubject,
  rowOf,
  type Subject,
  standingOf,
  subjectOf,
} from './subjects.ts';

type NewProposal = BodyOf<typeof proposeRoute>;
type AccessChange = BodyOf<typeof changeOperator>;
type Decision = BodyOf<typeof decideProposal>['decision'];
type Answered = Promise<Outcome<{ readonly proposal: Proposal }>>;

/** Since when a released account receives deposits. */
const AT_ONCE = 'now';

const withoutZeros = (rate: string): string => (rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate);

/** The values as stored: rates in their shortest form, so that equal ones are equal texts. */
function valuesOf({ change, currency }: NewProposal): ProposedValues {
  if (change.kind === 'account-release') return { paysFrom: AT_ONCE };
  if (change.kind === 'bank-account') return accountTyped(change.proposed.clabe);
  const { limit, validUntil } = change.proposed;
  const texts = Object.entries(change.proposed).map(([field, value]) => [field, withoutZeros(String(value))]);
  const validity = validUntil !== undefined && { validUntil: validUntil ?? NO_END };
  return { ...Object.fromEntries(texts), ...validity, ...(limit && { limit: decimalOf(moneyOf(limit, currency)) }) };
}

/** The end of the last day on which a proposal of the kind is decided. */
async function expiryOf(work: OperatorWork, kind: ProposalKind): Promise<Date> {
  const holidays = await extraHolidays(work);
  let date = work.today;
  for (let day = 0; day < proposalDays(kind); day += 1) date = nextBusinessDay(addDays(date, 1), holidays);
  return endOfDate(date, MEXICO_CITY);
}

/** A value in the body of a proposal. */
const pathOf = (field: keyof ProposedValues): string => `change.proposed.${field}`;

/** Proposes a change of a line or account; one at a time waits for each. */
export async function propose(work: OperatorWork, body: NewProposal): Answered {
  const { product, currency, reason } = body;
  const { kind } = body.change;
  if (!(await hasRoleNow(work, proposalRoles[kind]))) return refuse('ROLE_NEEDED');
  const client = await work.db
    .selectFrom('clients')
    .select('client_id')
    .where('client_id', '=', body.clientId)
    .executeTakeFirst();
  if (client === undefined) return refuse('NOT_FOUND');
  const subject = { kind, clientId: provenClient(client.client_id), product, currency };
  const values = valuesOf(body);
  if (!(await isPossible(work, subject, values)))
    return refuse(kind === 'account-release' ? 'ACCOUNT_NOT_COOLING' : 'PRODUCT_INACTIVE');
  const standing = await standingOf(work, subject, values, 'read');
  const isNewLine = kind === 'credit-line' && standing.values === null;
  const proposed = changedValues(isNewLine ? { validUntil: NO_END, ...values } : values, standing.values);
  if (Object.keys(proposed).length === 0) return refuse('NOTHING_CHANGED');
  const { validUntil = NO_END } = proposed;
  if (validUntil !== NO_END && validUntil < work.today) return refuseEach('VALIDITY_OVER', [pathOf('validUntil')]);
  const fields: readonly ProposalField[] = proposalFields[kind];
  const missing = standing.values === null ? fields.filter((field) => proposed[field] === undefined) : [];
  if (missing.length > 0) return refuseEach('TERMS_INCOMPLETE', missing.map(pathOf));
  const clabeProblem = problemOfClabe(proposed.clabe);
  if (clabeProblem) return refuseEach(clabeProblem, [pathOf('clabe')]);
  return submit(work, subject, { before: standing.values, proposed, reason });
}

/** What a change of an operator proposes, and about whom. */
function accessIn(change: AccessChange['change']): { subject: OperatorSubject; values: ProposedValues } {
  if (change.kind === 'invite') {
    const values = {
      name: personName(change.name),
      email: normaliseEmail(change.email),
      roles: rolesText(change.roles),
    };
    return { subject: { kind: 'operator', operatorId: randomUUID() }, values };
  }
  const operatorId = change.operatorId.toLowerCase();
  if (change.kind === 'repair')
    return { subject: { kind: 'second-factor', operatorId }, values: { secondFactor: 'false' } };
  const values = change.kind === 'roles' ? { roles: rolesText(change.roles) } : { active: 'true' };
  return { subject: { kind: 'operator', operatorId }, values };
}

/** Changes the access of an operator: at once by the only administrator, otherwise as a proposal to another one. */
export async function changeAccess(
  work: OperatorWork,
  { change, reason }: AccessChange,
): Promise<Outcome<{ readonly proposal: Proposal | null }>> {
  if (!(await hasRoleNow(work, proposalRoles.operator))) return refuse('ROLE_NEEDED');
  const { subject, values } = accessIn(change);
  if (values.email !== undefined) {
    if (emailProblem(values.email) !== null) return refuse('INVALID_EMAIL');
    if (!(await isEmailFree(work, values.email))) return refuse('EMAIL_ALREADY_REGISTERED');
  }
  if (!(await isPossible(work, subject, values))) return refuse('AT_LEAST_ONE_ADMIN_IS_REQUIRED');
  const standing = await standingOf(work, subject, values, 'update');
  if (standing.values === null && change.kind !== 'invite') return refuse('NOT_FOUND');
  const proposed = changedValues(values, standing.values);
  if (Object.keys(proposed).length === 0) return refuse('NOTHING_CHANGED');
  if (!(await needsSecond(work))) {
    await applyTo(work, subject, { proposed, seen: standing.values });
    const details = { before: standing.values, after: proposed, reason };
    await writeAudit(work, { action: 'operator.changed', subject: `operator:${subject.operatorId}`, details });
    return done({ proposal: null });
  }
  return submit(work, subject, { before: standing.values, proposed, reason });
}

/** Puts a change before a second person, and mails those who may decide on it. */
export async function submit(work: OperatorWork, subject: Subject, content: Content): Answered {
  const proposalId = await insert(work, subject, content);
  const { kind, operator_id: concerned } = rowOf(subject);
  await mailSecondPersons(work, 'proposal-waiting', proposalId, { roles: proposalRoles[kind], concerned });
  return answered(work, proposalId);
}

interface Content {
  readonly before: ProposedValues | null;
  readonly proposed: ProposedValues;
  readonly reason: string;
}

/** Records a proposal, and makes room for it after one whose time is over. */
async function insert(work: OperatorWork, subject: Subject, content: Content): Promise<string> {
  const { db, at, actor } = work;
  const { before, proposed, reason } = content;
  const row = rowOf(subject);
  const proposalId = randomUUID();
  await db
    .updateTable('proposals')
    .set({ state: 'VENCIDA', decided_at: sql`expires_at` })
    .where('kind', '=', row.kind)
    .where('client_id', 'is not distinct from', row.client_id)
    .where('company_id', 'is not distinct from', row.company_id)
    .where('product', 'is not distinct from', row.product)
    .where('currency', 'is not distinct from', row.currency)
    .where('operator_id', 'is not distinct from', row.operator_id)
    .where('setting', 'is not distinct from', row.setting)
    .where('state', '=', 'PENDIENTE')
    .where('expires_at', '<=', at)
    .execute();
  await db
    .insertInto('proposals')
    .values({
      proposal_id: proposalId,
      ...row,
      proposed: JSON.stringify(proposed),
      before: before && JSON.stringify(before),
      reason,
      proposed_by: actor.operatorId,
      proposed_at: at,
      expires_at: await expiryOf(work, row.kind),
    })
    .execute();
  await writeAudit(auditable(work, subject), {
    action: 'proposal.made',
    subject: `proposal:${proposalId}`,
    details: { ...subject, before: before && logged(before), after: logged(proposed), reason },
  });
  return proposalId;
}

/** A text by its hash. */
const logged = ({ body, ...values }: ProposedValues) => ({ ...values, ...(body && { body: textHash(body) }) });

/** The work to which the audit of a change belongs. */
function auditable(work: OperatorWork, subject: Subject): OperatorWork {
  const { client_id } = rowOf(subject);
  return client_id === null ? work : narrowTo(work, provenClient(client_id));
}

/** Decides on a proposal that waits. An approval applies it in the same transaction. */
export async function decide(work: OperatorWork, proposalId: string, decision: Decision): Answered {
  const found = await work.db
    .selectFrom('proposals')
    .select(['kind', 'client_id', 'company_id', 'product', 'currency', 'operator_id', 'setting'])
    .select(['state', 'proposed_by', 'expires_at'])
    .select(sql<ProposedValues>`proposed`.as('proposed'))
    .where('proposal_id', '=', proposalId)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return refuse('NOT_FOUND');
  const { operatorId } = work.actor;
  const isOwn = found.proposed_by === operatorId;
  if (decision.kind === 'withdraw') {
    if (!isOwn) return refuse('NOT_YOUR_PROPOSAL');
  } else {
    if (!(await hasRoleNow(work, proposalRoles[found.kind]))) return refuse('ROLE_NEEDED');
    if (isOwn) return refuse('OWN_PROPOSAL');
    if (found.operator_id === operatorId) return refuse('OWN_ACCESS');
  }
  if (found.state !== 'PENDIENTE' || found.expires_at <= work.at) return refuse('PROPOSAL_CLOSED');
  const subject = subjectOf(found);
  const settled = { proposalId, subject };
  if (decision.kind === 'withdraw') return settle(work, settled, 'RETIRADA');
  if (decision.kind === 'reject') return settle(work, settled, 'RECHAZADA', decision.motive);
  if (!(await isPossible(work, subject, found.proposed))) return settle(work, settled, 'SIN_BASE');
  const standing = await standingOf(work, subject, found.proposed, 'update');
  if (groundOf(subject, standing, found.proposed) !== decision.ground) return refuse('GROUND_CHANGED');
  const applied = await applyTo(work, subject, { proposed: found.proposed, seen: standing.values });
  if (!applied.ok) return applied;
  if (isPlace(subject) && subject.kind === 'bank-account')
    await mailAdministrators(narrowTo(work, subject.clientId), proposalId);
  return settle(work, settled, 'APLICADA');
}

/** Mails the client's administrators that an account has changed. */
async function mailAdministrators(work: Work<OperatorWork['actor']>, proposalId: string): Promise<void> {
  for (const userId of await administratorIds(work)) await putMessage(work, 'account-changed', { proposalId, userId });
}

async function settle(
  work: OperatorWork,
  { proposalId, subject }: { readonly proposalId: string; readonly subject: Subject },
  state: Exclude<ProposalState, 'PENDIENTE' | 'VENCIDA'>,
  motive: string | null = null,
): Answered {
  const { db, actor, at } = work;
  await db
    .updateTable('proposals')
    .set({ state, motive, decided_by: actor.operatorId, decided_at: at })
    .where('proposal_id', '=', proposalId)
    .execute();
  await writeAudit(auditable(work, subject), {
    action: 'proposal.decided',
    subject: `proposal:${proposalId}`,
    details: { state, motive },
  });
  return answered(work, proposalId);
}

async function answered(work: OperatorWork, proposalId: string): Answered {
  const proposal = await proposalById(work, proposalId);
  return proposal ? done({ proposal }) : refuse('NOT_FOUND');
}
