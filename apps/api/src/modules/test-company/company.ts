/**
 * The test company of a client, on which its test keys act: example invoices, a credit line and a robot in place of the lender. It is
 * one value in one row, and no part of the lender's records.
 */
import { randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { V1Event } from '@anticipa/contract/v1/events';
import type { V1Invoice, v1GetUpload } from '@anticipa/contract/v1/invoices';
import type { v1GetReference } from '@anticipa/contract/v1/money';
import type { V1PreparedSale, v1PrepareSale } from '@anticipa/contract/v1/prepared-sales';
import type { V1Sale } from '@anticipa/contract/v1/sales';
import { addDays, dateAt, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { decimalOf, type FinancedCurrency, moneyOf, subtract } from '@anticipa/domain/money';
import { motiveTexts } from '@anticipa/texts/motive-texts';

export interface TestSale extends Omit<V1Sale, 'items' | 'totals'> {
  readonly currency: FinancedCurrency;
  readonly items: V1Sale['items'];
  terms: { readonly version: string; readonly hash: string; readonly text: string } | null;
}

/** With the choices as they were sent. */
export type TestPreparedSale = V1PreparedSale & { readonly chosen: BodyOf<typeof v1PrepareSale>['invoices'] };

/** A stored one may be older than its time of change. */
type TestReference = Omit<ResponseOf<typeof v1GetReference>, 'updated_at'> & {
  readonly updated_at?: string;
  readonly invoiceIds: readonly string[];
};

/** Every event here is one of a test. */
export interface TestEvent extends Omit<V1Event, 'mode'> {
  readonly number: number;
}

export interface TestCompany {
  readonly id: string;
  readonly madeAt: string;
  readonly lines: Readonly<Record<FinancedCurrency, string>>;
  receivers: { readonly id: string; readonly taxId: string; readonly name: string }[];
  invoices: V1Invoice[];
  uploads: ResponseOf<typeof v1GetUpload>[];
  sales: TestSale[];
  prepared: TestPreparedSale[];
  references: TestReference[];
  events: TestEvent[];
  answers: { readonly key: string; readonly request: string; readonly value: unknown }[];
}

/** It begins anew after so many days. */
const LIFE_DAYS = 30;
const MAX_EVENTS = 2_000;
const MAX_ANSWERS = 200;
/** Sales that ended without a deposit; the others are no more than its invoices. */
const MAX_ENDED_SALES = 100;
/** Invoices that it takes before it begins anew. */
export const MAX_TEST_INVOICES = 300;

/** The robot's pause before each of its steps. */
export const ROBOT_MS = 20_000;

/** The lender rejects this example. */
export const isRejectedExample = ({ series, folio }: Pick<V1Invoice, 'series' | 'folio'>): boolean =>
  series === 'PRUEBA' && folio === '9';

/** An RFC that the tax authority keeps for tests. */
export const TEST_TAX_ID = 'XIA190128J61';
export const TEST_NAME = 'EMPRESA DE PRUEBA';

const totals = ['116000.00', '58000.00', '23200.00', '9280.00', '174000.00', '34800.00'] as const;
const dollarTotal = '11600.00';
const receivers = [
  { taxId: 'GIS850101AB1', name: 'RECEPTOR DE PRUEBA UNO' },
  { taxId: 'LAN8507268IA', name: 'RECEPTOR DE PRUEBA DOS' },
] as const;

const unsold = {
  rejection: null,
  verification: 'verified',
  purchase_order: null,
  due_date: null,
  payment_days: null,
  interest_rate: null,
  advance_percent: null,
  interest: null,
  interest_tax: null,
  advance: null,
  reserve: null,
  initial_deposit: null,
  deposited_on: null,
  paid_on: null,
  paid_amount: null,
  late_charges: null,
  late_charges_tax: null,
  rebate: null,
  final_deposit: null,
  amount_due: null,
  sale_number: null,
  payment_reference: null,
} as const;

type Entered = Pick<
  V1Invoice,
  'series' | 'folio' | 'currency' | 'total' | 'issued_on' | 'payment_method' | 'fiscal_uuid'
>;

/** A new sellable invoice of the company. */
export const newInvoice = (entered: Entered, receiver: TestCompany['receivers'][number], at: Date): V1Invoice => ({
  id: randomUUID(),
  ...entered,
  receiver_id: receiver.id,
  receiver_tax_id: receiver.taxId,
  receiver_name: receiver.name,
  product: 'BI',
  status: 'sellable',
  ...unsold,
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
});

/** A company with twelve examples: ten in pesos, of which the ninth is one that the lender rejects, and two in dollars. */
export function newCompany(at: Date): TestCompany {
  const issued_on = addDays(dateAt(at, MEXICO_CITY), -3);
  const company: TestCompany = {
    id: randomUUID(),
    madeAt: at.toISOString(),
    lines: { MXN: randomUUID(), USD: randomUUID() },
    receivers: receivers.map((one) => ({ id: randomUUID(), ...one })),
    invoices: [],
    uploads: [],
    sales: [],
    prepared: [],
    references: [],
    events: [],
    answers: [],
  };
  for (let index = 0; index < 12; index += 1) {
    const receiver = company.receivers[index % company.receivers.length];
    if (receiver === undefined) break;
    const isDollars = index >= 10;
    const entered: Entered = {
      fiscal_uuid: randomUUID().toUpperCase(),
      series: 'PRUEBA',
      folio: String(index + 1),
      currency: isDollars ? 'USD' : 'MXN',
      total: isDollars ? dollarTotal : (totals[index % totals.length] ?? totals[0]),
      issued_on,
      payment_method: 'PPD',
    };
    const invoice = newInvoice(entered, receiver, at);
    company.invoices.push(invoice);
    tell(company, 'invoice.created', { id: invoice.id, url: `/v1/invoices/${invoice.id}` }, at);
  }
  return company;
}

export const isOver = ({ madeAt }: TestCompany, at: Date): boolean =>
  at.getTime() - Date.parse(madeAt) >= LIFE_DAYS * 86_400_000 || at.getTime() < Date.parse(madeAt);

export function tell(
  company: TestCompany,
  type: V1Event['type'],
  object: { readonly id: string; readonly url: string },
  at: Date,
): void {
  const number = (company.events.at(-1)?.number ?? 0) + 1;
  const event = { id: randomUUID(), type, happened_at: at.toISOString(), object_id: object.id, object_url: object.url };
  company.events = [...company.events, { number, ...event }].slice(-MAX_EVENTS);
}

export function keepAnswer(company: TestCompany, answer: TestCompany['answers'][number]): void {
  company.answers = [...company.answers, answer].slice(-MAX_ANSWERS);
}

/** Changes an invoice, and tells of its new status. */
export function changeInvoice(company: TestCompany, id: string, change: Partial<V1Invoice>, at: Date): void {
  company.invoices = company.invoices.map((one) =>
    one.id === id ? { ...one, ...change, updated_at: at.toISOString() } : one,
  );
  if (change.status !== undefined) tell(company, `invoice.${change.status}`, { id, url: `/v1/invoices/${id}` }, at);
}

/** Releases an invoice from a sale that ended without it. */
const releaseInvoice = (company: TestCompany, id: string, at: Date): void =>
  changeInvoice(company, id, { ...unsold, status: 'sellable' }, at);

/** Changes a sale, and tells of its new state. */
export function changeSale(company: TestCompany, number: number, change: Partial<TestSale>, at: Date): void {
  company.sales = company.sales.map((one) =>
    one.number === number ? { ...one, ...change, updated_at: at.toISOString() } : one,
  );
  const sale = company.sales.find((one) => one.number === number);
  if (sale && change.state !== undefined)
    tell(company, `sale.${change.state}`, { id: sale.id, url: `/v1/sales/${number}` }, at);
}

const after = (instant: string | null, ms: number): Date => new Date(Date.parse(instant ?? '') + ms);
const dayOf = (at: Date): IsoDate => dateAt(at, MEXICO_CITY);

/** Has the robot take every step that was due by now, each at its own instant: answers, deposits and payments. */
export function runRobot(company: TestCompany, now: Date): void {
  for (const { number } of company.sales) while (stepSale(company, number, now)) {}
  for (const { id } of company.references) payReference(company, id, now);
}

/** When the robot has its next step to take, and nobody else has to do anything before; null if there is none. */
export function nextStepAt({ sales, references, prepared }: TestCompany): Date | null {
  const steps = [
    ...prepared.flatMap((one) => (one.state === 'waiting' ? [after(one.prepared_at, ROBOT_MS)] : [])),
    ...references.flatMap((one) => (one.state === 'pending' ? [after(one.created_at, ROBOT_MS)] : [])),
    ...sales.flatMap(({ state, expires_at, requested_at, answered_at }) => {
      if (state === 'held' || state === 'quoted') return [after(expires_at, 0)];
      if (state === 'requested') return [after(requested_at, ROBOT_MS)];
      return state === 'answered' ? [after(answered_at, ROBOT_MS)] : [];
    }),
  ];
  return steps.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null);
}

function stepSale(company: TestCompany, number: number, now: Date): boolean {
  const sale = company.sales.find((one) => one.number === number);
  if (sale === undefined) return false;
  if (sale.state === 'held' || sale.state === 'quoted') return expire(company, sale, now);
  if (sale.state === 'requested') return answer(company, sale, now);
  return sale.state === 'answered' && deposit(company, sale, now);
}

function expire(company: TestCompany, sale: TestSale, now: Date): boolean {
  const at = after(sale.expires_at, 0);
  if (at > now) return false;
  end(company, sale, 'expired', at);
  return true;
}

/** Ends a sale without a deposit. */
export function end(company: TestCompany, sale: TestSale, state: 'expired' | 'cancelled', at: Date): void {
  const items = sale.items.map((item) => ({ ...item, state: 'released' as const }));
  const cancelled_at = state === 'cancelled' ? at.toISOString() : null;
  changeSale(company, sale.number, { state, items, cancelled_at, expires_at: null }, at);
  for (const { invoice_id } of sale.items) releaseInvoice(company, invoice_id, at);
  // A program that holds and cancels without end must not make its company grow, which is read whole by each call.
  const ended = company.sales.filter((one) => one.state === 'expired' || one.state === 'cancelled');
  const dropped = new Set(ended.slice(0, -MAX_ENDED_SALES).map(({ number }) => number));
  if (dropped.size > 0) company.sales = company.sales.filter((one) => !dropped.has(one.number));
}

const { reason, remedy } = motiveTexts.LENDER_DOCUMENTS;
const rejection = { code: 'LENDER_DOCUMENTS', reason, remedy };

function answer(company: TestCompany, sale: TestSale, now: Date): boolean {
  const at = after(sale.requested_at, ROBOT_MS);
  if (at > now) return false;
  const items = sale.items.map((item) =>
    isRejectedExample(item)
      ? { ...item, state: 'rejected' as const, rejection: reason }
      : { ...item, state: 'authorised' as const },
  );
  for (const { invoice_id, state } of items)
    if (state === 'rejected') changeInvoice(company, invoice_id, { ...unsold, status: 'rejected', rejection }, at);
  const isDeclined = items.every(({ state }) => state === 'rejected');
  const ended = isDeclined
    ? { state: 'cancelled' as const, cancelled_at: at.toISOString() }
    : { state: 'answered' as const };
  changeSale(company, sale.number, { items, answered_at: at.toISOString(), ...ended }, at);
  return true;
}

function deposit(company: TestCompany, sale: TestSale, now: Date): boolean {
  const at = after(sale.answered_at, ROBOT_MS);
  if (at > now) return false;
  const items = sale.items.map((item) =>
    item.state === 'authorised' ? { ...item, state: 'disbursed' as const } : item,
  );
  const tracking_key = `PRUEBA${String(sale.number).padStart(8, '0')}`;
  changeSale(company, sale.number, { state: 'disbursed', items, disbursed_at: at.toISOString(), tracking_key }, at);
  for (const { invoice_id, state, total } of items)
    if (state === 'disbursed')
      changeInvoice(company, invoice_id, { status: 'financed', deposited_on: dayOf(at), amount_due: total }, at);
  return true;
}

function payReference(company: TestCompany, id: string, now: Date): void {
  const reference = company.references.find((one) => one.id === id);
  const at = after(reference?.created_at ?? null, ROBOT_MS);
  if (reference?.state !== 'pending' || at > now) return;
  const paid = { state: 'paid', left: '0.00', updated_at: at.toISOString() } as const;
  company.references = company.references.map((one) => (one.id === id ? { ...one, ...paid } : one));
  tell(company, 'reference.paid', { id, url: `/v1/references/${id}` }, at);
  for (const invoiceId of reference.invoiceIds) {
    const invoice = company.invoices.find((one) => one.id === invoiceId);
    if (invoice === undefined) continue;
    tell(company, 'invoice.payment_received', { id: invoiceId, url: `/v1/invoices/${invoiceId}` }, at);
    const { total: paid_amount, reserve, interest_tax, currency } = invoice;
    const kept = subtract(moneyOf(reserve ?? '0.00', currency), moneyOf(interest_tax ?? '0.00', currency));
    const settled = { paid_on: dayOf(at), paid_amount, final_deposit: decimalOf(kept), amount_due: null };
    const none = { late_charges: '0.00', late_charges_tax: '0.00', rebate: '0.00' };
    changeInvoice(company, invoiceId, { status: 'settled', ...settled, ...none }, at);
  }
}
