import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator } from '../../lib/testing/builders.ts';
import { runCron } from '../../lib/testing/jobs.ts';
import { type Portal, startPortal } from '../../lib/testing/portal.ts';
import { aPayment, sellAndDeposit } from '../../lib/testing/sale-steps.ts';
import { aSeller } from '../../lib/testing/seller.ts';
import type { Session } from '../../lib/testing/session.ts';

/** A payment (amount, value date), or an operator who closes the shortfall. */
type Step = readonly [amount: string, valueDate: string] | readonly ['close', date: string];

interface Variant {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Recargos and their IVA, in all. */
  readonly recargos?: readonly [string, string];
  readonly returned: string;
  /** The lender's bank once the devolución is transferred. */
  readonly bank: string;
  /** Balances left open; all other sale accounts end at zero. */
  readonly left?: Readonly<Record<string, string>>;
  readonly used?: string;
  /** IVA of the interest of March and April; sold on 10 March for 24 April. */
  readonly invoiced?: readonly [string, string];
  readonly total?: string;
  readonly currency?: 'USD';
  /** Interest that the journal earned, if the sale grants a rebate for early payment. */
  readonly earned?: string;
}

/** Written by hand: total 116,000.00, 45 days at 24 %, advance of 90 %, IVA 16 %, late at 48 %. */
const variants: readonly Variant[] = [
  { name: 'on time', steps: [['116000.00', '2026-04-24']], returned: '11043.20', bank: '4036.80' },
  {
    name: '10 days late',
    steps: [['116000.00', '2026-05-04']],
    recargos: ['1546.67', '247.47'],
    returned: '9249.06',
    bank: '5830.94',
  },
  {
    name: 'late, the payer pays the recargos',
    steps: [['117546.67', '2026-05-04']],
    recargos: ['1546.67', '247.47'],
    returned: '10795.73',
    bank: '5830.94',
  },
  { name: '10 days early, no rebate', steps: [['116000.00', '2026-04-14']], returned: '11043.20', bank: '4036.80' },
  {
    name: '10 days early, rebate',
    steps: [['116000.00', '2026-04-14']],
    earned: '2706.67',
    returned: '11940.26',
    bank: '3139.74',
    invoiced: ['259.84', '173.23'],
  },
  {
    name: 'short, the aforo covers it, closed',
    steps: [
      ['110000.00', '2026-04-24'],
      ['close', '2026-04-24'],
    ],
    returned: '5043.20',
    bank: '4036.80',
  },
  {
    name: 'short, not covered, closed',
    steps: [
      ['100000.00', '2026-04-24'],
      ['close', '2026-04-24'],
    ],
    returned: '0.00',
    bank: '-920.00',
    left: { CARTERA: '4400.00', CLIENTE: '556.80' },
    used: '4400.00',
  },
  {
    name: '… the client pays on 4 May',
    steps: [
      ['100000.00', '2026-04-24'],
      ['close', '2026-04-24'],
      ['5024.86', '2026-05-04'],
    ],
    recargos: ['58.67', '9.39'],
    returned: '0.00',
    bank: '4104.86',
  },
  {
    name: '… the receiver pays 16,000.00 on 4 May',
    steps: [
      ['100000.00', '2026-04-24'],
      ['close', '2026-04-24'],
      ['16000.00', '2026-05-04'],
    ],
    recargos: ['58.67', '9.39'],
    returned: '10975.14',
    bank: '4104.86',
  },
  { name: 'over', steps: [['117000.00', '2026-04-24']], returned: '12043.20', bank: '4036.80' },
  {
    name: 'in two, not closed',
    steps: [
      ['60000.00', '2026-04-24'],
      ['56000.00', '2026-05-04'],
    ],
    recargos: ['746.67', '119.47'],
    returned: '10177.06',
    bank: '4902.94',
  },
  {
    name: 'in two, both late',
    steps: [
      ['60000.00', '2026-05-04'],
      ['56000.00', '2026-05-14'],
    ],
    recargos: ['2293.33', '366.94'],
    returned: '8382.93',
    bank: '6697.07',
  },
  {
    name: 'in dollars',
    steps: [['10000.00', '2026-04-24']],
    returned: '952.00',
    bank: '348.00',
    invoiced: ['22.40', '25.60'],
    total: '10000.00',
    currency: 'USD',
  },
];

/** The days on which something happens: month cuts on the first of a month, payments on their value dates. */
const CUTS = ['2026-04-01', '2026-05-01', '2026-06-01'];

let portal: Portal;
let clientId: string;
let email: string;
let session: Session;
let operator: Session;
const sold = new Map<Variant, string>();

const on = async (day: string): Promise<void> => {
  portal.clock.set(new Date(`${day}T19:45:00-06:00`));
  session = await portal.signIn(email);
  operator = await portal.signIn((await anOperator(portal)).email);
};

const idsOf = (some: readonly Variant[]): string[] => some.map((variant) => sold.get(variant) ?? '');

const play = async (documentId: string, step: Step, currency: string): Promise<void> => {
  if (step[0] === 'close') {
    await operator.call(routes.closeShortfall, { body: { documentId } });
    return;
  }
  const body = aPayment({ documentIds: [documentId] }, { amount: step[0], valueDate: step[1], currency });
  await operator.call(routes.registerCollection, { body });
};

beforeAll(async () => {
  portal = await startPortal();
  await portal.pki.lenderSealer();
  const seller = await aSeller(portal);
  [clientId, email] = [seller.client.clientId, seller.user.email];
  await on('2026-03-10');
  for (const variant of variants) {
    const { total = '116000.00', currency = 'MXN' } = variant;
    const [documentId = ''] = await seller.invoices({ total, currency });
    sold.set(variant, documentId);
  }
  const withRebate = variants.filter(({ earned }) => earned !== undefined);
  await portal.db.owner.query(`update credit_lines set early_rebate = true`);
  await sellAndDeposit({ session, operator }, idsOf(withRebate));
  await portal.db.owner.query(`update credit_lines set early_rebate = false`);
  await sellAndDeposit({ session, operator }, idsOf(variants.filter((one) => !withRebate.includes(one))));
  const days = new Set([...CUTS, ...variants.flatMap(({ steps }) => steps.map(([, day]) => day))]);
  for (const day of [...days].toSorted()) {
    await on(day);
    if (CUTS.includes(day)) {
      await portal.db.owner.query(`insert into exchange_rates values ($1, 18.5, 'DOF', $2)`, [day, portal.clock.now()]);
      expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'cut-last-month')).toEqual([]);
    }
    for (const variant of variants) {
      for (const step of variant.steps.filter((one) => one[1] === day)) {
        await play(sold.get(variant) ?? '', step, variant.currency ?? 'MXN');
      }
    }
  }
  for (const { clientId: to, currency, amount } of (await operator.call(routes.listDuePayouts)).data) {
    await operator.call(routes.confirmPayout, {
      body: { clientId: to, currency, amount, trackingKey: `RETURN${currency}` },
    });
  }
});
afterAll(() => portal.close());

/** Balances of an invoice that are not zero: debits, or credits of the credit accounts. */
const balances = async (documentId: string): Promise<Record<string, string>> => {
  const { rows } = await portal.db.owner.query<{ account: string; balance: string }>(
    `select account, abs(sum(debit - credit))::text as balance from ledger_lines
     where client_id = $1 and document_id = $2 group by account having sum(debit - credit) <> 0`,
    [clientId, documentId],
  );
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
};

const inCents = (amount: string): number => Math.round(Number(amount) * 100);
const inText = (cents: number): string => (cents / 100).toFixed(2);

it.each(variants)('[PRE-04] [INT-03] $name: every account to the cent', async (variant) => {
  const { recargos = ['0.00', '0.00'], returned, bank, left = {}, used, invoiced = ['259.84', '296.96'] } = variant;
  const documentId = sold.get(variant) ?? '';
  const { INGRESO_INTERES, RECARGOS = '0.00', IVA_COBRADO, BANCOS, ...others } = await balances(documentId);
  expect({ INGRESO_INTERES, RECARGOS, BANCOS }).toEqual({
    INGRESO_INTERES: variant.earned ?? (variant.currency === 'USD' ? '300.00' : '3480.00'),
    RECARGOS: recargos[0],
    BANCOS: bank.replace('-', ''),
  });
  const [march, april] = invoiced.map(inCents);
  expect(IVA_COBRADO).toBe(inText((march ?? 0) + (april ?? 0) + inCents(recargos[1])));
  expect(others).toEqual(left);
  const { rows } = await portal.db.owner.query(
    `select invoice.final_deposit, hold.amount::text as used, hold.state from invoices invoice
     join credit_holds hold using (client_id, sale_id, document_id) where document_id = $1`,
    [documentId],
  );
  const isOpen = used !== undefined;
  expect(rows[0]).toMatchObject({ final_deposit: isOpen ? null : returned, state: isOpen ? 'posted' : 'repaid' });
  if (isOpen) expect(rows[0]?.used).toBe(used);
  const { data } = await session.call(routes.listInvoices, { query: { status: isOpen ? '30' : '40' } });
  const row = data.find((each) => each.documentId === documentId);
  if (isOpen) return;
  const payments = variant.steps.filter((step): step is readonly [string, string] => step[0] !== 'close');
  expect(row).toMatchObject({
    finalDeposit: returned,
    recargos: recargos[0],
    ivaRecargos: recargos[1],
    paidAmount: inText(payments.reduce((sum, [amount]) => sum + inCents(amount), 0)),
    paymentDate: payments.at(-1)?.[1],
  });
});

it('[INT-01] [HFI-01] the interest detail and the interest invoices bill what the journal earned', async () => {
  const body = { startDate: '2026-03-01', endDate: '2026-06-30' };
  const { credits } = (await session.call(routes.listInterest, { body })).data;
  for (const variant of variants) {
    const own = credits.filter((row) => row.documentId === sold.get(variant));
    const [march, april] = variant.invoiced ?? ['259.84', '296.96'];
    expect(own.map(({ periodo, iva }) => [periodo, iva])).toEqual([
      ['2026-03', march],
      ['2026-04', april],
    ]);
    expect(own.every(({ invoiceFolio }) => invoiceFolio !== null)).toBe(true);
  }
});

it('[INT-03] a repeated run of the day, or of the cut, books nothing', async () => {
  const count = async () =>
    (await portal.db.owner.query<{ entries: number }>(`select count(*)::integer as entries from ledger_entries`)).rows;
  const before = await count();
  for (const job of ['accrue-interest', 'cut-last-month'])
    expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, job)).toEqual([]);
  expect(await count()).toEqual(before);
});

it('[PRE-04] payments registered out of order settle on the latest value date, by that payment', async () => {
  const seller = await aSeller(portal);
  const [documentId = ''] = await seller.invoices();
  await sellAndDeposit(seller, [documentId], '2026-07-31');
  portal.clock.pass(5 * 24 * 3_600_000);
  operator = await portal.signIn((await anOperator(portal)).email);
  for (const [amount, valueDate, bank] of [
    ['60000.00', '2026-06-05', 'Su último banco'],
    ['56000.00', '2026-06-03', 'Su primer banco'],
  ] as const) {
    const body = aPayment({ documentIds: [documentId] }, { amount, valueDate, bank });
    await operator.call(routes.registerCollection, { body });
  }
  const own = await portal.signIn(seller.user.email);
  const { data } = await own.call(routes.listInvoices, { query: { status: '40' } });
  expect(data).toMatchObject([{ paymentDate: '2026-06-05', paidAmount: '116000.00', bank: 'Su último banco' }]);
});

it('a second payment in full of a settled invoice is refused', async () => {
  const [documentId = ''] = sold.values();
  const body = aPayment({ documentIds: [documentId] }, { valueDate: portal.clock.today() });
  expect(await operator.refusal(routes.registerCollection, { body })).toMatchObject({ code: 'INVOICE_NOT_IN_CREDIT' });
});

it('refuses a shortfall without a payment or closed already, and a transfer of another amount', async () => {
  const closed = variants.find(({ used }) => used !== undefined);
  const close = (documentId: string) => operator.refusal(routes.closeShortfall, { body: { documentId } });
  expect(await close((closed && sold.get(closed)) ?? '')).toMatchObject({ code: 'SHORTFALL_CLOSED' });
  expect(await close(sold.values().next().value ?? '')).toMatchObject({ code: 'INVOICE_NOT_IN_CREDIT' });
  const body = { clientId, currency: 'MXN', amount: '1.00', trackingKey: 'NOTHINGDUE' };
  expect(await operator.refusal(routes.confirmPayout, { body })).toMatchObject({
    code: 'PAYOUT_AMOUNT_DIFFERS',
    details: [{ path: 'amount', expected: '0.00' }],
  });
  const again = { clientId, currency: 'MXN', amount: '0.01', trackingKey: 'RETURNMXN' };
  expect(await operator.refusal(routes.confirmPayout, { body: again })).toMatchObject({ code: 'TRACKING_KEY_REUSED' });
});
