/** Banxico's proofs of paid transfers. The job asks for each proof once, a person on demand; a proof that was found is kept. */

import type { ResponseOf } from '@anticipa/contract/route';
import type { saleProof } from '@anticipa/contract/transfers';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { speiBankOf } from '@anticipa/domain/spei';
import type { PaymentProofPort } from '../../gateways/payment-proofs/port.ts';
import type { Caller, OperatorActor } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type WideWork, type Work } from '../../platform/work/work.ts';
import type { Deps, JobDeps } from '../deps.ts';
import { noteReading } from '../log/audit.ts';
import { type SaleRecord, salesById, salesByNumber } from '../sales/queries.ts';
import { checkHolder, ownWork } from './change.ts';
import { type OrderRecord, orderBy, ordersToProve, proofOf, provenOrder } from './queries.ts';

type Format = 'pdf' | 'xml';
type Proof = Readonly<Record<Format, Buffer>>;

/** Banxico limits the calls: a client's next one has to wait this long. */
const AGAIN_MS = 10 * 60_000;
/** The proof is rarely there earlier. */
const READY_MS = 30 * 60_000;
/** Per run of the job. */
const PROOFS_PER_RUN = 5;

const STP = '90646';

/** Runs a step in a transaction on the rows of one client, or on all rows for money that belongs to no client. */
type Run = <T>(step: (work: Work | WideWork) => Promise<T>) => Promise<T>;
type Download = Promise<Outcome<ResponseOf<typeof saleProof>>>;

/** The proof of a deposit of the client, fetched from Banxico if it is not stored. Refuses with NOT_FOUND or PROOF_NOT_READY. */
export async function downloadProof(
  deps: Deps,
  caller: Caller,
  { numberOfSale, format }: { readonly numberOfSale: number; readonly format: Format },
): Download {
  const run: Run = (step) => runAs(deps, caller, step);
  const [sale] = await runAs(deps, caller, (work) => salesByNumber(work, [numberOfSale], 'read'));
  return sale === undefined ? refuse('NOT_FOUND') : proofOfSale(deps, run, sale, format);
}

/** The proof of a deposit for an operator, whose reading is logged. */
export async function downloadProofForLender(
  deps: Deps,
  caller: Caller<OperatorActor>,
  { saleId, format }: { readonly saleId: string; readonly format: Format },
): Download {
  const sale = await runAs(deps, caller, async (wide) => {
    const [found] = await salesById(wide, [saleId], 'read');
    if (found) await noteReading(narrowTo(wide, found.clientId), { action: 'sale.read', subject: `sale:${saleId}` });
    return found;
  });
  if (sale === undefined) return refuse('NOT_FOUND');
  const run: Run = (step) => runAs(deps, caller, (work) => step(narrowTo(work, sale.clientId)));
  return proofOfSale(deps, run, sale, format);
}

/** The proof of any paid order at STP, for an operator; PROOF_NOT_READY until the order is paid and Banxico has it. */
export async function downloadPaymentProof(
  deps: Deps,
  caller: Caller<OperatorActor>,
  { orderId, format }: { readonly orderId: string; readonly format: Format },
): Download {
  const order = await runAs(deps, caller, (work) => orderBy(work, { orderId }));
  if (order?.state !== 'paid') return refuse('PROOF_NOT_READY');
  const run: Run = (step) => runAs(deps, caller, (work) => step(ownWork(work, order.subject)));
  return proofFor(deps, run, order, { format, name: order.trackingKey });
}

async function proofOfSale(deps: Deps, run: Run, { saleId, numberOfSale }: SaleRecord, format: Format): Download {
  const order = await run(async (work) => ('tenant' in work ? provenOrder(work, saleId) : undefined));
  if (order === undefined) return refuse('PROOF_NOT_READY');
  return proofFor(deps, run, order, { format, name: `venta-${numberOfSale}` });
}

async function proofFor(
  deps: Deps,
  run: Run,
  order: OrderRecord,
  { format, name }: { readonly format: Format; readonly name: string },
): Download {
  const stored = await run((work) => proofOf(work, order.orderId));
  const proof = stored ?? (await tryNow(deps, run, order));
  if (proof === null) return refuse('PROOF_NOT_READY');
  return done({ base64: proof[format].toString('base64'), fileName: `cep-${name}.${format}` });
}

/** The proof, if Banxico has it now and was not asked in the last ten minutes; otherwise null. */
async function tryNow(deps: Deps, run: Run, order: OrderRecord): Promise<Proof | null> {
  return (await run((work) => claimTry(work, order))) ? fetchProof(deps, order, run) : null;
}

/** Fetches up to five proofs of settled orders; the job tries each order once. */
export async function fetchProofs(deps: JobDeps): Promise<void> {
  const settledBefore = new Date(deps.clock.now().getTime() - READY_MS);
  const orders = await runAs(deps, WORKER, (work) => ordersToProve(work, settledBefore, PROOFS_PER_RUN));
  for (const order of orders) {
    const run: Run = (step) => runAs(deps, WORKER, (work) => step(ownWork(work, order.subject)));
    await run((work) => claimTry(work, order));
    await fetchProof(deps, order, run);
  }
}

/** Records that Banxico is asked now. Returns false if it was asked in the last ten minutes. */
async function claimTry({ db, at, ...work }: Work | WideWork, { orderId, subject }: OrderRecord): Promise<boolean> {
  // Work that is narrowed to a client finds only the orders of that client.
  const tenant = 'tenant' in work ? work.tenant : subject.clientId;
  const { numUpdatedRows } = await db
    .updateTable('transfer_orders')
    .set({ proof_tried_at: at })
    .where('client_id', 'is not distinct from', tenant)
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
  run: Run,
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
      .values({
        client_id: 'tenant' in work ? work.tenant : null,
        order_id: order.orderId,
        xml,
        pdf,
        fetched_at: work.at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await checkHolder(work, order, holder);
  });
  return { xml, pdf };
}
