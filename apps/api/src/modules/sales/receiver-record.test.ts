import { routes } from '@anticipa/contract/routes';
import type { EvidenceRule } from '@anticipa/domain/evidence';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCompany, anOperator, secondReceiver } from '../../lib/testing/builders.ts';
import { type Portal, startPortal } from '../../lib/testing/portal.ts';
import { aPayment, collectAsTwo, requestSale, sellAndDeposit } from '../../lib/testing/sale-steps.ts';
import { aSeller, type Seller } from '../../lib/testing/seller.ts';

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

/** Result and value of a check of the sale's first invoice. */
const checkOn = async (day: string, saleId: string, rule: EvidenceRule) => {
  const operator = await operatorOn(day);
  const { evidence } = await operator.call(routes.getLenderSale, { params: { saleId } });
  const check = evidence[0]?.checks.find((each) => each.rule === rule);
  return [check?.result, check?.value];
};

it('[OPE-03] the lender sees a receiver’s share of what is owed, and how late it paid in the last twelve months', async () => {
  const { client, session, operator, invoices } = seller;
  const other = await aCompany(portal, { client, receiver: secondReceiver() });
  const [onTime = '', late = ''] = [...(await invoices()), ...(await invoices({ total: '348000.00' }))];
  await sellAndDeposit({ session, operator }, [onTime, late, ...(await invoices({ companyId: other }))]);
  const [sale] = await requestSale(session, await invoices({ total: '58000.00' }));
  const saleId = sale?.saleId ?? '';
  // 116,000 + 348,000 + 58,000 of 638,000, before anything is paid.
  expect(await checkOn('2026-03-10', saleId, 'concentration')).toEqual(['warning', '81.8']);
  expect(await checkOn('2026-03-10', saleId, 'late-payment')).toEqual(['passed', null]);

  const teller = await operatorOn('2026-05-11');
  await collectAsTwo(portal, teller, aPayment({ documentIds: [onTime] }, { valueDate: '2026-04-24' }));
  await collectAsTwo(
    portal,
    teller,
    aPayment({ documentIds: [late] }, { valueDate: '2026-05-04', amount: '348000.00' }),
  );
  // 58,000 of 174,000; ten days late with three quarters of the money.
  expect(await checkOn('2026-05-11', saleId, 'concentration')).toEqual(['warning', '33.3']);
  expect(await checkOn('2026-05-11', saleId, 'late-payment')).toEqual(['warning', '7.5']);
  expect(await checkOn('2027-05-31', saleId, 'late-payment')).toEqual(['warning', '10.0']);
  expect(await checkOn('2027-06-01', saleId, 'late-payment')).toEqual(['passed', null]);
});
