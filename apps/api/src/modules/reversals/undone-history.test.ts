/** Two clients with the same history, of which one also has payments, closings, credit notes and devoluciones that were undone. */
import { randomUUID } from 'node:crypto';
import { routes } from '@anticipa/contract/routes';
import { addDays, dateOf } from '@anticipa/domain/calendar';
import { type Random, randomFrom } from '@anticipa/sandbox/random';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { runCron } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { inCents, inText } from '../../../testing/recount/play.ts';
import {
  adjustAsTwo,
  aPayment,
  closeAsTwo,
  collectAsTwo,
  depositAgainAsTwo,
  payInFull,
  reverseAsTwo,
  sellAndDeposit,
} from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

const SOLD_ON = dateOf('2026-03-10');
/** Invoices of each client in each currency. */
const INVOICES = 2;
const currencies = ['MXN', 'USD'] as const;
type Currency = (typeof currencies)[number];

let portal: Portal;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const on = async (day: string): Promise<void> => {
  portal.clock.set(new Date(`${day}T19:45:00-06:00`));
  operator = await portal.signIn((await anOperator(portal)).email);
};

interface Side {
  readonly seller: Seller;
  readonly invoices: Readonly<Record<Currency, readonly string[]>>;
  /** Functions that undo the temporary steps, newest last. */
  readonly undoing: Record<Currency, (() => Promise<void>)[]>;
}

async function aSide(): Promise<Side> {
  await on(SOLD_ON);
  const seller = await aSeller(portal);
  const [mxn, usd] = [
    await seller.invoices({ count: INVOICES }),
    await seller.invoices({ count: INVOICES, currency: 'USD', total: '11600.00' }),
  ];
  await sellAndDeposit(seller, [...mxn, ...usd]);
  return { seller, invoices: { MXN: mxn, USD: usd }, undoing: { MXN: [], USD: [] } };
}

const invoiceOf = async (documentId: string) => operator.call(routes.getBoughtInvoice, { params: { documentId } });

const steps = ['part', 'whole', 'note', 'close', 'transfer'] as const;
/** Does one step, if it can be done now; returns how it is undone. */
async function take(
  side: Side,
  {
    kind,
    currency,
    documentId,
    share,
  }: { kind: (typeof steps)[number]; currency: Currency; documentId: string; share: number },
): Promise<(() => Promise<void>) | null> {
  const { clientId } = side.seller.client;
  const undo = (what: 'collection' | 'shortfall' | 'payout', id: string) => () =>
    reverseAsTwo(portal, operator, { kind: what, id });
  if (kind === 'transfer') {
    const due = (await operator.call(routes.listDuePayouts)).data.find(
      (one) => one.clientId === clientId && one.currency === currency,
    );
    if (due === undefined) return null;
    const trackingKey = randomUUID().replaceAll('-', '').slice(0, 30);
    const body = { clientId, currency, amount: due.amount, trackingKey };
    const { payout } = await operator.call(routes.confirmPayout, { body });
    return undo('payout', payout?.payoutId ?? '');
  }
  const { daysLate, amountDue, aforo } = await invoiceOf(documentId);
  if (daysLate === null) return null;
  const part = inText((inCents(amountDue) * BigInt(share)) / 100n);
  if (kind === 'note') {
    const { standing } = await operator.call(routes.listAdjustments, { params: { documentId } });
    const note = inText((inCents(standing?.receiver ?? '0.00') * BigInt(share)) / 1000n);
    if (note === '0.00') return null;
    await adjustAsTwo(portal, operator, documentId, { kind: 'credit-note', amount: note, cfdiUuid: randomUUID() });
    const withdraws = (await operator.call(routes.listAdjustments, { params: { documentId } })).data.at(
      -1,
    )?.adjustmentId;
    return () => adjustAsTwo(portal, operator, documentId, { kind: 'withdrawal', withdraws });
  }
  if (kind === 'close') {
    if (aforo === null) return null;
    await closeAsTwo(portal, operator, documentId);
    const { movements } = await invoiceOf(documentId);
    const closing = movements.find(({ event, reversedBy }) => event === 'shortfall' && reversedBy === null);
    return undo('shortfall', closing?.shortfallId ?? '');
  }
  const amount = kind === 'whole' ? amountDue : part;
  const payment = aPayment({ documentIds: [documentId] }, { amount, currency, valueDate: portal.clock.today() });
  return undo('collection', (await collectAsTwo(portal, operator, payment)).collectionId);
}

const undoAll = async ({ undoing }: Side, currency: Currency): Promise<void> => {
  for (const undo of undoing[currency].splice(0).toReversed()) await undo();
};

/** Balances and figures of each invoice by its place, the client's use of credit, and the balance of the bank. */
const standingOf = async ({ seller, invoices }: Side) => {
  const ids = currencies.flatMap((currency) => invoices[currency]);
  const { rows } = await portal.db.owner.query(
    `select place::integer, status, paid_amount, late_charges, late_charges_iva, rebate, final_deposit, payout_id is not null as "isPaidOut",
       returned_before, (
         select jsonb_object_agg(account, balance) from (
           select account, sum(debit - credit)::text as balance from ledger_lines line where line.document_id = invoices.document_id
           group by account having sum(debit - credit) <> 0) balances) as balances
     from invoices join unnest($1::uuid[]) with ordinality as wanted (document_id, place) using (document_id) order by place`,
    [ids],
  );
  const { rows: used } = await portal.db.owner.query(
    'select currency, used from credit_lines where client_id = $1 order by currency',
    [seller.client.clientId],
  );
  return { rows, used };
};

/** A step on one day, which stays or is undone later. */
async function act(sides: readonly [plain: Side, undone: Side], currency: Currency, random: Random): Promise<string> {
  const [plain, undone] = sides;
  const place = random.between(0, INVOICES - 1);
  const [kind, share, stays] = [random.pick(steps), random.between(5, 60), random.chance(40)];
  if (!stays) {
    const undo = await take(undone, { kind, currency, documentId: undone.invoices[currency][place] ?? '', share });
    if (undo) undone.undoing[currency].push(undo);
    return `${kind} of ${currency} ${place}, to be undone`;
  }
  await undoAll(undone, currency);
  for (const side of [plain, undone])
    await take(side, { kind, currency, documentId: side.invoices[currency][place] ?? '', share });
  return `${kind} of ${currency} ${place}`;
}

it.each(Array.from({ length: rounds(2, 60) }, (_, seed) => [seed]))(
  '[DIN-46] a history with what was undone ends as one without it, in pesos and in dollars: seed %i',
  async (seed) => {
    const random = randomFrom(`undone ${seed}`);
    const sides = [await aSide(), await aSide()] as const;
    const played: string[] = [];
    let day = addDays(SOLD_ON, 5);
    for (let turn = 0; turn < 10; turn += 1) {
      await on(day);
      for (const currency of currencies) played.push(`${day}: ${await act(sides, currency, random)}`);
      day = addDays(day, random.between(1, 14));
    }
    await on(day);
    for (const currency of currencies) await undoAll(sides[1], currency);
    expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'accrue-interest')).toEqual([]);
    const [plain, undone] = [await standingOf(sides[0]), await standingOf(sides[1])];
    expect([played, undone]).toEqual([played, plain]);
  },
);

const perDay = async (documentId: string) => {
  const { rows } = await portal.db.owner.query(
    `select value_date, sum(credit - debit) as earned from ledger_lines join ledger_entries using (client_id, entry_number)
     where document_id = $1 and account = 'INGRESO_INTERES' group by value_date having sum(credit - debit) <> 0 order by value_date`,
    [documentId],
  );
  return rows;
};

it.each([false, true])(
  '[DIN-41] an invoice whose early payment is reversed earns each day once, with a rebate: %s',
  async (hasRebate) => {
    await on(SOLD_ON);
    const seller = await aSeller(portal);
    await portal.db.owner.query('update credit_lines set early_rebate = $1', [hasRebate]);
    const [plain = '', paid = ''] = await seller.invoices({ count: 2 });
    await sellAndDeposit(seller, [plain, paid]);
    await on('2026-04-16');
    const accrue = async () =>
      expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'accrue-interest')).toEqual([]);
    await accrue();
    // The bank counts it from two days before, which have earned.
    const payment = aPayment({ documentIds: [paid] }, { amount: '116000.00', valueDate: '2026-04-14' });
    const { collectionId } = await collectAsTwo(portal, operator, payment);
    await on('2026-04-18');
    await accrue();
    await reverseAsTwo(portal, operator, { kind: 'collection', id: collectionId });
    expect(await perDay(paid)).toEqual(await perDay(plain));
    await on('2026-04-24');
    await accrue();
    expect(await perDay(paid)).toEqual(await perDay(plain));
  },
);

it('[DIN-18] days without a deposit that a settlement takes back stay taken back once it is reversed', async () => {
  await on(SOLD_ON);
  const seller = await aSeller(portal);
  const [documentId = ''] = await seller.invoices();
  await sellAndDeposit(seller, [documentId]);
  const run = async () =>
    expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'accrue-interest')).toEqual([]);
  const earned = async () => {
    const { rows } = await portal.db.owner.query<{ earned: string }>(
      `select sum(credit - debit)::text as earned from ledger_lines where document_id = $1 and account = 'INGRESO_INTERES'`,
      [documentId],
    );
    return rows[0]?.earned;
  };
  await on(addDays(SOLD_ON, 30));
  await run();
  expect(await earned()).toBe('2320.00');
  await depositAgainAsTwo(portal, operator, documentId, 'returned');
  await on(addDays(SOLD_ON, 45));
  await payInFull(operator, documentId);
  // 15 of 45 days.
  expect(await earned()).toBe('1160.00');
  const { rows } = await portal.db.owner.query<{ id: string }>(
    'select collection_id as id from invoices where document_id = $1',
    [documentId],
  );
  await reverseAsTwo(portal, operator, { kind: 'collection', id: rows[0]?.id ?? '' });
  await run();
  expect(await earned()).toBe('1160.00');
});
