import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCompany, anOperator, secondReceiver } from '../../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { aPayment, collectAsTwo, requestSale, sellAndDeposit } from '../../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../../testing/seller.ts';

let portal: Portal;
let seller: Seller;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
});
afterAll(() => portal.close());

const operatorOn = async (day: string) => {
  portal.clock.set(new Date(`${day}T12:00:00-06:00`));
  return portal.signIn((await anOperator(portal)).email);
};

/** A check of the sale's first invoice. */
const checkOn = async (day: string, saleId: string, rule: 'concentration' | 'late-payment') => {
  const operator = await operatorOn(day);
  const { evidence } = await operator.call(routes.getLenderSale, { params: { saleId } });
  return evidence[0]?.checks.find((each) => each.rule === rule);
};

const share = (percent: number) => ({ result: 'warning', measured: { share: percent, limit: 30 } });
const overdue = (days: number) => ({ result: 'warning', measured: { days, limit: 5 } });
const noRecord = { result: 'passed', measured: { days: null } };

it('[OPE-03] the lender sees a receiver’s share of what is owed, and how late it paid in the last twelve months', async () => {
  const { client, session, operator, invoices } = seller;
  const other = await aCompany(portal, { client, receiver: secondReceiver() });
  const [onTime = '', late = ''] = [...(await invoices()), ...(await invoices({ total: '348000.00' }))];
  const [unpaid = ''] = await invoices({ companyId: other });
  const [paid] = await sellAndDeposit({ session, operator }, [onTime, late, unpaid]);
  const [sale] = await requestSale(session, await invoices({ total: '58000.00' }));
  const saleId = sale?.saleId ?? '';
  // 116,000 + 348,000 + 58,000 of 638,000, before anything is paid.
  expect(await checkOn('2026-03-10', saleId, 'concentration')).toMatchObject(share(81.8));
  expect(await checkOn('2026-03-10', saleId, 'late-payment')).toMatchObject(noRecord);

  const teller = await operatorOn('2026-05-11');
  await collectAsTwo(portal, teller, aPayment({ documentIds: [onTime] }, { valueDate: '2026-04-24' }));
  await collectAsTwo(
    portal,
    teller,
    aPayment({ documentIds: [late] }, { valueDate: '2026-05-04', amount: '348000.00' }),
  );
  // 58,000 of 174,000; ten days late with three quarters of the money.
  expect(await checkOn('2026-05-11', saleId, 'concentration')).toMatchObject(share(33.3));
  expect(await checkOn('2026-05-11', saleId, 'late-payment')).toMatchObject(overdue(7.5));
  expect(await checkOn('2027-05-31', saleId, 'late-payment')).toMatchObject(overdue(10));
  expect(await checkOn('2027-06-01', saleId, 'late-payment')).toMatchObject(noRecord);

  // The same figures for who decides on the client: its record, its account, and where the deposited sale stands.
  const on = async (day: string, of: string) =>
    (await operatorOn(day)).call(routes.getLenderSale, { params: { saleId: of } });
  await portal.db.owner.query(`update bank_accounts set pays_from = '2026-05-12T18:00:00Z'`);
  expect(await on('2026-05-11', saleId)).toMatchObject({
    record: { sales: 1, onTime: 1, late: 1, overdue: 1 },
    account: { bank: 'Banco', ending: '7891', coolingUntil: '2026-05-12T18:00:00.000Z' },
    deposit: null,
    standings: [{ standing: 'waiting', amountDue: null, paidOn: null }],
  });
  for (const [day, onTime] of [
    ['2027-04-24', 1],
    ['2027-04-25', 0],
  ] as const)
    expect((await on(day, saleId)).record).toMatchObject({ onTime, late: 1 });
  const deposited = await on('2026-05-13', paid?.saleId ?? '');
  expect(deposited).toMatchObject({
    record: { sales: 0 },
    account: { coolingUntil: null },
    deposit: { trackingKey: expect.stringMatching(/^SPEI/) },
  });
  const standings = new Map(deposited.standings.map(({ documentId, companyId, ...each }) => [documentId, each]));
  expect([onTime, late, unpaid].map((each) => standings.get(each))).toEqual([
    { standing: 'paid', amountDue: null, paidOn: '2026-04-24' },
    { standing: 'paid', amountDue: null, paidOn: '2026-05-04' },
    // 19 days of late charges.
    { standing: 'overdue', amountDue: '118938.67', paidOn: null },
  ]);
});
