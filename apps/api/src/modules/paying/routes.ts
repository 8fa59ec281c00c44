import { confirmPayout, confirmReturn as confirmReturnRoute } from '@anticipa/contract/collections';
import { disburseSale } from '@anticipa/contract/lender';
import { makePaymentFile } from '@anticipa/contract/payment-files';
import { orderTransfers } from '@anticipa/contract/transfers';
import { dateOf } from '@anticipa/domain/calendar';
import { done, refuse } from '@anticipa/domain/errors';
import { type Served, serve, write } from '../../platform/http/http.ts';
import { attemptAs } from '../../platform/work/transaction.ts';
import { confirm } from '../collections/payouts.ts';
import { confirmReturn } from '../collections/unidentified.ts';
import { unidentifiedById } from '../collections/unidentified-queries.ts';
import type { Deps } from '../deps.ts';
import { makeFile } from '../payment-files/commands.ts';
import { answered, disburse } from '../sales/desk/answer.ts';
import { order } from '../transfers/commands.ts';
import { payOrPropose } from './commands.ts';

const keyReused = refuse('TRACKING_KEY_REUSED');

export const payingRoutes: readonly Served<Deps>[] = [
  serve(orderTransfers, async (deps, { caller, body: { payments, reason } }) => {
    const payer = await deps.payouts.payingAccount();
    if (payer === null) return refuse('TRANSFER_BY_HAND');
    return attemptAs(deps, caller, async (work) => {
      const paid = await payOrPropose(work, { way: 'order', payer, reason }, (objecting) =>
        order(work, payments, payer, objecting),
      );
      return paid.ok ? done({ orders: [], ...paid.value.made, proposalId: paid.value.proposalId }) : paid;
    });
  }),
  write(
    makePaymentFile,
    async (work, { body: { reason, ...wanted } }) => {
      const paid = await payOrPropose(work, { way: 'file', layoutId: wanted.layoutId, reason }, (objecting) =>
        makeFile(work, wanted, objecting),
      );
      return paid.ok ? done({ file: paid.value.made?.file ?? null, proposalId: paid.value.proposalId }) : paid;
    },
    { broken: { filed_payments_open: refuse('PAYMENT_FILED') } },
  ),
  write(
    disburseSale,
    async (work, { params: { saleId }, body: { trackingKey, paidOn, reason } }) => {
      const made = { trackingKey, paidOn: dateOf(paidOn ?? work.today) };
      const paid = await payOrPropose(work, { way: 'hand', ...made, reason }, (objecting) =>
        disburse(work, saleId, made, objecting),
      );
      if (!paid.ok) return paid;
      const shown = paid.value.made === null ? await answered(work, saleId) : done(paid.value.made);
      return shown.ok ? done({ ...shown.value, proposalId: paid.value.proposalId }) : shown;
    },
    { broken: { sales_tracking_key_key: keyReused } },
  ),
  write(
    confirmPayout,
    async (work, { body: { reason, trackingKey, paidOn, ...wanted } }) => {
      const made = { trackingKey, paidOn: dateOf(paidOn ?? work.today) };
      const paid = await payOrPropose(work, { way: 'hand', ...made, reason }, (objecting) =>
        confirm(work, { ...wanted, ...made }, objecting),
      );
      return paid.ok ? done({ payout: paid.value.made?.payout ?? null, proposalId: paid.value.proposalId }) : paid;
    },
    { broken: { payouts_by_key: keyReused } },
  ),
  write(
    confirmReturnRoute,
    async (work, { params: { paymentId }, body: { trackingKey, paidOn, reason } }) => {
      const made = { trackingKey, paidOn: dateOf(paidOn ?? work.today) };
      const paid = await payOrPropose(work, { way: 'hand', ...made, reason }, (objecting) =>
        confirmReturn(work, paymentId, made, objecting),
      );
      if (!paid.ok) return paid;
      const payment = paid.value.made?.payment ?? (await unidentifiedById(work, paymentId));
      return done({ payment, proposalId: paid.value.proposalId });
    },
    { broken: { unidentified_payments_return_key_key: keyReused } },
  ),
];
