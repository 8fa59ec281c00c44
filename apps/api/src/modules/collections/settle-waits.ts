/** Ends the waiting of money for a deposit: it is applied on the day of the deposit, or waits to be identified. */
import { decimalOf, lesserOf, moneyOf } from '@anticipa/domain/money';
import { waitStep } from '@anticipa/domain/unidentified';
import type { Principal, WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { endWait, namedInvoices, openWait } from './deposit-wait-queries.ts';
import { identify } from './unidentified.ts';
import { lockUnidentified } from './unidentified-queries.ts';

/** Applies a receipt whose invoices were deposited; more than they owe stays unidentified. Does nothing while a deposit is to come. */
export async function settleWait(work: WideWork<Principal>, paymentId: string): Promise<void> {
  const receipt = await lockUnidentified(work, paymentId);
  const wait = await openWait(work, paymentId);
  if (receipt === null || wait === undefined) return;
  const named = await namedInvoices(work, wait.document_ids);
  const step = waitStep(named.map(({ place }) => place));
  if (step === 'wait') return;
  if (step === 'apply') {
    const documentIds = named.filter(({ place }) => place === 'owed').map(({ documentId }) => documentId);
    const { currency, left, nextPart: part } = receipt;
    const amount = decimalOf(lesserOf(moneyOf(left, currency), moneyOf(wait.amount, currency)));
    await endWait(work, paymentId, 'applied');
    const paying = { pays: { documentIds }, payer: wait.payer, amount, part, keepsRest: true };
    const identified = await identify(work, paymentId, paying, null);
    if (!identified.ok) throw new Error(`receipt ${paymentId} could not be applied: ${identified.code}`);
    return;
  }
  await endWait(work, paymentId, step);
  await writeAudit(work, { action: 'unidentified.wait-ended', subject: `unidentified-payment:${paymentId}` });
}
