/** Answers above an approval amount: they wait for a second person, and nothing is booked before. */
import { type Changes, changeSchema } from '@anticipa/contract/approvals';
import type { getLenderSale } from '@anticipa/contract/lender';
import type { ResponseOf } from '@anticipa/contract/route';
import { done, refuse } from '@anticipa/domain/errors';
import { decimalOf, moneyOf, sum } from '@anticipa/domain/money';
import { canStep } from '@anticipa/domain/sale';
import { type SecondPersonNeed, secondPersonNeed } from '@anticipa/domain/second-person';
import { sql } from 'kysely';
import type { OperatorActor } from '../../../platform/work/caller.ts';
import { narrowTo, type OperatorWork, type Work } from '../../../platform/work/work.ts';
import type { Handler } from '../../approvals/handler.ts';
import { isAbout } from '../../approvals/queries.ts';
import { submit } from '../../approvals/submit.ts';
import { operatorName } from '../../log/queries.ts';
import { type SaleRecord, salesById } from '../queries.ts';
import { takeStep } from '../step.ts';
import { bookAnswer } from './booking.ts';
import type { CheckedInvoice } from './evidence-queries.ts';
import { type Decisions, groundOf, groundProblem } from './ground.ts';

type ProposedAnswer = NonNullable<ResponseOf<typeof getLenderSale>['proposedAnswer']>;
type Results = Changes['answer']['proposed']['checks'];

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

/** A confirmation books the answer as it was proposed; otherwise the sale waits for an answer again. It never expires. */
export const saleAnswer: Handler<'answer'> = {
  decidedAt: 'sale',
  days: null,
  standing: async (work, { about }, lock) => {
    const [sale] = await salesById(work, [about.saleId], lock);
    return sale ? (await groundOf(work, sale, lock)).seen : null;
  },
  apply: async (work, { about, proposed: { decisions } }, { approvalId, seen }) => {
    const [sale] = await salesById(work, [about.saleId], 'update');
    if (!sale || seen === null || !canStep(sale.state, 'confirm')) return refuse('SALE_STATE_CONFLICT');
    const problem = await groundProblem(work, sale, decisions, seen);
    if (problem) return problem;
    const { proposed_by } = await work.db
      .selectFrom('approvals')
      .select('proposed_by')
      .where('approval_id', '=', approvalId)
      .executeTakeFirstOrThrow();
    const by = { answeredBy: proposed_by, confirmedBy: work.actor.operatorId };
    return done(await bookAnswer(narrowTo(work, sale.clientId), sale, decisions, { step: 'confirm', ...by }));
  },
  release: async (work, { about }) => {
    const [sale] = await salesById(work, [about.saleId], 'update');
    if (sale && canStep(sale.state, 'reopen')) await takeStep(narrowTo(work, sale.clientId), [sale.saleId], 'reopen');
  },
};

const aboutOf = ({ clientId, saleId }: SaleRecord) => ({ kind: 'answer', about: { clientId, saleId } }) as const;

/** Puts the answer to a locked sale before a second person. */
export async function proposeAnswer(
  wide: OperatorWork,
  sale: SaleRecord,
  decisions: Decisions,
  { rule, authorised, limit }: SecondPersonNeed<SaleRecord['currency']>,
): Promise<void> {
  await takeStep(narrowTo(wide, sale.clientId), [sale.saleId], 'propose');
  const { evidence, seen: before } = await groundOf(wide, sale, 'read');
  const proposed = {
    decisions,
    checks: resultsOf(evidence),
    rule,
    currency: sale.currency,
    authorised: decimalOf(authorised),
    limit: decimalOf(limit),
  };
  await submit(wide, saleAnswer, { ...aboutOf(sale), before, proposed }, 'Importe con segunda persona');
}

/** The latest answer to a sale that needed a second person; one that is open or was confirmed is the last. */
export async function latestAnswer({ db }: OperatorWork, sale: SaleRecord) {
  const found = await db
    .selectFrom('approvals')
    .select(['approval_id as approvalId', 'change', 'state', 'motive', 'proposed_by', 'proposed_at', 'decided_at'])
    .select([operatorName('proposed_by').as('proposer'), operatorName('decided_by').as('decider')])
    .where(isAbout(aboutOf(sale)))
    .orderBy(sql`array_position(array['open', 'approved'], state)`)
    .orderBy('proposed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  const change = changeSchema.parse(found.change);
  return change.kind === 'answer' ? { ...found, ...change.proposed } : null;
}

const outcomes = { approved: 'confirmed', rejected: 'returned', withdrawn: 'withdrawn' } as const;

/** The latest proposed answer as shown to an operator, with what has changed since. */
export async function shownProposedAnswer(
  work: OperatorWork,
  sale: SaleRecord,
  evidence: readonly CheckedInvoice[],
): Promise<ProposedAnswer | null> {
  const found = await latestAnswer(work, sale);
  if (found === null) return null;
  const { state, decided_at, decider: by, motive, rule, authorised, limit } = found;
  const decision = state === 'approved' || state === 'rejected' || state === 'withdrawn' ? outcomes[state] : null;
  return {
    by: found.proposer,
    isOwn: found.proposed_by === work.actor.operatorId,
    at: found.proposed_at.toISOString(),
    rule,
    authorised,
    limit,
    decisions: found.decisions.map(({ note, ...each }) => ({ ...each, note: note ?? null })),
    changes: decision === null ? changesSince(found.checks, evidence) : [],
    outcome: decision && decided_at && { decision, by, at: decided_at.toISOString(), motive },
  };
}

const changesSince = (past: Results, evidence: readonly CheckedInvoice[]): ProposedAnswer['changes'] =>
  evidence.flatMap(({ documentId, checks }) =>
    checks.flatMap(({ rule, result: now }) => {
      const before = past[documentId]?.[rule];
      return before === undefined || before === now ? [] : [{ documentId, rule, past: before, now }];
    }),
  );
