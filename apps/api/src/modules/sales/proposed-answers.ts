/** Answers above an approval amount: they wait for a second person, and nothing is booked before. */
import { decideAnswer, type getLenderSale } from '@anticipa/contract/lender';
import type { ResponseOf } from '@anticipa/contract/route';
import type { EvidenceResult, EvidenceRule } from '@anticipa/domain/evidence';
import { decimalOf, moneyOf, sum } from '@anticipa/domain/money';
import { type SecondPersonNeed, type SecondPersonRule, secondPersonNeed } from '@anticipa/domain/second-person';
import { sql } from 'kysely';
import type { OperatorActor } from '../../platform/work/caller.ts';
import type { OperatorWork, Work } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { mailSecondPersons } from '../operators/queue-mail.ts';
import { type CheckedInvoice, evidenceOfSale } from './evidence-queries.ts';
import type { Decisions } from './ground.ts';
import type { SaleRecord } from './queries.ts';
import { takeStep } from './step.ts';

type ProposedAnswer = NonNullable<ResponseOf<typeof getLenderSale>['proposedAnswer']>;

/** Result of each check, by invoice. */
type Results = Readonly<Record<string, Readonly<Partial<Record<EvidenceRule, EvidenceResult>>>>>;

const resultsOf = (evidence: readonly CheckedInvoice[]): Results =>
  Object.fromEntries(
    evidence.map(({ documentId, checks }) => [
      documentId,
      Object.fromEntries(checks.map(({ rule, result }) => [rule, result])),
    ]),
  );

/** The operator's approval amounts in a currency and what is authorised today for the client; undefined without amounts. */
export const ownApproval = (
  { db, tenant, actor, at }: Work<OperatorActor>,
  { currency }: Pick<SaleRecord, 'currency'>,
): Promise<{ perSale: string | null; perDay: string | null; earlier: string } | undefined> =>
  db
    .selectFrom('approval_amounts')
    .select(['per_sale as perSale', 'per_day as perDay'])
    .select(
      sql<string>`authorised_on(${tenant}, ${actor.operatorId}, ${currency}, ${at})::numeric(18, 2)`.as('earlier'),
    )
    .where('currency', '=', currency)
    .executeTakeFirst();

/** Why the answer to a sale, whose credit lines are locked, needs a second person; null if it needs none. */
export async function secondPersonFor(
  work: Work<OperatorActor>,
  { currency, items }: SaleRecord,
  decisions: Decisions,
): Promise<SecondPersonNeed<SaleRecord['currency']> | null> {
  const amounts = await ownApproval(work, { currency });
  if (amounts === undefined) return null;
  const chosen = new Set(decisions.filter((each) => each.authorised).map((each) => each.documentId));
  const authorised = items.filter(({ documentId }) => chosen.has(documentId)).map(({ price }) => price.total);
  const money = (text: string | null) => (text === null ? null : moneyOf(text, currency));
  return secondPersonNeed(sum(currency, authorised), moneyOf(amounts.earlier, currency), {
    perSale: money(amounts.perSale),
    perDay: money(amounts.perDay),
  });
}

/** Records an answer that waits for a second person. */
export async function proposeAnswer(
  wide: OperatorWork,
  work: Work<OperatorActor>,
  sale: SaleRecord,
  { decisions, need }: { readonly decisions: Decisions; readonly need: SecondPersonNeed<SaleRecord['currency']> },
): Promise<void> {
  const { db, tenant, actor, at } = work;
  const { saleId } = sale;
  const last = await latestProposedAnswer(work, saleId);
  const amounts = { authorised: decimalOf(need.authorised), limit: decimalOf(need.limit) };
  await db
    .insertInto('proposed_answers')
    .values({
      client_id: tenant,
      sale_id: saleId,
      proposal_number: (last?.proposal_number ?? 0) + 1,
      decisions: JSON.stringify(decisions),
      checks: JSON.stringify(resultsOf(await evidenceOfSale(wide, sale))),
      rule: need.rule,
      authorised: amounts.authorised,
      approval_amount: amounts.limit,
      proposed_by: actor.operatorId,
      proposed_at: at,
    })
    .execute();
  await takeStep(work, [saleId], 'propose');
  await mailSecondPersons(wide, 'answer-waiting', saleId, { roles: decideAnswer.roles, concerned: null });
  await writeAudit(work, {
    action: 'sale.propose',
    subject: `sale:${saleId}`,
    details: { rule: need.rule, ...amounts },
  });
}

const nameOf = (column: 'proposed_by' | 'decided_by') =>
  sql<string>`(select trim(first_name || ' ' || last_name) from operators where operator_id = ${sql.ref(column)})`;

/** The latest answer to a sale that needed a second person. */
export const latestProposedAnswer = ({ db, tenant }: Work, saleId: string) =>
  db
    .selectFrom('proposed_answers')
    .select(['proposal_number', 'rule', 'authorised', 'approval_amount', 'proposed_by', 'proposed_at'])
    .select(['decision', 'decided_at', 'motive'])
    .select([
      sql<SecondPersonRule>`rule`.as('rule'),
      sql<Decisions>`decisions`.as('decisions'),
      sql<Results>`checks`.as('checks'),
      nameOf('proposed_by').as('proposer'),
      nameOf('decided_by').as('decider'),
    ])
    .where('client_id', '=', tenant)
    .where('sale_id', '=', saleId)
    .orderBy('proposal_number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The latest proposed answer as shown to an operator, with what has changed since. */
export async function shownProposedAnswer(
  work: Work<OperatorActor>,
  sale: SaleRecord,
  evidence: readonly CheckedInvoice[],
): Promise<ProposedAnswer | null> {
  const found = await latestProposedAnswer(work, sale.saleId);
  if (found === undefined) return null;
  const { decision, decided_at, checks } = found;
  return {
    by: found.proposer,
    isOwn: found.proposed_by === work.actor.operatorId,
    at: found.proposed_at.toISOString(),
    rule: found.rule,
    authorised: found.authorised,
    limit: found.approval_amount,
    decisions: found.decisions.map(({ note, ...each }) => ({ ...each, note: note ?? null })),
    changes: decision === null ? changesSince(checks, evidence) : [],
    outcome: decision &&
      decided_at && { decision, by: found.decider, at: decided_at.toISOString(), motive: found.motive },
  };
}

const changesSince = (past: Results, evidence: readonly CheckedInvoice[]): ProposedAnswer['changes'] =>
  evidence.flatMap(({ documentId, checks }) =>
    checks.flatMap(({ rule, result: now }) => {
      const before = past[documentId]?.[rule];
      return before === undefined || before === now ? [] : [{ documentId, rule, past: before, now }];
    }),
  );
