/** Payments that operators type. An unexpected one waits for a second person. */
import type { Changes } from '@anticipa/contract/approvals';
import type { identifyPayment, registerCollection } from '@anticipa/contract/collections';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, type Money, moneyOf, subtract, sum } from '@anticipa/domain/money';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import type { Handler } from '../approvals/handler.ts';
import { type Submitted, submit } from '../approvals/submit.ts';
import { register, type TypedPayment } from './commands.ts';
import { type Doubts, doubtsAbout, doubtsAboutAmount, doubtsOf, owedToday, tolerances } from './doubts.ts';
import { namedBy, type Pays, targetsOf } from './match.ts';
import { balanceDueOf, collectionByKey, payableInvoices } from './queries.ts';
import { identify } from './unidentified.ts';
import { lockUnidentified, unidentifiedByKey } from './unidentified-queries.ts';

type Proposed = Changes['payment']['proposed'];

/** The payment as a proposal contains it; `of`: the part of a receipt that it is. */
const proposedOf = (
  { pays, ...payment }: TypedPayment,
  of?: Pick<Proposed, 'paymentId' | 'part' | 'deductions'>,
): Proposed => ({
  amount: decimalOf(moneyOf(payment.amount, payment.currency)),
  currency: payment.currency,
  valueDate: payment.valueDate,
  trackingKey: payment.trackingKey,
  source: payment.source,
  bank: payment.bank,
  payer: payment.payer ?? 'debtor',
  ...('reference' in pays ? { reference: pays.reference } : { invoices: namedBy(pays) }),
  ...of,
});

const paysOf = ({ reference, invoices = [] }: Proposed): Pays =>
  reference === undefined ? { documentIds: invoices } : { reference };

/** Current debt less deductions, and the payer of a balance due; null if the payment no longer matches anything. */
async function standing(wide: OperatorWork, proposed: Proposed): Promise<Changes['payment']['before']> {
  const named = await targetsOf(wide, paysOf(proposed));
  if (!named.ok || 'unmatched' in named.value) return null;
  const owed: Money<FinancedCurrency>[] = [];
  let payer: 'client' | null = null;
  for (const { tenant, reference, documentIds } of named.value.targets) {
    const work = narrowTo(wide, tenant);
    const found = await payableInvoices(work, documentIds);
    const payable = found.filter((invoice) => invoice.owed.currency === proposed.currency);
    const balance = documentIds.length === 1 ? await balanceDueOf(work, documentIds[0] ?? '') : null;
    if (payable.length > 0) owed.push(owedToday(work, payable, reference));
    else if (balance?.owed.currency === proposed.currency) owed.push(balance.owed);
    else return null;
    if (payable.length === 0 && named.value.targets.length === 1) payer = 'client';
  }
  const kept = (proposed.deductions ?? []).map(({ amount }) => moneyOf(amount, proposed.currency));
  return { owed: decimalOf(subtract(sum(proposed.currency, owed), sum(proposed.currency, kept))), payer };
}

export const typedPayment: Handler<'payment'> = {
  standing: (work, { proposed }) => standing(work, proposed),
  // No payment has its tracking key, or the money is unidentified and still waits.
  isPossible: async (work, { proposed: { trackingKey, paymentId, part = 1 } }) => {
    const kept = await unidentifiedByKey(work, trackingKey);
    if (paymentId !== undefined) return kept?.state === 'waiting' && kept.nextPart === part;
    return kept === null && (await collectionByKey(work, trackingKey)) === null;
  },
  // Books the payment as proposed, if the locked invoices still owe what the second person saw.
  apply: async (work, { proposed }, { seen }) => {
    const { invoices: _, reference: __, doubts: ___, surplusPercent: ____, ...typed } = proposed;
    const { paymentId, part, deductions, ...money } = typed;
    const asSeen: Doubts = (_work, _payment, debt) =>
      debt === null || decimalOf(debt.owed) === seen?.owed ? null : refuse('GROUND_CHANGED');
    const pays = paysOf(proposed);
    return paymentId === undefined
      ? register(work, { ...money, pays, deductions }, asSeen)
      : identify(work, paymentId, { pays, part, payer: money.payer, amount: money.amount, deductions }, asSeen);
  },
};

/** Books a typed payment, or proposes it with a reason if its amount or its value date needs a second person. */
export async function registerTyped(
  work: OperatorWork,
  { reason, ...payment }: BodyOf<typeof registerCollection>,
): Promise<Outcome<ResponseOf<typeof registerCollection>>> {
  const toleranceOf = await tolerances(work);
  const registered = await register(work, payment, doubtsAbout(toleranceOf));
  if (registered.ok) return done({ ...registered.value, proposal: null });
  if (registered.code !== 'SECOND_PERSON_NEEDED' || reason === undefined) return registered;
  const measured = { doubts: doubtsOf(registered), surplusPercent: toleranceOf(payment.currency) };
  const submitted = await propose(work, { ...proposedOf(payment, keptBack(payment)), ...measured }, reason);
  return submitted.ok ? done({ collection: null, unidentified: null, ...submitted.value }) : submitted;
}

/** Identifies money, or proposes it with a reason if it exceeds the debt. */
export async function identifyTyped(
  work: OperatorWork,
  paymentId: string,
  { reason, ...paying }: BodyOf<typeof identifyPayment>,
): Promise<Outcome<ResponseOf<typeof identifyPayment>>> {
  const toleranceOf = await tolerances(work);
  const identified = await identify(work, paymentId, paying, doubtsAboutAmount(toleranceOf));
  if (identified.ok) return done({ ...identified.value, proposal: null });
  if (identified.code !== 'SECOND_PERSON_NEEDED' || reason === undefined) return identified;
  const payment = await lockUnidentified(work, paymentId);
  if (payment === null) throw new Error('an unidentified payment disappeared');
  const { amount = payment.left, part = 1, ...typed } = paying;
  const asked = proposedOf({ ...payment, ...typed, amount }, { paymentId, part, ...keptBack(paying) });
  const measured = { doubts: doubtsOf(identified), surplusPercent: toleranceOf(payment.currency) };
  const submitted = await propose(work, { ...asked, ...measured }, reason);
  return submitted.ok ? done({ collection: null, payment: null, ...submitted.value }) : submitted;
}

const keptBack = ({ deductions }: Pick<TypedPayment, 'deductions'>): Pick<Proposed, 'deductions'> =>
  deductions === undefined ? {} : { deductions };

/** A balance due is paid by the client in any case. */
async function propose(work: OperatorWork, typed: Proposed, reason: string): Submitted {
  const before = await standing(work, typed);
  const proposed = { ...typed, payer: before?.payer ?? typed.payer };
  const about = { trackingKey: typed.trackingKey };
  return submit(work, typedPayment, { kind: 'payment', about, before, proposed }, reason);
}
