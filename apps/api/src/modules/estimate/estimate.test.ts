import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { lifeUntil } from '../../../testing/dying.ts';
import { runCron } from '../../../testing/jobs.ts';
import { balancesOf } from '../../../testing/journal.ts';
import { logInto } from '../../../testing/log.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { adjustAsTwo, aPayment, collect, collectAsTwo, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { checkInvariants } from '../../invariants/check.ts';
import { estimateJobs } from './jobs.ts';

let portal: Portal;
let seller: Seller;
let operator: Session;
/** Sold on 10 March, due on 24 April; nothing is paid for the first, the second is paid in part when 101 days late. */
let [unpaid, partly, settled] = ['', '', ''];

const estimate = async () =>
  expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'estimate-month')).toEqual([]);
/** Steps of the job with one client: before, within and after each of its two transactions. */
const STEPS = 6;
const estimateKilledAt = async (step: number): Promise<void> => {
  const deps = { clock: portal.clock, log: logInto([]), db: lifeUntil(step).over(portal.db.worker) };
  await Promise.allSettled(estimateJobs(deps).map(({ run }) => run({})));
};
/** Moves the clock to an hour in Mexico City, where operators sign in again. */
const moveTo = async (day: string, time: string) => {
  portal.clock.set(new Date(`${day}T${time}:00-06:00`));
  operator = await portal.signIn((await anOperator(portal)).email);
};
const entriesOf = async (event: string) =>
  (
    await portal.db.owner.query<{ booked: string }>(
      `select format('%s %s', booked_on, sum(debit)) as booked from ledger_entries join ledger_lines using (client_id, entry_number)
       where event = $1 group by client_id, entry_number, booked_on order by entry_number`,
      [event],
    )
  ).rows.map(({ booked }) => booked);
const estimatedOf = async (documentId: string) => (await balancesOf(portal, documentId)).ESTIMACION ?? '0.00';
const shown = async (month?: string) =>
  operator.call(routes.getEstimate, { query: month === undefined ? {} : { month } });
const listed = async (query: Record<string, string>) => (await operator.call(routes.listEstimated, { query })).data;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
  ({ operator } = seller);
  [unpaid = '', partly = '', settled = ''] = await seller.invoices({ count: 3 });
  await sellAndDeposit(seller, [unpaid, partly, settled]);
});
afterAll(() => portal.close());

it('[LIB-128] a month is estimated once, on its last day, in the client’s journal, however often the worker runs or is killed', async () => {
  await moveTo('2026-03-31', '22:25');
  expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'accrue-interest')).toEqual([]);
  const before = await shown();
  expect(before).toMatchObject({ month: '2026-03', asOf: '2026-03-31', bookedAt: null, waiting: 1 });
  expect(before.groups).toMatchObject([{ currency: 'MXN', stage: 1, count: 3, change: before.groups[0]?.estimate }]);
  // On that day a half per cent of the advance, less the interest that is not earned: each is 116,000.00 with 24 days to go.
  expect(before.groups[0]?.exposure).toBe('307632.00');
  await estimate();
  expect(await entriesOf('estimate')).toEqual([]);
  await moveTo('2026-03-31', '23:25');
  for (let step = 1; step < STEPS; step += 1) {
    await estimateKilledAt(step);
    expect(await entriesOf('estimate')).toEqual([]);
  }
  await estimateKilledAt(STEPS);
  expect(await entriesOf('estimate')).toHaveLength(1);
  await Promise.all([estimate(), estimate()]);
  await estimate();
  expect(await entriesOf('estimate')).toEqual([`2026-03-31 ${before.groups[0]?.estimate}`]);
  expect(await shown()).toMatchObject({ waiting: 0, bookedAt: expect.any(String), groups: before.groups });
  expect(await listed({ month: '2026-03', stage: '2' })).toEqual([]);
  expect((await listed({ month: '2026-03', currency: 'MXN', stage: '1' })).map(({ isBooked }) => isBooked)).toEqual([
    true,
    true,
    true,
  ]);
});

it('[LIB-128] a month that a stopped worker missed is booked later, by its balances of the last day', async () => {
  await moveTo('2026-04-24', '12:00');
  await collect(operator, aPayment({ documentIds: [settled] }, { amount: '116000.00', valueDate: '2026-04-24' }));
  await moveTo('2026-06-02', '09:25');
  await collect(operator, aPayment({ documentIds: [partly] }, { amount: '1000.00', valueDate: '2026-06-02' }));
  await estimate();
  // May is open until the third: 37 days late, stage 2. What was estimated of the settled invoice comes back.
  expect(await entriesOf('estimate')).toHaveLength(2);
  expect(await estimatedOf(unpaid)).toBe('-20880.00');
  expect(await estimatedOf(partly)).toBe('-20880.00');
  expect(await estimatedOf(settled)).toBe('0.00');
  expect((await shown('2026-05')).groups).toMatchObject([
    { stage: 0, count: 1, estimate: '0.00', change: '-512.72' },
    { stage: 2, count: 2, exposure: '208800.00', estimate: '41760.00' },
  ]);
  expect(await checkInvariants(portal.db.owner)).toEqual([]);
});

it('[LIB-130] late charges of an invoice past due are no income until they are collected; the client owes the same', async () => {
  await moveTo('2026-08-03', '12:00');
  await collectAsTwo(
    portal,
    operator,
    aPayment({ documentIds: [partly] }, { amount: '100000.00', valueDate: '2026-08-03' }),
  );
  const before = await balancesOf(portal, partly);
  expect(before.CLIENTE).not.toBe('0.00');
  await moveTo('2026-08-31', '23:30');
  await estimate();
  const {
    ESTIMACION: _,
    GASTO_ESTIMACION: __,
    RECARGOS_SUSPENDIDOS,
    RECARGOS_POR_DEVENGAR,
    ...after
  } = await balancesOf(portal, partly);
  expect(RECARGOS_SUSPENDIDOS).toBe(before.RECARGOS?.replace('-', ''));
  expect(RECARGOS_POR_DEVENGAR).toBe(before.RECARGOS);
  const { ESTIMACION: ___, GASTO_ESTIMACION: ____, ...same } = before;
  expect(after).toMatchObject(same);
  const [row] = await listed({ month: '2026-08', stage: '3' });
  expect(row).toMatchObject({ documentId: unpaid, daysLate: 129, suspended: '0.00', estimate: '62640.00' });
  expect(Number(row?.memo)).toBeGreaterThan(19_000);

  await moveTo('2026-09-10', '12:00');
  await collectAsTwo(
    portal,
    operator,
    aPayment({ documentIds: [partly] }, { amount: '15000.00', valueDate: '2026-09-10' }),
  );
  await moveTo('2026-09-30', '23:30');
  await estimate();
  // The aforo collected a part of the charges; the client owes the rest, and IVA of interest that no CFDI has billed.
  const left = await balancesOf(portal, partly);
  expect(left).toMatchObject({
    CLIENTE: '7306.46',
    RECARGOS_SUSPENDIDOS: '6298.67',
    RECARGOS_POR_DEVENGAR: '-6298.67',
  });
  const balance = { amount: '7863.26', valueDate: '2026-10-01', payer: 'client' };
  await moveTo('2026-10-01', '12:00');
  await collectAsTwo(portal, operator, aPayment({ documentIds: [partly] }, balance));
  await moveTo('2026-10-31', '23:30');
  await estimate();
  const { RECARGOS, ...end } = await balancesOf(portal, partly);
  expect(Object.keys(end)).not.toEqual(expect.arrayContaining(['RECARGOS_SUSPENDIDOS']));
  expect(Object.keys(end)).not.toEqual(expect.arrayContaining(['ESTIMACION']));
  expect(Number(RECARGOS)).toBeLessThan(-6298.67);
  expect(await checkInvariants(portal.db.owner)).toEqual([]);
});

it('[LIB-129] a write-off uses the estimate first, and the rest is an expense of that day', async () => {
  const wanted = { params: { documentId: unpaid }, query: { kind: 'write-off' } };
  const { lines } = await operator.call(routes.previewAdjustment, wanted);
  expect(lines.slice(0, 3).map(({ account, debit, credit }) => `${account} ${debit} / ${credit}`)).toEqual([
    'GASTO_ESTIMACION 42316.80 / 0.00',
    'ESTIMACION 0.00 / 42316.80',
    'ESTIMACION 104956.80 / 0.00',
  ]);
  await adjustAsTwo(portal, operator, unpaid, { kind: 'write-off' });
  expect(await balancesOf(portal, unpaid)).toMatchObject({ GASTO_ESTIMACION: '104956.80' });
  expect(await estimatedOf(unpaid)).toBe('0.00');
  await moveTo('2026-11-30', '23:30');
  await estimate();
  expect(await balancesOf(portal, unpaid)).toMatchObject({ GASTO_ESTIMACION: '104956.80' });
  expect(await checkInvariants(portal.db.owner)).toEqual([]);
});
