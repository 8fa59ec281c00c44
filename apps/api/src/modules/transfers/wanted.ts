/** Payments that an operator wants to order: locked, and checked against the amount and the account that are due. */
import type { WantedPayment } from '@anticipa/contract/transfers';
import { done, type Outcome, type Refused, refuse } from '@anticipa/domain/errors';
import { decimalOf, sum } from '@anticipa/domain/money';
import { canStep } from '@anticipa/domain/sale';
import { speiBankOf } from '@anticipa/domain/spei';
import { isTransferOpen } from '@anticipa/domain/transfer-order';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { type DueInvoice, lockPayouts, totalOf, unfiledInvoices } from '../collections/payouts.ts';
import { lockUnidentified } from '../collections/unidentified-queries.ts';
import { accountProblem, anyAccountProblem } from '../credit/accounts.ts';
import { isFiled } from '../filed-payments/filed.ts';
import { lockPayable } from '../sales/desk/answer.ts';
import { salesById } from '../sales/queries.ts';
import { isDepositLost } from '../sales/transfer-queries.ts';
import { clientById } from '../session/client-by-id.ts';
import { beneficiaryOf, type OrderRecord, type OrderSubject, ordersOf, payoutBeneficiaryOf } from './queries.ts';
import { senderOf } from './sender.ts';

/** A payment that can be ordered now. */
export interface Payable {
  readonly subject: OrderSubject;
  readonly amount: string;
  readonly beneficiary: OrderRecord['beneficiary'];
  /** The text and the number that its beneficiary reads. */
  readonly concept: string;
  /** How the operators name it. */
  readonly label: string;
  readonly reference: number;
  readonly attempt: number;
  /** The devoluciones that it pays. */
  readonly invoices: readonly DueInvoice[];
}

/** `open`: the bank may be paying it already. */
export type Checked =
  | { readonly open: OrderRecord; readonly payable: null }
  | { readonly open: null; readonly payable: Payable };

/** Locks the subject of a payment and checks that it can be ordered for the amount that the operator saw. */
export async function checkWanted(work: OperatorWork, wanted: WantedPayment): Promise<Outcome<Checked>> {
  const found = await lockWanted(work, wanted);
  if (!found.ok) return found;
  const { subject, check } = found.value;
  const [last] = await ordersOf(work, subject);
  if (last && isTransferOpen(last.state)) return done({ open: last, payable: null });
  const checked = await check();
  if (!checked.ok) return checked;
  const { beneficiary, amount, ...rest } = checked.value;
  if (wanted.amount !== undefined && wanted.amount !== amount) return refuse('PAYMENT_AMOUNT_CHANGED');
  if (beneficiary === undefined || speiBankOf(beneficiary.clabe) === null) return refuse('TRANSFER_BY_HAND');
  const attempt = (last?.attempt ?? 0) + 1;
  return done({ open: null, payable: { subject, amount, beneficiary, attempt, ...rest } });
}

type Due = Omit<Payable, 'subject' | 'beneficiary' | 'attempt'> & {
  /** Undefined without an account, or without one that receives transfers in pesos. */
  readonly beneficiary: OrderRecord['beneficiary'] | undefined;
};

interface Locked {
  readonly subject: OrderSubject;
  readonly check: () => Promise<Outcome<Due>>;
}

function lockWanted(work: OperatorWork, wanted: WantedPayment): Promise<Outcome<Locked>> {
  switch (wanted.purpose) {
    case 'deposit':
      return lockDeposit(work, wanted.saleId);
    case 'payout':
      return lockPayout(work, wanted.clientId);
    case 'return':
      return lockReturn(work, wanted.paymentId);
  }
}

/** References have seven digits. */
const REFERENCES = 10_000_000;

async function lockDeposit(wide: OperatorWork, saleId: string): Promise<Outcome<Locked>> {
  const [sale] = await salesById(wide, [saleId], 'update');
  if (!sale) return refuse('NOT_FOUND');
  const subject = { purpose: 'deposit', clientId: sale.clientId, saleId } as const;
  const work = narrowTo(wide, sale.clientId);
  const check = async (): Promise<Outcome<Due>> => {
    if (!canStep(sale.state, 'disburse') && !(await isDepositLost(wide, saleId))) return refuse('SALE_STATE_CONFLICT');
    if (await isFiled(wide, { kind: 'deposit', subject: saleId, currency: sale.currency }))
      return refuse('PAYMENT_FILED');
    // Read before the check: a first account cannot be locked before it is there.
    const beneficiary = sale.currency === 'MXN' ? await beneficiaryOf(work, sale.product) : undefined;
    const held = await accountProblem(work, sale);
    if (held) return refuse(held);
    const paid = sale.items.filter(({ state }) => state === 'authorised' || state === 'disbursed');
    const problem: Refused | null =
      beneficiary !== undefined && sale.state === 'answered' ? await lockPayable(work, paid) : null;
    if (problem) return problem;
    const deposits = paid.map(({ price }) => price.deposit);
    return done({
      amount: decimalOf(sum(sale.currency, deposits)),
      beneficiary,
      concept: `Anticipo venta ${sale.numberOfSale}`,
      label: String(sale.numberOfSale),
      reference: sale.numberOfSale % REFERENCES,
      invoices: [],
    });
  };
  return done({ subject, check });
}

async function lockPayout(wide: OperatorWork, wantedId: string): Promise<Outcome<Locked>> {
  const clientId = await clientById(wide, wantedId);
  if (clientId === undefined) return refuse('NOT_FOUND');
  const work = narrowTo(wide, clientId);
  await lockPayouts(work);
  const check = async (): Promise<Outcome<Due>> => {
    const beneficiary = await payoutBeneficiaryOf(work);
    const held = await anyAccountProblem(work, 'MXN');
    if (held) return refuse(held);
    const invoices = await unfiledInvoices(work, 'MXN');
    if (invoices.length === 0) return refuse('NOTHING_TO_PAY');
    return done({
      amount: decimalOf(totalOf(invoices, 'MXN')),
      beneficiary,
      concept: invoices.length === 1 ? 'Devolucion de 1 factura' : `Devolucion de ${invoices.length} facturas`,
      label: '',
      reference: invoices.length,
      invoices,
    });
  };
  return done({ subject: { purpose: 'payout', clientId }, check });
}

async function lockReturn(wide: OperatorWork, paymentId: string): Promise<Outcome<Locked>> {
  const payment = await lockUnidentified(wide, paymentId);
  if (payment === null) return refuse('NOT_FOUND');
  const check = async (): Promise<Outcome<Due>> => {
    if (payment.state !== 'sent-back') return refuse('PAYMENT_NOT_WAITING');
    if (await isFiled(wide, { kind: 'return', subject: paymentId, currency: payment.currency }))
      return refuse('PAYMENT_FILED');
    const sender = payment.currency === 'MXN' ? await senderOf(wide, payment) : undefined;
    return done({
      amount: payment.returned,
      beneficiary: sender,
      concept: `Devolucion de ${payment.trackingKey}`,
      label: payment.trackingKey,
      reference: 1,
      invoices: [],
    });
  };
  return done({ subject: { purpose: 'return', clientId: null, paymentId }, check });
}
