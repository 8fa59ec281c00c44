/** Banxico's proofs of paid transfers: asked for at most once by itself and otherwise on demand, and then kept. */

import type { ResponseOf } from '@anticipa/contract/route';
import type { saleProof } from '@anticipa/contract/transfers';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { isSameName, speiBankOf } from '@anticipa/domain/spei';
import type { PaymentProofPort } from '../../gateways/payment-proofs/port.ts';
import type { Deps, JobDeps } from '../../lib/deps.ts';
import type { Caller } from '../../lib/session/context.ts';
import { runAs, WORKER } from '../../lib/transaction.ts';
import { narrowTo, type Work } from '../../lib/work.ts';
import { salesByNumber } from '../sales/queries.ts';
import { alertOf } from './change.ts';
import { type OrderRecord, ordersToProve, proofOf, provenOrder } from './queries.ts';

type Format = 'pdf' | 'xml';
type Proof = Readonly<Record<Format, Buffer>>;

/** Banxico limits the calls: a client's next one has to wait this long. */
const AGAIN_MS = 10 * 60_000;
/** The proof is rarely there earlier. */
const READY_MS = 30 * 60_000;
/** Per run of the job. */
const PROOFS_PER_RUN = 5;

const STP = '90646';

/** The proof of a sale's deposit, fetched if it is not there yet. */
export async function downloadProof(
  deps: Deps,
  caller: Caller,
  { numberOfSale, format }: { readonly numberOfSale: number; readonly format: Format },
): Promise<Outcome<ResponseOf<typeof saleProof>>> {
  const [sale] = await runAs(deps, caller, (work) => salesByNumber(work, [numberOfSale], 'read'));
  if (sale === undefined) return refuse('NOT_FOUND');
  const order = await runAs(deps, caller, (work) => provenOrder(work, sale.saleId));
  if (order === undefined) return refuse('PROOF_NOT_READY');
  const stored = await runAs(deps, caller, (work) => proofOf(work, order.orderId));
  const proof = stored ?? (await tryNow(deps, caller, order));
  if (proof === null) return refuse('PROOF_NOT_READY');
  return done({ base64: proof[format].toString('base64'), fileName: `cep-venta-${numberOfSale}.${format}` });
}

/** The proof, if Banxico was not asked a short time ago and has it now. */
async function tryNow(deps: Deps, caller: Caller, order: OrderRecord): Promise<Proof | null> {
  if (!(await runAs(deps, caller, (work) => claimTry(work, order)))) return null;
  return fetchProof(deps, order, (store) => runAs(deps, caller, store));
}

/** Fetches some proofs that are due, each order once. */
export async function fetchProofs(deps: JobDeps): Promise<void> {
  const settledBefore = new Date(deps.clock.now().getTime() - READY_MS);
  const orders = await runAs(deps, WORKER, (work) => ordersToProve(work, settledBefore, PROOFS_PER_RUN));
  for (const order of orders) {
    await runAs(deps, WORKER, (work) => claimTry(narrowTo(work, order.clientId), order));
    await fetchProof(deps, order, (store) => runAs(deps, WORKER, (work) => store(narrowTo(work, order.clientId))));
  }
}

/** Records that Banxico is asked now; false if it was a short time ago. */
async function claimTry({ db, tenant, at }: Work, { orderId }: OrderRecord): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transfer_orders')
    .set({ proof_tried_at: at })
    .where('client_id', '=', tenant)
    .where('order_id', '=', orderId)
    .where((eb) =>
      eb.or([eb('proof_tried_at', 'is', null), eb('proof_tried_at', '<=', new Date(at.getTime() - AGAIN_MS))]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function fetchProof(
  { paymentProofs }: { readonly paymentProofs: PaymentProofPort },
  order: OrderRecord,
  run: (store: (work: Work) => Promise<unknown>) => Promise<unknown>,
): Promise<Proof | null> {
  const { trackingKey, amount, beneficiary, operationDay, settledAt } = order;
  const receiverBank = speiBankOf(beneficiary.clabe);
  if (receiverBank === null || settledAt === null) return null;
  const answer = await paymentProofs.fetch({
    paidOn: dateAt(settledAt, MEXICO_CITY),
    operationDay,
    trackingKey,
    senderBank: STP,
    receiverBank,
    payer: order.payer,
    account: beneficiary.clabe,
    amount,
  });
  if (answer.kind !== 'found') return null;
  const { xml, pdf, holder } = answer;
  await run(async (work) => {
    await work.db
      .insertInto('transfer_proofs')
      .values({ client_id: work.tenant, order_id: order.orderId, xml, pdf, fetched_at: work.at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (!isSameName(holder, beneficiary.name)) await alertOf(work, order, 'other-holder');
  });
  return { xml, pdf };
}
