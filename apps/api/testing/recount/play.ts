/** The steps of a played history, over HTTP; each records what happened as a raw event. */
import type { LenderSale } from '@anticipa/contract/lender';
import { routes } from '@anticipa/contract/routes';
import { addDays, dateOf, daysBetween, type IsoDate, nextBusinessDay } from '@anticipa/domain/calendar';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import type { Random } from '@anticipa/sandbox/random';
import type { Portal } from '../portal.ts';
import { answerTo, aPayment, closeAsTwo, registerAsTwo } from '../sale-steps.ts';
import type { Session } from '../session.ts';
import { type Ending, type Paid, termsOf } from './endings.ts';
import type { InvoiceHistory, LifeEvent } from './life.ts';

/** An invoice whose events are added as they happen. */
export interface PlayedInvoice extends Omit<InvoiceHistory, 'events' | 'withdrawnOn' | 'depositedOn'> {
  withdrawnOn: IsoDate | null;
  depositedOn: IsoDate | null;
  readonly events: LifeEvent[];
}

/** A transfer of devoluciones. */
export interface Returned {
  readonly on: IsoDate;
  readonly currency: FinancedCurrency;
  readonly amount: bigint;
}

/** A history as far as it is played. */
export interface Play {
  readonly portal: Portal;
  readonly random: Random;
  /** Days between two days with events. */
  readonly stride: number;
  day: IsoDate;
  /** Sessions of the client, and of the lender. */
  session: Session;
  operator: Session;
  readonly agenda: { readonly on: IsoDate; readonly act: () => Promise<void> }[];
  readonly invoices: PlayedInvoice[];
  readonly returned: Returned[];
  /** Numbers used for tracking keys. */
  transfers: number;
  sales: number;
}

export const inCents = (amount: string): bigint => BigInt(amount.replace('.', ''));
export const inText = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

const trackingKey = (play: Play, prefix: string): string => {
  play.transfers += 1;
  return `${prefix}${play.transfers}`;
};

/** Sells invoices of one product and currency, each with its ending, in one sale. */
export async function sell(play: Play, product: ProductCode, endingOf: ReadonlyMap<string, Ending>): Promise<void> {
  const { session, operator, day } = play;
  const documentIds = [...endingOf.keys()];
  const dueOn = nextBusinessDay(addDays(day, product === 'FB' ? 45 : play.random.between(15, 60)));
  const documents = documentIds.map((documentId) => ({ documentId, dueDate: dueOn, purchaseOrder: 'OC1' }));
  const held = await session.call(routes.setAsPreSell, { body: { documents } });
  const numberOfSales = held.sales.map(({ numberOfSale }) => numberOfSale);
  const { terms } = await session.call(routes.processPreSells, { body: { numberOfSales } });
  const acceptedTerms = { version: terms.version, hash: terms.hash };
  const invoices = documentIds.map((documentId) => ({ documentId }));
  const requested = await session.call(routes.requestAuthorization, { body: { invoices, acceptedTerms } });
  const [sale] = requested.sales;
  if (!sale || requested.sales.length > 1) throw new Error('the invoices were not sold in one sale');
  play.sales += 1;
  const decisions = documentIds.map((documentId) => {
    const authorised = endingOf.get(documentId)?.kind !== 'rejected';
    return { documentId, authorised, motive: authorised ? null : 'LENDER_DOCUMENTS' };
  });
  const answered = await operator.call(routes.answerSale, await answerTo(operator, sale.saleId, decisions));
  await end(play, { sale: answered.sale, product, dueOn, endingOf });
}

/** Deposits a sale at once, or on the next day with events after some invoices are withdrawn. */
async function end(
  play: Play,
  sold: {
    readonly sale: LenderSale;
    readonly product: ProductCode;
    readonly dueOn: IsoDate;
    readonly endingOf: ReadonlyMap<string, Ending>;
  },
): Promise<void> {
  const { sale, product, dueOn, endingOf } = sold;
  const authorised = sale.items
    .filter(({ documentId }) => endingOf.get(documentId)?.kind !== 'rejected')
    .map(({ documentId, total }): PlayedInvoice => {
      const days = { soldOn: play.day, dueOn, authorisedOn: play.day, withdrawnOn: null, depositedOn: null };
      const { currency } = sale;
      return { documentId, currency, terms: termsOf[product], total: inCents(total), ...days, events: [] };
    });
  play.invoices.push(...authorised);
  const isKept = ({ documentId }: PlayedInvoice): boolean => endingOf.get(documentId)?.kind === 'paid';
  const withdrawn = authorised.filter((each) => !isKept(each));
  const depositKept = (): Promise<void> => deposit(play, sale, authorised.filter(isKept), endingOf);
  if (withdrawn.length === 0) return depositKept();
  const act = async (): Promise<void> => {
    const rejections = withdrawn.map(({ documentId }) => ({ documentId, motive: 'LENDER_DOCUMENTS' }));
    const { saleId } = sale;
    await play.operator.call(routes.withdrawAuthorisation, { params: { saleId }, body: { rejections } });
    for (const invoice of withdrawn) invoice.withdrawnOn = play.day;
    await depositKept();
    const again = withdrawn.filter(({ documentId }) => endingOf.get(documentId)?.kind === 'resold');
    const late: Paid = { kind: 'paid', payments: [[100, 3]] };
    if (again.length > 0) await sell(play, product, new Map(again.map(({ documentId }) => [documentId, late])));
  };
  play.agenda.push({ on: addDays(play.day, play.stride), act });
}

async function deposit(
  play: Play,
  { saleId }: LenderSale,
  invoices: readonly PlayedInvoice[],
  endingOf: ReadonlyMap<string, Ending>,
): Promise<void> {
  if (invoices.length === 0) return;
  await play.operator.call(routes.disburseSale, {
    params: { saleId },
    body: { trackingKey: trackingKey(play, 'OUT') },
  });
  for (const invoice of invoices) {
    invoice.depositedOn = play.day;
    const ending = endingOf.get(invoice.documentId);
    if (ending?.kind === 'paid') planPayments(play, invoice, ending);
  }
}

/** Days after its value date on which a second payment is registered, so that one with an earlier date comes later. */
const SECOND_DELAY = 20;

function planPayments(play: Play, invoice: PlayedInvoice, { payments, delay = 0, isClosed = false }: Paid): void {
  for (const [index, [share, days]] of payments.entries()) {
    // Never before the deposit.
    const wait = daysBetween(play.day, addDays(dateOf(invoice.dueOn), days));
    const valueDate = addDays(play.day, Math.max(wait, 0));
    const on = addDays(valueDate, delay + (index > 0 ? SECOND_DELAY : 0));
    const act = () =>
      pay(play, invoice, { valueDate, amount: index > 0 ? null : (invoice.total * BigInt(share)) / 100n });
    play.agenda.push({ on, act });
    if (isClosed && index === 0)
      play.agenda.push({ on: addDays(on, play.stride), act: () => closeShortfall(play, invoice) });
  }
}

/** Registers a payment; without an amount, of what is still owed. */
async function pay(
  play: Play,
  invoice: PlayedInvoice,
  { valueDate, amount }: { readonly valueDate: IsoDate; readonly amount: bigint | null },
): Promise<void> {
  const { documentId, currency } = invoice;
  const paid = amount ?? owedFor(invoice);
  const body = aPayment({ documentIds: [documentId] }, { valueDate, amount: inText(paid), currency });
  await registerAsTwo(play.portal, play.operator, body);
  invoice.events.push({ kind: 'payment', on: play.day, valueDate, amount: paid });
}

/** Debt left by the payments and, once the shortfall is closed, by the aforo. */
function owedFor({ total, terms, events }: PlayedInvoice): bigint {
  const paid = events.reduce((so, event) => so + (event.kind === 'payment' ? event.amount : 0n), 0n);
  const isClosed = events.some(({ kind }) => kind === 'closing');
  return total - paid - (isClosed ? (total * BigInt(100 - terms.advance) * 2n + 100n) / 200n : 0n);
}

async function closeShortfall(play: Play, invoice: PlayedInvoice): Promise<void> {
  await closeAsTwo(play.portal, play.operator, invoice.documentId);
  invoice.events.push({ kind: 'closing', on: play.day });
}

/** Transfers all devoluciones that are due. */
export async function transferReturns(play: Play): Promise<void> {
  const { operator, day } = play;
  for (const { clientId, currency, amount } of (await operator.call(routes.listDuePayouts)).data) {
    const body = { clientId, currency, amount, trackingKey: trackingKey(play, 'BACK') };
    await operator.call(routes.confirmPayout, { body });
    play.returned.push({ on: day, currency, amount: inCents(amount) });
  }
}
