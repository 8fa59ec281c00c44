import { confirmPayout, confirmReturn, keepPayment } from '@anticipa/contract/collections';
import { disburseSale } from '@anticipa/contract/lender';
import { listPayables, type PayableDeposit, type PayablePayout, type PayableReturn } from '@anticipa/contract/payables';
import {
  downloadPaymentFile,
  type FiledPayment,
  listPaymentFiles,
  makePaymentFile,
  savePaymentLayout,
  withdrawFiledPayments,
} from '@anticipa/contract/payment-files';
import type { SentBodyOf } from '@anticipa/contract/route';
import { orderTransfers, type WantedPayment } from '@anticipa/contract/transfers';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { queryOptions } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';
import { blobOf, saveFile } from '../../lib/save-file.ts';
import { useChange } from '../../lib/use-change.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 15_000;

export const payablesQuery = queryOptions({
  queryKey: ['payables'],
  queryFn: ({ signal }) => call(listPayables, { signal }),
  refetchInterval: POLL_MS,
});

const stale = [payablesQuery.queryKey, ['inbox'], ['transfers'], ['approvals']];

/** Orders payments at the bank, all of them or none. */
export const useOrder = () =>
  useChange(stale, ({ payments, ...reason }: { payments: readonly WantedPayment[]; reason?: string }) =>
    call(orderTransfers, { body: { payments: [...payments], ...reason }, idempotencyKey: newUuid() }),
  );

/** A transfer that somebody made at the bank, on the day from which it counts it; a reason proposes it. */
export interface ByHand {
  readonly paidOn: string;
  readonly trackingKey: string;
  readonly reason?: string;
}

/** Books a transfer that somebody made at the bank, by its tracking key. */
export const useBookDeposit = ({ saleId }: PayableDeposit) =>
  useChange(stale, (body: ByHand) => call(disburseSale, { params: { saleId }, body, idempotencyKey: newUuid() }));

export const useBookPayout = ({ clientId, currency, amount }: PayablePayout) =>
  useChange(stale, (body: ByHand) =>
    call(confirmPayout, { body: { clientId, currency, amount, ...body }, idempotencyKey: newUuid() }),
  );

export const useBookReturn = ({ paymentId }: PayableReturn) =>
  useChange(stale, (body: ByHand) => call(confirmReturn, { params: { paymentId }, body, idempotencyKey: newUuid() }));

/** Keeps money that was to be sent back. */
export const useKeep = ({ paymentId }: PayableReturn) =>
  useChange([...stale, ['unidentified']], (body: SentBodyOf<typeof keepPayment>) =>
    call(keepPayment, { params: { paymentId }, body, idempotencyKey: newUuid() }),
  );

export const paymentFilesQuery = queryOptions({
  queryKey: ['payment-files'],
  queryFn: ({ signal }) => call(listPaymentFiles, { signal }),
});

const staleFiles = [paymentFilesQuery.queryKey, payablesQuery.queryKey];

export const useMakeFile = () =>
  useChange(staleFiles, (body: SentBodyOf<typeof makePaymentFile>) =>
    call(makePaymentFile, { body, idempotencyKey: newUuid() }),
  );

export const useWithdraw = (fileId: string) =>
  useChange(staleFiles, (body: SentBodyOf<typeof withdrawFiledPayments>) =>
    call(withdrawFiledPayments, { params: { fileId }, body, idempotencyKey: newUuid() }),
  );

export const useSaveLayout = () =>
  useChange(staleFiles, (body: SentBodyOf<typeof savePaymentLayout>) =>
    call(savePaymentLayout, { body, idempotencyKey: newUuid() }),
  );

/** Books a payment of a file that the bank has made, by its tracking key. */
export const useBookFiled = ({ kind, subject, amount }: FiledPayment, currency: FinancedCurrency) =>
  useChange<ByHand, { proposalId: string | null }>([...stale, ...staleFiles], (body) => {
    const idempotencyKey = newUuid();
    if (kind === 'deposit') return call(disburseSale, { params: { saleId: subject }, body, idempotencyKey });
    if (kind === 'return') return call(confirmReturn, { params: { paymentId: subject }, body, idempotencyKey });
    return call(confirmPayout, { body: { clientId: subject, currency, amount, ...body }, idempotencyKey });
  });

/** Saves the file for the bank. */
export async function downloadFile(fileId: string): Promise<void> {
  const { base64, fileName } = await call(downloadPaymentFile, { params: { fileId } });
  saveFile({ blob: blobOf(base64, 'text/plain'), name: fileName });
}
