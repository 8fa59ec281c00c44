/** Payments of the lender: at once, or as a proposal to a second person where they exceed its amounts. */
import { randomUUID } from 'node:crypto';
import type { Changes } from '@anticipa/contract/approvals';
import { accountWarnings } from '@anticipa/contract/payables';
import { dateOf } from '@anticipa/domain/calendar';
import { done, type Outcome, type Refused, refuse } from '@anticipa/domain/errors';
import { decimalOf, sum } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { z } from 'zod';
import { rowsOf } from '../../platform/db/rows.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import type { Handler } from '../approvals/handler.ts';
import { submit } from '../approvals/submit.ts';
import { confirm } from '../collections/payouts.ts';
import { confirmReturn } from '../collections/unidentified.ts';
import { makeFile } from '../payment-files/commands.ts';
import {
  type BankPayment,
  countPayments,
  type DuePayment,
  type Objecting,
  type PaymentNeed,
  proposedPayments,
} from '../payment-limits/limits.ts';
import { disburse } from '../sales/desk/answer.ts';
import { order } from '../transfers/commands.ts';
import { warningsOf } from '../transfers/payables-queries.ts';

type Proposed = Changes['lender-payments']['proposed'];
type Payment = Proposed['payments'][number];
/** How payments are made, as a proposal keeps it. */
type Way = Pick<Proposed, 'way' | 'payer' | 'layoutId' | 'trackingKey' | 'paidOn'>;

interface Paid<T> {
  /** Null if the payments wait for a second person. */
  readonly made: T | null;
  readonly proposalId: string | null;
}

/**
 * Makes payments, or proposes them with a reason if they need a second person. Nothing else may pay what waits for one.
 */
export async function payOrPropose<T>(
  work: OperatorWork,
  { reason, ...way }: Way & { readonly reason: string | undefined },
  pay: (objecting: Objecting) => Promise<Outcome<T>>,
): Promise<Outcome<Paid<T>>> {
  const proposal: { asked: { need: PaymentNeed; payments: readonly DuePayment[] } | null } = { asked: null };
  const paid = await pay(async (_, payments) => {
    const isProposed = await proposedPayments(work);
    if (payments.some(({ subject, amount }) => isProposed(subject, amount.currency))) return refuse('PROPOSAL_PENDING');
    const need = await countPayments(work, payments);
    if (need === null) return null;
    proposal.asked = { need, payments };
    return refuse('SECOND_PERSON_NEEDED');
  });
  if (paid.ok) return done({ made: paid.value, proposalId: null });
  if (proposal.asked === null || reason === undefined) return paid;
  const { need, payments } = proposal.asked;
  const currency = payments[0]?.amount.currency ?? 'MXN';
  const total = sum(
    currency,
    payments.map(({ amount }) => amount),
  );
  const proposed = {
    ...way,
    ...need,
    currency,
    total: decimalOf(total),
    payments: (await withWarnings(work, payments)).map(([payment, warnings]) => ({ ...pinned(payment), warnings })),
  };
  const about = { batch: randomUUID() };
  const submitted = await submit(
    work,
    lenderPayments,
    { kind: 'lender-payments', about, before: null, proposed },
    reason,
  );
  return submitted.ok ? done({ made: null, proposalId: submitted.value.proposal.id }) : submitted;
}

const pinned = ({ amount, sentBy: _, paidOn: __, ...payment }: DuePayment): Omit<Payment, 'warnings'> => ({
  ...payment,
  amount: decimalOf(amount),
});

const warned = z.object({ is_first: z.boolean(), is_changed: z.boolean() });

async function withWarnings(work: OperatorWork, payments: readonly DuePayment[]) {
  const found: [DuePayment, Payment['warnings']][] = [];
  for (const payment of payments) {
    const { clientId, clabe } = payment;
    const warnings =
      clientId === null
        ? sql`not exists (select from transfer_orders paid where paid.clabe = ${clabe} and paid.state = 'paid') as is_first,
            false as is_changed`
        : warningsOf(sql`${clientId}`, sql`${clabe}`, work);
    const [row] = clabe === null ? [] : await rowsOf(work.db, warned)`select ${warnings}`;
    found.push([payment, accountWarnings.filter((one) => (one === 'first' ? row?.is_first : row?.is_changed))]);
  }
  return found;
}

/** The approval makes the payments as they were proposed: the accounts and amounts must be the same. */
export const lenderPayments: Handler<'lender-payments'> = {
  standing: async () => null,
  apply: async (work, { proposed }) => {
    const made = await make(work, proposed, async (_, payments) => changeOf(proposed, payments));
    return !made.ok && amountCodes.has(made.code) ? refuse('PAYMENTS_CHANGED') : made;
  },
};

/** Codes with which the commands themselves refuse another amount. */
const amountCodes: ReadonlySet<string> = new Set(['PAYMENT_AMOUNT_CHANGED', 'PAYOUT_AMOUNT_DIFFERS']);

async function make(work: OperatorWork, proposed: Proposed, asProposed: Objecting): Promise<Outcome<unknown>> {
  switch (proposed.way) {
    case 'order':
      return order(work, proposed.payments.map(wantedOf), proposed.payer ?? '', asProposed);
    case 'file':
      return makeFile(
        work,
        { layoutId: proposed.layoutId ?? '', payments: proposed.payments.map(chosenOf) },
        asProposed,
      );
    case 'hand':
      return bookOnly(work, proposed, asProposed);
  }
}

/** Refuses payments that are not the proposed ones to the cent and the account. */
function changeOf({ payments: proposed, currency }: Proposed, payments: readonly DuePayment[]): Refused | null {
  const known = new Map(proposed.map((payment) => [payment.subject, payment]));
  const isSame =
    payments.length === proposed.length &&
    payments.every(({ subject, amount, clabe }) => {
      const one = known.get(subject);
      return one?.amount === decimalOf(amount) && one.clabe === clabe && amount.currency === currency;
    });
  return isSame ? null : refuse('PAYMENTS_CHANGED');
}

function wantedOf({ purpose, subject, amount }: Payment) {
  switch (purpose) {
    case 'deposit':
      return { purpose, saleId: subject, amount };
    case 'payout':
      return { purpose, clientId: subject, amount };
    case 'return':
      return { purpose, paymentId: subject, amount };
  }
}

const chosenOf = ({ purpose: kind, subject, amount, clabe, holder }: Payment) =>
  kind === 'return'
    ? { kind, subject, amount, clabe: clabe ?? '', beneficiary: holder ?? '' }
    : { kind, subject, amount };

function bookOnly(
  work: OperatorWork,
  { payments, currency, trackingKey = '', paidOn = work.today }: Proposed,
  objecting: Objecting,
): Promise<Outcome<unknown>> {
  const [payment] = payments;
  if (payment === undefined) throw new Error('a proposal of no payment');
  return bookByHand(work, { ...payment, currency, trackingKey, paidOn: dateOf(paidOn) }, objecting);
}

/** Books a payment that a person has made at the bank by hand. */
export function bookByHand(
  work: OperatorWork,
  {
    purpose,
    subject,
    amount,
    currency,
    ...made
  }: Pick<Payment, 'purpose' | 'subject' | 'amount'> & Pick<Proposed, 'currency'> & BankPayment,
  objecting: Objecting,
): Promise<Outcome<unknown>> {
  switch (purpose) {
    case 'deposit':
      return disburse(work, subject, made, objecting);
    case 'payout':
      return confirm(work, { clientId: subject, currency, amount, ...made }, objecting);
    case 'return':
      return confirmReturn(work, subject, made, objecting);
  }
}
