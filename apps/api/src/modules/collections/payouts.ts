/** Transfers of devoluciones to the clients, in batches of the bank. */
import { randomUUID } from 'node:crypto';
import type { confirmPayout, listDuePayouts } from '@anticipa/contract/collections';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { done, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { payoutLines } from '@anticipa/domain/ledger';
import { decimalOf, type FinancedCurrency, type Money, moneyOf, sum, zero } from '@anticipa/domain/money';
import { isBackdated } from '@anticipa/domain/typed-payment';
import { sql } from 'kysely';
import { z } from 'zod';
import { valuesOf } from '../../platform/db/rows.ts';
import { announceAll } from '../../platform/live/events.ts';
import { narrowTo, type OperatorWork, type Principal, type WideWork, type Work } from '../../platform/work/work.ts';
import { anyAccountProblem } from '../credit/accounts.ts';
import { endFiled, filedDocuments, isUnfiled } from '../filed-payments/filed.ts';
import { appendEntries } from '../ledger/commands.ts';
import { isInForce } from '../ledger/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { putNotice } from '../notices/put.ts';
import { type BankPayment, type Objecting, paidOnProblem } from '../payment-limits/limits.ts';
import { isPaymentKey } from '../returned-payments/queries.ts';
import { clientById } from '../session/client-by-id.ts';

type Wanted = Omit<BodyOf<typeof confirmPayout>, 'reason' | 'paidOn'> & BankPayment;
type Confirmed = { readonly payout: NonNullable<ResponseOf<typeof confirmPayout>['payout']> };

const awaiting = ({ db }: WideWork) =>
  db.selectFrom('invoices').where('final_deposit', '>', '0').where('payout_id', 'is', null);

/** Devoluciones not yet transferred, by client and currency. */
export const duePayouts = (work: WideWork): Promise<ResponseOf<typeof listDuePayouts>['data']> =>
  awaiting(work)
    .innerJoin('clients', 'clients.client_id', 'invoices.client_id')
    .select([
      'invoices.client_id as clientId',
      'clients.rfc as clientRFC',
      sql<FinancedCurrency>`currency`.as('currency'),
      sql<string>`sum(final_deposit)::numeric(18, 2)`.as('amount'),
      sql<number>`count(*)::integer`.as('count'),
    ])
    .where(isUnfiled)
    .groupBy(['invoices.client_id', 'clients.rfc', 'currency'])
    .orderBy('clients.rfc')
    .orderBy('currency')
    .execute();

/**
 * Books the bank's confirmation of a transfer of all devoluciones due to a client in one currency. A payment of a file is put to
 * `objecting` only for its day: its file was, and it may go to an account that has changed since.
 */
export async function confirm(wide: OperatorWork, wanted: Wanted, objecting: Objecting): Promise<Outcome<Confirmed>> {
  const tenant = await clientById(wide, wanted.clientId);
  if (tenant === undefined) return refuse('NOT_FOUND');
  const work = narrowTo(wide, tenant);
  await lockPayouts(work);
  const known = await payoutByKey(wide, wanted.trackingKey);
  const amount = moneyOf<FinancedCurrency>(wanted.amount, wanted.currency);
  if (known) {
    const isSame =
      known.clientId === tenant && known.currency === wanted.currency && known.amount === decimalOf(amount);
    return isSame ? done({ payout: known }) : refuse('TRACKING_KEY_REUSED');
  }
  if (await isPaymentKey(wide, wanted.trackingKey)) return refuse('TRACKING_KEY_REUSED');
  const { due, total, isOrdered, isFiled } = await dueNow(work, amount);
  if (due.length === 0 && isOrdered) return refuse('TRANSFER_OPEN');
  const code = 'PAYOUT_AMOUNT_DIFFERS';
  if (due.length === 0 || total.cents !== amount.cents) {
    return refuse(code, [{ path: 'amount', code, expected: decimalOf(total) }]);
  }
  const { trackingKey, currency, paidOn } = wanted;
  const early = paidOnProblem(wide, paidOn, await settledOn(work, due));
  if (early) return early;
  const clabe = await onlyAccountOf(work, currency);
  const held = isFiled ? null : await anyAccountProblem(work, currency);
  if (held) return refuse(held);
  if (!isFiled || isBackdated(paidOn, wide.today)) {
    const payment = {
      purpose: 'payout',
      subject: tenant,
      clientId: tenant,
      label: '',
      holder: null,
      amount,
      clabe,
      paidOn,
    } as const;
    const objection = await objecting(wide, [payment]);
    if (objection) return objection;
  }
  await bookPayout(work, { trackingKey, paidOn, currency, clabe, confirmedBy: wide.actor.operatorId }, due);
  const payout = await payoutByKey(wide, wanted.trackingKey);
  if (!payout) throw new Error(`payout ${wanted.trackingKey} was not stored`);
  return done({ payout });
}

/** The day since which all of some devoluciones are due: the last settlement's. */
async function settledOn({ db, tenant }: Work, due: readonly DueInvoice[]): Promise<IsoDate | null> {
  const documentIds = due.map(({ documentId }) => documentId);
  const [day = null] = await valuesOf(db, z.string().nullable())`
    select max(value_date)::text from ledger_entries entry join ledger_lines line using (client_id, entry_number)
    where line.client_id = ${tenant} and line.document_id = any(${documentIds}::uuid[]) and account = 'POR_DEPOSITAR'
      and event in ('release', 'forward') and credit > 0 and ${isInForce}`;
  return day === null ? null : dateOf(day);
}

/** Sum of the devoluciones that are due in a currency. */
export const totalOf = (due: readonly DueInvoice[], currency: FinancedCurrency): Money<FinancedCurrency> =>
  sum<FinancedCurrency>(
    currency,
    due.map(({ amount }) => amount),
  );

/** Waits for others who pay or order the devoluciones of the client. */
export async function lockPayouts({ db, tenant }: Work<Principal>): Promise<void> {
  await db.selectFrom('clients').select('rfc').where('client_id', '=', tenant).forNoKeyUpdate().execute();
}

/** Documents of devoluciones of the client that the bank may be paying by an order. */
export async function orderedDocuments({ db, tenant }: Work<Principal>): Promise<string[]> {
  const rows = await db
    .selectFrom('transfer_order_invoices as paid')
    .innerJoin('transfer_orders', 'transfer_orders.order_id', 'paid.order_id')
    .select('paid.document_id')
    .where('paid.client_id', '=', tenant)
    .where('state', 'in', ['ordered', 'sent'])
    .execute();
  return rows.map((row) => row.document_id);
}

/** The account of a client in a currency; null if it has several, or none. */
async function onlyAccountOf({ db, tenant }: Work, currency: FinancedCurrency): Promise<string | null> {
  const rows = await db
    .selectFrom('bank_accounts')
    .select('clabe')
    .distinct()
    .where('client_id', '=', tenant)
    .where('currency', '=', currency)
    .execute();
  return rows.length === 1 ? (rows[0]?.clabe ?? null) : null;
}

/** Refuses a change of invoices while the bank may be paying the devolución of one of them; null if none is being paid. */
export async function beingPaidOf(
  work: Work<Principal>,
  currency: FinancedCurrency,
  documentIds: readonly string[],
): Promise<Refused | null> {
  const ordered = await orderedDocuments(work);
  const open = documentIds.filter((documentId) => ordered.includes(documentId));
  if (open.length > 0) return refuseEach('TRANSFER_OPEN', open);
  const filed = (await filedDocuments(work, { subject: work.tenant, currency })) ?? [];
  const inFile = documentIds.filter((documentId) => filed.includes(documentId));
  return inFile.length > 0 ? refuseEach('PAYMENT_FILED', inFile) : null;
}

export interface DueInvoice {
  readonly documentId: string;
  readonly amount: Money<FinancedCurrency>;
}

/**
 * Devoluciones that a transfer of this amount pays: those in a file for the bank if it is theirs, otherwise the others, except
 * what the bank may be paying by an order.
 */
async function dueNow(work: Work<Principal>, amount: Money<FinancedCurrency>) {
  const { currency } = amount;
  const ordered = await orderedDocuments(work);
  const all = (await dueInvoices(work, currency)).filter(({ documentId }) => !ordered.includes(documentId));
  const filed = await filedDocuments(work, { subject: work.tenant, currency });
  const parts = filed
    ? [true, false].map((isFiled) => ({
        isFiled,
        due: all.filter(({ documentId }) => filed.includes(documentId) === isFiled),
      }))
    : [{ isFiled: false, due: all }];
  const sums = parts.map((part) => ({ ...part, total: totalOf(part.due, currency) }));
  const [last = { due: [], total: zero(currency), isFiled: false }] = sums.slice(-1);
  const found = sums.find(({ total }) => total.cents === amount.cents) ?? last;
  return { ...found, isOrdered: ordered.length > 0 };
}

/** The devoluciones of the client that are to be transferred and in no file for the bank, locked. */
export async function unfiledInvoices(work: Work<Principal>, currency: FinancedCurrency): Promise<DueInvoice[]> {
  const filed = await filedDocuments(work, { subject: work.tenant, currency });
  return (await dueInvoices(work, currency)).filter(({ documentId }) => !filed?.includes(documentId));
}

async function dueInvoices(work: Work<Principal>, currency: FinancedCurrency): Promise<DueInvoice[]> {
  const rows = await awaiting(work)
    .select((eb) => ['document_id', eb.ref('final_deposit').$notNull().as('final_deposit')])
    .where('client_id', '=', work.tenant)
    .where('currency', '=', currency)
    .orderBy('document_id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ documentId: row.document_id, amount: moneyOf(row.final_deposit, currency) }));
}

/** Books a transfer of devoluciones that the bank has made. */
export async function bookPayout(
  work: Work<Principal>,
  paid: {
    readonly trackingKey: string;
    readonly paidOn: IsoDate;
    readonly currency: FinancedCurrency;
    readonly clabe: string | null;
    readonly confirmedBy: string;
  },
  due: readonly DueInvoice[],
): Promise<void> {
  const { db, tenant, at } = work;
  const { trackingKey, paidOn, currency, clabe, confirmedBy } = paid;
  const payoutId = randomUUID();
  await db
    .insertInto('payouts')
    .values({
      client_id: tenant,
      payout_id: payoutId,
      tracking_key: trackingKey,
      currency,
      amount: decimalOf(totalOf(due, currency)),
      paid_on: paidOn,
      clabe,
      confirmed_by: confirmedBy,
      confirmed_at: at,
    })
    .execute();
  const documentIds = due.map(({ documentId }) => documentId);
  await db
    .updateTable('invoices')
    .set({ payout_id: payoutId })
    .where('client_id', '=', tenant)
    .where('document_id', '=', sql<string>`any(${documentIds}::uuid[])`)
    .execute();
  const lines = due.flatMap((invoice) => payoutLines(invoice.documentId, invoice.amount));
  await appendEntries(work, [{ event: 'payout', payoutId, currency, valueDate: paidOn, lines }]);
  const details = { trackingKey, amount: decimalOf(totalOf(due, currency)), currency, invoices: due.length };
  await writeAudit(work, { action: 'payout.confirm', subject: `payout:${payoutId}`, details });
  const filed = await filedDocuments(work, { subject: tenant, currency });
  if (filed?.includes(documentIds[0] ?? ''))
    await endFiled(work, { kind: 'payout', subject: tenant, currency }, trackingKey);
  const about = { object: 'settled', count: due.length, amount: totalOf(due, currency), trackingKey } as const;
  await putNotice(work, { event: 'payout', ...about });
  await announceAll(work, { invoices: documentIds });
}

/** The payout in force with a tracking key. */
export const payoutByKey = ({ db }: WideWork, trackingKey: string): Promise<Confirmed['payout'] | undefined> =>
  db
    .selectFrom('payouts')
    .innerJoin('clients', 'clients.client_id', 'payouts.client_id')
    .select([
      'payout_id as payoutId',
      'payouts.client_id as clientId',
      'clients.rfc as clientRFC',
      'currency',
      'amount',
      sql<number>`(select count(*)::integer from invoices
        where invoices.client_id = payouts.client_id and invoices.payout_id = payouts.payout_id)`.as('count'),
      'tracking_key as trackingKey',
      'paid_on as date',
    ])
    .where('tracking_key', '=', trackingKey)
    .where('reversed_at', 'is', null)
    .executeTakeFirst();
