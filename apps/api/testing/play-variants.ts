/** Plays the variants of the golden sale over HTTP. */
import { randomUUID } from 'node:crypto';
import { routes } from '@anticipa/contract/routes';
import type { IvaRegime } from '@anticipa/domain/iva-regime';
import { anOperator } from './builders.ts';
import { variantsIn } from './golden-regimes.ts';
import type { Step, Variant } from './golden-variants.ts';
import { runCron } from './jobs.ts';
import type { Portal } from './portal.ts';
import {
  adjustAsTwo,
  aPayment,
  approveAsOther,
  closeAsTwo,
  depositAgainAsTwo,
  forwardToClient,
  recoverAsTwo,
  referenceFor,
  registerAsTwo,
  reverseAsTwo,
  sellAndDeposit,
} from './sale-steps.ts';
import { decideTerms } from './sale-terms.ts';
import { aSeller, type Seller } from './seller.ts';
import type { Session } from './session.ts';

const OUTSIDE = { smtpUrl: 'smtp://127.0.0.1:1' };

/** The days on which a month is cut. */
const CUTS = ['2026-04-01', '2026-05-01', '2026-06-01'];

interface Played {
  readonly clientId: string;
  /** State on the last day. */
  readonly session: Session;
  readonly operator: Session;
  /** Document ids. */
  readonly sold: ReadonlyMap<Variant, string>;
}

/** Sells an invoice of one client for each variant, plays their steps and the month cuts, and transfers the devoluciones. */
export async function playVariants(portal: Portal, regime: IvaRegime): Promise<Played> {
  const variants = variantsIn[regime];
  await portal.pki.lenderSealer();
  const { client, user, invoices } = await aSeller(portal);
  const on = async (day: string) => {
    portal.clock.set(new Date(`${day}T19:45:00-06:00`));
    const operator = await portal.signIn((await anOperator(portal)).email);
    return { session: await portal.signIn(user.email), operator };
  };
  let people = await on('2026-03-10');
  const sold = await sellVariants(portal, people, invoices, regime);
  await invoiceDeposits(portal);
  const references = new Map<string, string>();
  const days = new Set([...CUTS, ...variants.flatMap(({ steps }) => steps.map(([, day]) => day))]);
  for (const day of [...days].toSorted()) {
    people = await on(day);
    if (CUTS.includes(day)) await cutLastMonth(portal, day);
    for (const [variant, documentId] of sold) {
      const steps = variant.steps.filter(([, stepDay]) => stepDay === day);
      for (const step of steps)
        await play(portal, people, { documentId, references, currency: variant.currency ?? 'MXN' }, step);
    }
    await invoiceDeposits(portal);
  }
  const problems = await runCron(portal, OUTSIDE, 'invoice-late-charges');
  if (problems.length > 0) throw new Error(`late charges were not invoiced: ${problems.join(', ')}`);
  const { operator } = people;
  for (const { clientId, currency, amount } of (await operator.call(routes.listDuePayouts)).data) {
    const body = { clientId, currency, amount, trackingKey: `RETURN${currency}` };
    await operator.call(routes.confirmPayout, { body });
  }
  return { clientId: client.clientId, sold, ...people };
}

type People = Pick<Played, 'session' | 'operator'>;

/** Sells the invoices, those with a rebate or a commission while the terms have one. */
async function sellVariants(
  { db }: Portal,
  people: People,
  invoices: Seller['invoices'],
  ivaRegime: IvaRegime,
): Promise<Map<Variant, string>> {
  const variants = variantsIn[ivaRegime];
  const sold = new Map<Variant, string>();
  for (const currency of ['MXN', 'USD'] as const) {
    const own = variants.filter((variant) => (variant.currency ?? 'MXN') === currency);
    const documentIds = await invoices({ count: own.length, total: own[0]?.total ?? '116000.00', currency });
    for (const [index, variant] of own.entries()) sold.set(variant, documentIds[index] ?? '');
  }
  for (const [earlyRebate, openingMXN] of [
    [true, '0.00'],
    [false, '1000.00'],
    [false, '0.00'],
  ] as const) {
    await decideTerms(db, { ivaRegime, earlyRebate, openingMXN });
    const group = [...sold].filter(
      ([{ earned, commission = ['0.00'] }]) => (earned !== undefined) === earlyRebate && commission[0] === openingMXN,
    );
    // A deposit comes back as a whole.
    const alone = group.filter(([{ steps }]) => steps.some(([kind]) => kind === 'deposit-again'));
    for (const sale of [group.filter((each) => !alone.includes(each)), ...alone.map((each) => [each])])
      await sellAndDeposit(
        people,
        sale.map(([, documentId]) => documentId),
      );
  }
  return sold;
}

async function invoiceDeposits(portal: Portal): Promise<void> {
  const problems = await runCron(portal, OUTSIDE, 'invoice-deposits');
  if (problems.length > 0) throw new Error(`the deposits were not invoiced: ${problems.join(', ')}`);
}

async function cutLastMonth(portal: Portal, day: string): Promise<void> {
  await portal.db.owner.query(`insert into exchange_rates values ($1, 18.5, 'DOF', $2)`, [day, portal.clock.now()]);
  for (const job of ['accrue-interest', 'cut-last-month']) {
    const problems = await runCron(portal, OUTSIDE, job);
    if (problems.length > 0) throw new Error(`${job}: ${problems.join(', ')}`);
  }
}

interface Owed {
  readonly documentId: string;
  readonly currency: string;
  /** Payment references by document id. */
  readonly references: Map<string, string>;
}

/** Reverses the last payment or closing in force. */
async function undoLast(portal: Portal, operator: Session, documentId: string): Promise<void> {
  const { movements } = await operator.call(routes.getBoughtInvoice, { params: { documentId } });
  for (const { collectionId, shortfallId, reverses, reversedBy } of movements) {
    const id = shortfallId ?? collectionId;
    if (id === null || reverses !== null || reversedBy !== null) continue;
    return reverseAsTwo(portal, operator, { kind: id === shortfallId ? 'shortfall' : 'collection', id });
  }
}

async function play(
  portal: Portal,
  { session, operator }: People,
  owed: Owed,
  [kind, day, third]: Step,
): Promise<void> {
  const { documentId, currency, references } = owed;
  if (kind === 'extend') {
    const body = { dueDate: third ?? '', reason: 'Lo pidió el receptor' };
    const { proposal } = await operator.call(routes.proposeExtension, { params: { documentId }, body });
    await approveAsOther(portal, proposal);
    return;
  }
  if (kind === 'deposit-again')
    return depositAgainAsTwo(portal, operator, documentId, third === 'elsewhere' ? third : 'returned');
  if (kind === 'recover') return recoverAsTwo(portal, operator);
  if (kind === 'close') {
    await closeAsTwo(portal, operator, documentId);
    return;
  }
  if (kind === 'undo') {
    await undoLast(portal, operator, documentId);
    return;
  }
  if (kind === 'recourse' || kind === 'write-off' || kind === 'credit-note' || kind === 'paid-to-client') {
    await adjustAsTwo(portal, operator, documentId, {
      kind,
      ...(kind === 'credit-note' && { amount: third, cfdiUuid: randomUUID() }),
      ...(kind === 'paid-to-client' && { amount: third, paidOn: day }),
    });
    return;
  }
  if (kind === 'forward') {
    await forwardToClient(
      operator,
      documentId,
      aPayment({ reference: 'DESPUES' }, { amount: third, valueDate: day, currency }),
    );
    return;
  }
  if (kind === 'refer') {
    references.set(documentId, (await referenceFor(session, [documentId])).paymentReference);
    return;
  }
  const isAgain = kind === 'again';
  const pays = isAgain ? { reference: references.get(documentId) } : { documentIds: [documentId] };
  const body = aPayment(pays, { amount: isAgain ? '116000.00' : kind, valueDate: day, currency, payer: third });
  const { unidentified } = await registerAsTwo(portal, operator, body);
  if (!unidentified) return;
  const params = { paymentId: unidentified.paymentId };
  await operator.call(routes.sendBackPayment, { params });
  await operator.call(routes.confirmReturn, { params, body: { trackingKey: 'SENTBACK' } });
}
