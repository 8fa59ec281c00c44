import { createHash, randomUUID } from 'node:crypto';
import type { Transfer } from '@anticipa/contract/transfers';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, sum } from '@anticipa/domain/money';
import { canStep } from '@anticipa/domain/sale';
import { speiBankOf, speiName, speiText } from '@anticipa/domain/spei';
import { canBeClosed, isTransferOpen } from '@anticipa/domain/transfer-order';
import type { Caller, OperatorActor } from '../../platform/work/caller.ts';
import { attemptAs, isAnswered, runAs } from '../../platform/work/transaction.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { isAccountCooling } from '../credit/accounts.ts';
import type { Deps } from '../deps.ts';
import { isFiled } from '../filed-payments/filed.ts';
import { writeAudit } from '../log/audit.ts';
import { lockPayable } from '../sales/desk/answer.ts';
import { type SaleRecord, salesById } from '../sales/queries.ts';
import { isAtBank } from './advance.ts';
import { enqueueOrder, move } from './change.ts';
import { beneficiaryOf, isDepositMissing, lockOrder, type OrderRecord, ordersOf, toTransfer } from './queries.ts';

type Ordered = Promise<Outcome<{ data: Transfer }>>;

/** Orders the transfer of a sale's deposit; the worker sends it. */
export async function orderTransfer(deps: Deps, caller: Caller<OperatorActor>, saleId: string): Ordered {
  const payer = await deps.payouts.payingAccount();
  if (payer === null) return refuse('TRANSFER_BY_HAND');
  return attemptAs(deps, caller, (work) => order(work, saleId, payer));
}

async function order(wide: OperatorWork, saleId: string, payer: string): Ordered {
  const [sale] = await salesById(wide, [saleId], 'update');
  if (!sale) return refuse('NOT_FOUND');
  const orders = await ordersOf(wide, saleId);
  const [last] = orders;
  if (last && isTransferOpen(last.state)) return done({ data: toTransfer(last) });
  // Money that came back leaves the deposit booked: only its transfer is repeated.
  if (!canStep(sale.state, 'disburse') && !isDepositMissing(sale, orders)) return refuse('SALE_STATE_CONFLICT');
  if (await isFiled(wide, { kind: 'deposit', subject: saleId, currency: sale.currency }))
    return refuse('PAYMENT_FILED');
  const work = narrowTo(wide, sale.clientId);
  // Read before the check: a first account cannot be locked before it is there.
  const beneficiary = sale.currency === 'MXN' ? await beneficiaryOf(work, sale.product) : undefined;
  if (await isAccountCooling(work, sale)) return refuse('ACCOUNT_COOLING');
  if (beneficiary === undefined || speiBankOf(beneficiary.clabe) === null) return refuse('TRANSFER_BY_HAND');
  const paid = sale.items.filter(({ state }) => state === 'authorised' || state === 'disbursed');
  const problem = sale.state === 'answered' ? await lockPayable(work, paid) : null;
  if (problem) return problem;
  await insertOrder(wide, sale, { payer, beneficiary, paid, attempt: (last?.attempt ?? 0) + 1 });
  const [made] = await ordersOf(wide, saleId);
  if (!made) throw new Error('a new order cannot be read');
  await enqueueOrder(wide, made.orderId);
  return done({ data: toTransfer(made) });
}

/** Ends an order that never appeared at the bank, which is asked first. */
export async function closeTransfer(
  deps: Deps,
  caller: Caller<OperatorActor>,
  saleId: string,
  reason: string,
): Ordered {
  const [order, isRepeated] = await runAs(deps, caller, async (work) => [
    (await ordersOf(work, saleId))[0],
    await isAnswered(work, caller.idempotency),
  ]);
  // Answered from the key.
  if (isRepeated) return attemptAs(deps, caller, async () => refuse('TRANSFER_NOT_MISSING'));
  if (order === undefined || !canBeClosed(order, deps.clock.now())) return refuse('TRANSFER_NOT_MISSING');
  try {
    if (await isAtBank(deps, order)) {
      await runAs(deps, caller, (work) => enqueueOrder(work, order.orderId));
      return refuse('TRANSFER_NOT_MISSING');
    }
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the bank could not be asked for an order');
    return refuse('BANK_NOT_ASKED');
  }
  return attemptAs(deps, caller, async (work) => {
    const [sale] = await salesById(work, [saleId], 'update');
    const locked = await lockOrder(work, order.orderId);
    if (sale === undefined || locked === undefined) return refuse('NOT_FOUND');
    // The order must not have been sent again since the bank was asked.
    const isSame = locked.resentAt?.getTime() === order.resentAt?.getTime();
    if (!isSame || !canBeClosed(locked, work.at) || !(await move(work, locked, 'close', { failure: reason })))
      return refuse('TRANSFER_NOT_MISSING');
    return done({ data: toTransfer({ ...locked, state: 'closed', failure: reason }) });
  });
}

interface NewOrder {
  readonly payer: string;
  readonly beneficiary: OrderRecord['beneficiary'];
  readonly paid: SaleRecord['items'];
  readonly attempt: number;
}

/** Key of at most 29 letters and digits; the same for the same attempt. */
const trackingKeyOf = (saleId: string, attempt: number): string =>
  `ANT${createHash('sha256').update(`${saleId}:${attempt}`).digest('hex').slice(0, 20).toUpperCase()}`;

/** References have seven digits. */
const REFERENCES = 10_000_000;

async function insertOrder(work: OperatorWork, sale: SaleRecord, { payer, beneficiary, paid, attempt }: NewOrder) {
  const orderId = randomUUID();
  const deposits = paid.map(({ price }) => price.deposit);
  await work.db
    .insertInto('transfer_orders')
    .values({
      client_id: sale.clientId,
      order_id: orderId,
      sale_id: sale.saleId,
      attempt,
      state: 'ordered',
      tracking_key: trackingKeyOf(sale.saleId, attempt),
      amount: decimalOf(sum(sale.currency, deposits)),
      payer,
      clabe: beneficiary.clabe,
      beneficiary: beneficiary.name,
      beneficiary_sent: speiName(beneficiary.name),
      rfc: beneficiary.rfc,
      concept: speiText(`Anticipo venta ${sale.numberOfSale}`),
      reference: sale.numberOfSale % REFERENCES,
      ordered_by: work.actor.operatorId,
      ordered_at: work.at,
    })
    .execute();
  await writeAudit(narrowTo(work, sale.clientId), {
    action: 'transfer.order',
    subject: `sale:${sale.saleId}`,
    details: { orderId, attempt },
  });
}
