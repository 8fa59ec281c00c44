import type { listProposals, Proposal } from '@anticipa/contract/proposals';
import type { QueryOf } from '@anticipa/contract/route';
import {
  type ProposalField,
  type ProposalKind,
  type ProposalState,
  type ProposedValues,
  proposalFields,
} from '@anticipa/domain/proposal';
import { sql } from 'kysely';
import type { OperatorWork } from '../../platform/work/work.ts';
import { shownName } from '../invoices/receivers.ts';
import {
  effectOn,
  groundOf,
  isFiscal,
  isLimit,
  isOfAlias,
  isPlace,
  type Subject,
  standingOf,
  subjectOf,
} from './subjects.ts';

const LIMIT = 200;

/** A proposal whose time is over counts as expired, also before its row is updated. */
const stateAt = (at: Date) =>
  sql<ProposalState>`case when state = 'PENDIENTE' and expires_at <= ${at} then 'VENCIDA' else state end`;

const nameOf = (column: 'proposed_by' | 'decided_by' | 'proposals.operator_id') =>
  sql<
    string | null
  >`(select trim(first_name || ' ' || last_name) from operators where operators.operator_id = ${sql.ref(column)})`;

const proposals = ({ db, at }: OperatorWork) =>
  db
    .selectFrom('proposals')
    .leftJoin('clients', 'clients.client_id', 'proposals.client_id')
    .leftJoin('companies', 'companies.company_id', 'proposals.company_id')
    .select([
      'proposal_id',
      'kind',
      'proposals.client_id',
      'proposals.company_id',
      'entity_name',
      'product',
      'currency',
      'proposals.operator_id',
      'setting',
      'reason',
      'motive',
      'proposed_by',
      'proposed_at',
      'expires_at',
      'decided_by',
      'decided_at',
      shownName.as('receiver'),
      sql<string | null>`(
        select companies.name from companies where companies.company_id = (proposed->>'aliasOf')::uuid
      )`.as('main_receiver'),
      sql<string | null>`(
        select string_agg(coalesce(nullif(concat_ws('-', serie, folio), ''), left(uuid, 8)), ', ' order by folio)
        from invoices where document_id = any(string_to_array(proposed->>'invoices', ', ')::uuid[])
      )`.as('folios'),
      stateAt(at).as('state'),
      sql<ProposedValues>`proposed`.as('proposed'),
      sql<ProposedValues | null>`before`.as('before'),
      nameOf('proposals.operator_id').as('concerned'),
      nameOf('proposed_by').as('proposer'),
      nameOf('decided_by').as('decider'),
    ]);

/** Of which the proposal shows what it is about, not only what changes. */
const shownKinds: readonly ProposalKind[] = ['account-release', 'alert'];

type ProposalRow = Awaited<ReturnType<ReturnType<typeof proposals>['executeTakeFirstOrThrow']>>;

/** With the present values and the effect of a proposal that waits. */
async function toProposal(work: OperatorWork, row: ProposalRow): Promise<Proposal> {
  const { kind, proposed, before } = row;
  const subject = subjectOf(row);
  const isWaiting = row.state === 'PENDIENTE';
  const named: Readonly<Partial<Record<ProposalField, string | null>>> = {
    aliasOf: row.main_receiver,
    invoices: row.folios,
  };
  // An id says nothing to a person.
  const fields = proposalFields[kind].filter((field) => field !== 'paymentId');
  const standing = isWaiting ? await standingOf(work, subject, proposed, 'read') : null;
  const { clientId, product, currency } = isPlace(subject) ? subject : { clientId: null };
  return {
    id: row.proposal_id,
    kind,
    place: clientId && { clientId, entityName: row.entity_name ?? '', product, currency },
    client: isFiscal(subject) ? { clientId: subject.clientId, entityName: row.entity_name ?? '' } : null,
    operator:
      row.operator_id === null ? null : { operatorId: row.operator_id, name: row.concerned ?? proposed.name ?? '' },
    receiver: receiverIn(row, subject),
    setting: row.setting,
    state: row.state,
    reason: row.reason,
    proposedBy: { operatorId: row.proposed_by, name: row.proposer ?? '' },
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by === null ? null : { operatorId: row.decided_by, name: row.decider ?? '' },
    decidedAt: row.decided_at?.toISOString() ?? null,
    motive: row.motive,
    changes: fields.flatMap((field) => {
      const past = before?.[field] ?? null;
      const now = isWaiting ? (standing?.values?.[field] ?? null) : past;
      // Values that the proposal does not change: those it rests on, and those changed since.
      const isGround = shownKinds.includes(kind) || field === 'official' || field === 'owed';
      const kept = isGround || past !== now ? now : null;
      const value = proposed[field] === undefined ? kept : (named[field] ?? proposed[field]);
      return value === null ? [] : [{ field, past, now, proposed: value }];
    }),
    effect: standing && effectOn(subject, standing, proposed),
    ground: standing && groundOf(subject, standing, proposed),
  };
}

function receiverIn(row: ProposalRow, subject: Subject): Proposal['receiver'] {
  const name = row.receiver ?? '';
  if (isOfAlias(subject)) return { companyId: subject.companyId, name, currency: null, client: null };
  if (!isLimit(subject)) return null;
  const { companyId, clientId, currency } = subject;
  const client = clientId === null ? null : { clientId, entityName: row.entity_name ?? '' };
  return { companyId, name, currency, client };
}

/** Those that wait, the first to expire on top, or the newest others. */
export async function listOfProposals(
  work: OperatorWork,
  { waiting, clientId, companyId }: QueryOf<typeof listProposals>,
): Promise<Proposal[]> {
  const isWaiting = waiting === 'true';
  const rows = await proposals(work)
    .where(stateAt(work.at), isWaiting ? '=' : '<>', 'PENDIENTE')
    .$if(clientId !== undefined, (query) => query.where('proposals.client_id', '=', clientId ?? ''))
    .$if(companyId !== undefined, (query) => query.where('proposals.company_id', '=', companyId ?? ''))
    .orderBy(isWaiting ? 'expires_at' : 'proposed_at', isWaiting ? 'asc' : 'desc')
    .orderBy('proposal_id')
    .limit(LIMIT)
    .execute();
  const found: Proposal[] = [];
  for (const row of rows) found.push(await toProposal(work, row));
  return found;
}

export async function proposalById(work: OperatorWork, proposalId: string): Promise<Proposal | undefined> {
  const row = await proposals(work).where('proposal_id', '=', proposalId).executeTakeFirst();
  return row && toProposal(work, row);
}
