/** Payments behind orders, by purpose: each is locked, may still be due, and is booked in its own way. */
import { decimalOf, moneyOf, sum } from '@anticipa/domain/money';
import { isTransferOpen } from '@anticipa/domain/transfer-order';
import { narrowTo } from '../../platform/work/work.ts';
import { bookPayout, lockPayouts, payoutByKey, unfiledInvoices } from '../collections/payouts.ts';
import { bookReturn, keepUnidentified } from '../collections/unidentified.ts';
import { lockUnidentified, unidentifiedByKey } from '../collections/unidentified-queries.ts';
import {
  blockAccounts,
  type Return,
  takeBackDeposit,
  takeBackPayout,
  takeBackReturn,
} from '../returned-payments/commands.ts';
import { depositAgain, settleDeposit } from '../sales/desk/answer.ts';
import { type SaleRecord, salesById } from '../sales/queries.ts';
import { isDepositLost } from '../sales/transfer-queries.ts';
import type { WorkerWork } from './change.ts';
import { invoicesOf, lockOrder, type OrderRecord, ordersOf } from './queries.ts';

export interface Payment {
  /** The order, locked together with the sale, payout or receipt that it pays. */
  readonly order: OrderRecord;
  /** Whether the payment of an order that had ended is still to be made, and no other order makes it. */
  awaits(): Promise<boolean>;
  /** Books the payment that the bank has made. */
  book(): Promise<void>;
  /** Takes back the booked payment, which the bank returned for this reason. */
  takeBack(reason: string): Promise<void>;
}

/** Locks what an order pays, and then the order. */
export async function lockPayment(work: WorkerWork, { subject, orderId }: OrderRecord): Promise<Payment> {
  const locked = async (): Promise<OrderRecord> => {
    const order = await lockOrder(work, orderId);
    if (order === undefined) throw new Error('an order that vanished');
    return order;
  };
  switch (subject.purpose) {
    case 'deposit': {
      const [sale] = await salesById(work, [subject.saleId], 'update');
      if (sale === undefined) throw new Error('an order without a sale');
      return depositOf(work, sale, await locked());
    }
    case 'payout': {
      const own = narrowTo(work, subject.clientId);
      await lockPayouts(own);
      return payoutOf(work, await locked());
    }
    case 'return': {
      const payment = await lockUnidentified(work, subject.paymentId);
      if (payment === null) throw new Error('an order without its money');
      const order = await locked();
      return {
        order,
        awaits: async () => payment.state === 'sent-back' && !(await isReplaced(work, order)),
        book: () => bookReturn(work, payment, { trackingKey: order.trackingKey, paidOn: work.today }),
        takeBack: async (reason) => {
          if (payment.returnKey !== order.trackingKey) return;
          await takeBackReturn(work, subject.paymentId, order.beneficiary.clabe, reported(reason));
        },
      };
    }
  }
}

/** A return that the bank reported; it does not name the key of the money that came back. */
const reported = (reason: string): Return => ({ reason, reference: null, recordedBy: null, wentElsewhere: false });

/** Whether another order for the same is open or has paid it. */
async function isReplaced(work: WorkerWork, { orderId, subject }: OrderRecord): Promise<boolean> {
  const orders = await ordersOf(work, subject);
  return orders.some((other) => other.orderId !== orderId && (isTransferOpen(other.state) || other.state === 'paid'));
}

function depositOf(work: WorkerWork, sale: SaleRecord, order: OrderRecord): Payment {
  const own = narrowTo(work, sale.clientId);
  return {
    order,
    awaits: async () => {
      if (await isReplaced(work, order)) return false;
      if (sale.state === 'disbursed') return isDepositLost(work, sale.saleId);
      const authorised = sale.items.filter(({ state }) => state === 'authorised').map(({ price }) => price.deposit);
      // Invoices may have been withdrawn since.
      return sale.state === 'answered' && decimalOf(sum(sale.currency, authorised)) === order.amount;
    },
    book: () => (sale.state === 'answered' ? settleDeposit : depositAgain)(own, sale, order.trackingKey),
    takeBack: async (reason) => {
      if (sale.trackingKey === order.trackingKey) await takeBackDeposit(own, sale, reported(reason));
    },
  };
}

function payoutOf(work: WorkerWork, order: OrderRecord): Payment {
  const { subject } = order;
  if (subject.purpose !== 'payout') throw new Error('an order of another purpose');
  const own = narrowTo(work, subject.clientId);
  return {
    order,
    awaits: async () => {
      const open = (await ordersOf(work, subject)).find(({ state }) => isTransferOpen(state));
      if (open !== undefined) return false;
      const due = new Map(
        (await unfiledInvoices(own, 'MXN')).map(({ documentId, amount }) => [documentId, decimalOf(amount)]),
      );
      return (await invoicesOf(work, order)).every(({ documentId, amount }) => due.get(documentId) === amount);
    },
    book: async () => {
      // The money had come back and was kept as a receipt: the alert asks a person to undo that.
      if (await payoutByKey(work, order.trackingKey)) return;
      const paid = (await invoicesOf(work, order)).map(({ documentId, amount }) => ({
        documentId,
        amount: moneyOf(amount, 'MXN'),
      }));
      const { trackingKey, orderedBy, beneficiary } = order;
      const made = {
        trackingKey,
        paidOn: work.today,
        currency: 'MXN',
        clabe: beneficiary.clabe,
        confirmedBy: orderedBy,
      } as const;
      await bookPayout(own, made, paid);
    },
    takeBack: async (reason) => {
      const payout = await payoutByKey(work, order.trackingKey);
      if (payout === undefined || (await takeBackPayout(own, payout.payoutId, reported(reason)))) return;
      await keepOwed(work, order);
      await blockAccounts(own, order.beneficiary.clabe);
    },
  };
}

/** A settlement that the payout paid for was reversed, so its client owes the money, which waits until a person applies it. */
async function keepOwed(work: WorkerWork, order: OrderRecord): Promise<void> {
  const { trackingKey, amount } = order;
  // It came back before, and the bank has said since that it had paid.
  if (await unidentifiedByKey(work, trackingKey)) return;
  const documentIds = (await invoicesOf(work, order)).map(({ documentId }) => documentId);
  const money = { trackingKey, amount, currency: 'MXN', valueDate: work.today, source: 'STP', bank: 'STP' } as const;
  const kept = await keepUnidentified(
    work,
    { ...money, pays: { documentIds }, payer: 'client' },
    { reason: 'reversed', reference: '' },
  );
  if (!kept.ok) throw new Error(`money that came back under ${trackingKey} is not kept`);
}
