/** Money that names invoices which are sold and not deposited yet waits for their deposit. */
import type { UnidentifiedPayment } from '@anticipa/contract/collections';
import { done, type Outcome, refuseEach } from '@anticipa/domain/errors';
import { moneyOf } from '@anticipa/domain/money';
import type { Principal, WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { endWait, namedInvoices } from './deposit-wait-queries.ts';
import { namedBy, type Pays } from './match.ts';
import { type Payment, paymentProblem } from './payment.ts';
import { unidentifiedById } from './unidentified-queries.ts';

/** Makes a locked receipt wait for the deposit of the invoices that it names. An earlier wait of the receipt is replaced. */
export async function waitForDeposit(
  work: WideWork<Principal>,
  receipt: UnidentifiedPayment,
  { pays, payer, amount }: { readonly pays: Pays } & Pick<Payment, 'payer' | 'amount'>,
): Promise<Outcome<UnidentifiedPayment>> {
  const { paymentId, trackingKey, currency, valueDate } = receipt;
  const documentIds = 'documentIds' in pays ? namedBy(pays).toSorted() : [];
  const named = await namedInvoices(work, documentIds);
  const gone = named.filter(({ place }) => place === 'gone').map(({ documentId }) => documentId);
  if (gone.length > 0) return refuseEach('INVOICE_NOT_IN_CREDIT', gone);
  const owing = named.map(({ documentId, total, currency: own }) => ({ documentId, owed: moneyOf(total, own) }));
  const problem = paymentProblem(work, { currency, valueDate }, owing);
  if (problem) return problem;
  await endWait(work, paymentId, 'used');
  await work.db
    .insertInto('deposit_waits')
    .values({
      payment_id: paymentId,
      since: work.at,
      document_ids: documentIds,
      amount,
      payer: payer ?? 'debtor',
    })
    .execute();
  const details = { trackingKey, amount, currency, invoices: documentIds.length };
  await writeAudit(work, { action: 'unidentified.wait', subject: `unidentified-payment:${paymentId}`, details });
  return done(await unidentifiedById(work, paymentId));
}
