/** Typed payments that a second person decides on, as proposals contain and apply them. */
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, financedCurrencies, moneyOf } from '@anticipa/domain/money';
import type { ProposedValues } from '@anticipa/domain/proposal';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { register, type TypedPayment } from './commands.ts';
import { type Doubts, owedToday } from './doubts.ts';
import { namedBy, type Pays, targetOf } from './match.ts';
import { balanceDueOf, collectionByKey, payableInvoices } from './queries.ts';
import { identify } from './unidentified.ts';
import { unidentifiedByKey } from './unidentified-queries.ts';

/** The values that a proposal keeps, with who pays in any case; `paymentId`: of unidentified money. */
export const valuesOfPayment = ({ pays, ...payment }: TypedPayment, paymentId?: string): ProposedValues => ({
  amount: decimalOf(moneyOf(payment.amount, payment.currency)),
  currency: payment.currency,
  valueDate: payment.valueDate,
  trackingKey: payment.trackingKey,
  source: payment.source,
  bank: payment.bank,
  payer: payment.payer ?? 'debtor',
  ...('reference' in pays ? { reference: pays.reference } : { invoices: namedBy(pays).join(', ') }),
  ...(paymentId !== undefined && { paymentId }),
});

const currencyOf = ({ currency }: ProposedValues): FinancedCurrency =>
  financedCurrencies.find((one) => one === currency) ?? 'MXN';

const payerOf = ({ payer }: ProposedValues): TypedPayment['payer'] => (payer === 'client' ? 'client' : 'debtor');

const paysOf = ({ reference, invoices = '' }: ProposedValues): Pays =>
  reference === undefined ? { documentIds: invoices.split(', ') } : { reference };

/** Present debt, and payer of a balance due; empty if the payment no longer matches anything. */
export async function paymentStanding(wide: OperatorWork, proposed: ProposedValues): Promise<ProposedValues | null> {
  const target = await targetOf(wide, paysOf(proposed));
  if (!target.ok || 'unmatched' in target.value) return null;
  const { tenant, reference, documentIds } = target.value;
  const work = narrowTo(wide, tenant);
  const found = await payableInvoices(work, documentIds);
  const payable = found.filter(({ owed }) => owed.currency === currencyOf(proposed));
  if (payable.length > 0) return { owed: decimalOf(owedToday(work, payable, reference)) };
  const balance = documentIds.length === 1 ? await balanceDueOf(work, documentIds[0] ?? '') : null;
  return balance && { owed: decimalOf(balance.owed), payer: 'client' };
}

/** Whether the money still waits: no payment has its tracking key, or it is unidentified. */
export async function isPaymentPossible(
  work: OperatorWork,
  { trackingKey = '', paymentId }: ProposedValues,
): Promise<boolean> {
  const kept = await unidentifiedByKey(work, trackingKey);
  if (paymentId !== undefined) return kept?.state === 'waiting';
  return kept === null && (await collectionByKey(work, trackingKey)) === null;
}

/** Books the payment as proposed, if the locked invoices still owe what the second person saw. */
export async function applyPayment(
  work: OperatorWork,
  values: ProposedValues,
  seen: ProposedValues | null,
): Promise<Outcome<unknown>> {
  const { amount = '', valueDate = '', trackingKey = '', source, bank = '', paymentId } = values;
  const [pays, payer] = [paysOf(values), payerOf(values)];
  const asSeen: Doubts = (_work, _payment, owed) =>
    owed === null || decimalOf(owed) === seen?.owed ? null : refuse('GROUND_CHANGED');
  if (paymentId !== undefined) return identify(work, paymentId, { pays, payer }, asSeen);
  const money = { amount, currency: currencyOf(values), valueDate, trackingKey, bank, payer };
  const registered = await register(work, { ...money, pays, source: source === 'STP' ? 'STP' : 'REFERENCIA' }, asSeen);
  return registered.ok ? done(null) : registered;
}
