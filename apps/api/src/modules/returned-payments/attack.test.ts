import { approval } from '@anticipa/contract/approvals';
import { listMadePayments, proposeReturn } from '@anticipa/contract/made-payments';
import { routes } from '@anticipa/contract/routes';
import { orderTransfers, type WantedPayment } from '@anticipa/contract/transfers';
import { afterAll, beforeAll, it } from 'vitest';
import { z } from 'zod';
import { type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { anOperator } from '../../../testing/builders.ts';
import { duePayout, dueReturn } from '../../../testing/due-payments.ts';
import { approveAsOther, approvalOf, aPayment, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { pollOrders, reconcileOrders } from '../transfers/advance.ts';
import { reconcileReceived } from '../received-transfers/poll.ts';

const proposalIn = z.object({ proposal: approval });
let world: PortalWithBank;
beforeAll(async () => { world = await startPortalWithBank(); });
afterAll(() => world.close());
const call = (payments: readonly WantedPayment[]) =>
  world.seller.operator.call(orderTransfers, { body: { payments: [...payments] } });
const q = async (t: string, v: unknown[] = []) => (await world.portal.db.owner.query(t, v)).rows;
const bancos = async () => (await q(`select
 (select coalesce(sum(debit-credit),0) from ledger_lines where account='BANCOS')
 + (select coalesce(sum(case debit when 'BANCOS' then amount else -amount end),0) from lender_entries where 'BANCOS' in (debit,credit)) as b`))[0].b;

it('e1 key of a returned payout by hand again', async () => {
  await world.confirmAccounts();
  const { operator } = world.seller;
  await duePayout(world);
  const { data } = await operator.call(routes.listDuePayouts);
  const due = data.find((d) => d.clientId === world.seller.client.clientId)!;
  const body = { clientId: due.clientId, currency: due.currency, amount: due.amount, trackingKey: 'HAND1' };
  console.log('first', await operator.call(routes.confirmPayout, { body }));
  const made = (await operator.call(listMadePayments)).data.find((m) => m.trackingKey === 'HAND1')!;
  const { proposal } = await operator.call(proposeReturn, { body: { purpose: 'payout', id: made.id, trackingKey: 'HAND1', outcome: 'returned', reference: 'VUELTA1', reason: 'cuenta cerrada' } });
  await approveAsOther(world.portal, proposal);
  await world.confirmAccounts();
  console.log('again same key', (await operator.send(routes.confirmPayout, { body })).status, (await operator.send(routes.confirmPayout, { body })).code);
});
it('e2 return key again', async () => {
  const { operator } = world.seller;
  const back = await dueReturn(world);
  const r = () => operator.send(routes.confirmReturn, { params: { paymentId: back.paymentId }, body: { trackingKey: 'RET1' } as never });
  console.log('ret', (await r()).status, (await r()).body);
  const made = (await operator.call(listMadePayments)).data.find((m) => m.trackingKey === 'RET1');
  if (!made) return;
  const { proposal } = await operator.call(proposeReturn, { body: { purpose: 'return', id: made.id, trackingKey: 'RET1', outcome: 'returned', reference: 'VUELTA2', reason: 'cuenta cerrada' } });
  await approveAsOther(world.portal, proposal);
  console.log('ret again', (await r()).status, (await r()).code);
});
it('e3 old deposit key', async () => {
  const { operator } = world.seller;
  const documentIds = await world.seller.invoices();
  const [sale] = await sellAndDeposit(world.seller, documentIds);
  const key1 = (await q('select tracking_key from sales where sale_id=$1', [sale!.saleId]))[0].tracking_key;
  const lose = async (trackingKey: string, reference: string) => {
    const { proposal } = await operator.call(proposeReturn, { body: { purpose: 'deposit', id: sale!.saleId, trackingKey, outcome: 'returned', reference, reason: 'cuenta cerrada' } });
    await approveAsOther(world.portal, proposal);
    await world.confirmAccounts();
  };
  const pay = (trackingKey: string) => operator.send(routes.disburseSale, { params: { saleId: sale!.saleId }, body: { trackingKey } });
  await lose(key1, 'VD1');
  console.log('same', (await pay(key1)).code, 'new', (await pay('DEP2')).code);
  await lose('DEP2', 'VD2');
  console.log('first key again', (await pay(key1)).code);
  console.log('payout key as deposit', await q('select tracking_key from sales where sale_id=$1', [sale!.saleId]));
});
it('d recovered also as receipt', async () => {
  const { operator } = world.seller;
  await world.confirmAccounts();
  const wanted = await dueReturn(world);
  const [{ trackingKey = '', amount = '' } = {}] = (await call([wanted])).orders;
  await world.run();
  await pollOrders(world.deps());
  const b0 = await bancos();
  const made = (await operator.call(listMadePayments)).data.find((m) => m.trackingKey === trackingKey)!;
  const tell = async (outcome: 'elsewhere' | 'recovered' | 'returned', reference: string | null) => {
    const r = await operator.send(proposeReturn, { body: { purpose: made.purpose, id: made.id, trackingKey, outcome, reference, reason: 'la recibió otra empresa' } });
    if (r.code) return r.code;
    await approveAsOther(world.portal, proposalIn.parse(r.body).proposal);
    return 'ok';
  };
  console.log(await tell('elsewhere', null));
  const b1 = await bancos();
  await world.bank.deposit({ claveRastreo: 'STRANGER1', monto: Number(amount), cuentaBeneficiario: '646180110400000007', conceptoPago: '', cuentaOrdenante: '072180001234567897' });
  await reconcileReceived(world.deps());
  const b2 = await bancos();
  console.log('recover with the receipt key', await tell('recovered', 'STRANGER1'));
  const b3 = await bancos();
  console.log({ b0, b1, b2, b3, amount });
  console.log(await q("select event, debit, credit, amount, value_date from lender_entries order by entry_number desc limit 4"));
  console.log(await q("select state from unidentified_payments where tracking_key='STRANGER1'"), await q("select state from received_transfers where tracking_key='STRANGER1'"));
  // the other order
  const wanted2 = await dueReturn(world);
  const [{ trackingKey: k2 = '' } = {}] = (await call([wanted2])).orders;
  await world.run(); await pollOrders(world.deps());
  const made2 = (await operator.call(listMadePayments)).data.find((m) => m.trackingKey === k2)!;
  const prop = async (outcome: string, reference: string | null) => { const r = await operator.send(proposeReturn, { body: { purpose: made2.purpose, id: made2.id, trackingKey: k2, outcome, reference, reason: 'la recibió otra empresa' } as never }); if (r.code) return r.code; await approveAsOther(world.portal, proposalIn.parse(r.body).proposal); return 'ok'; };
  console.log(await prop('elsewhere', null), await prop('recovered', 'STRANGER1'), await prop('recovered', 'STRANGER2'));
  await world.bank.deposit({ claveRastreo: 'STRANGER2', monto: Number(amount), cuentaBeneficiario: '646180110400000007', conceptoPago: '', cuentaOrdenante: '072180001234567897' });
  await reconcileReceived(world.deps());
  console.log(await q("select state from unidentified_payments where tracking_key='STRANGER2'"), await q("select state from received_transfers where tracking_key='STRANGER2'"));
  console.log('typed', (await operator.send(routes.registerCollection, { body: aPayment({ reference: 'x' }, { trackingKey: 'STRANGER2', amount, valueDate: '2026-03-10' }) })).code);

});
it('c race approve recovered twice / bank reports at same time', async () => {
  const { operator } = world.seller;
  await world.confirmAccounts();
  const wanted = await dueReturn(world);
  const [{ trackingKey = '' } = {}] = (await call([wanted])).orders;
  await world.run();
  await pollOrders(world.deps());
  const made = (await operator.call(listMadePayments)).data.find((m) => m.trackingKey === trackingKey)!;
  const p1 = (await operator.call(proposeReturn, { body: { purpose: made.purpose, id: made.id, trackingKey, outcome: 'elsewhere', reference: null, reason: 'la recibió otra empresa' } })).proposal;
  const second = await world.portal.signIn((await anOperator(world.portal)).email);
  const third = await world.portal.signIn((await anOperator(world.portal)).email);
  console.log('two approve', (await Promise.all([second, third].map((s) => s.send(routes.decideProposal, approvalOf(p1))))).map((r) => [r.status, r.code]));
  const p2 = (await operator.call(proposeReturn, { body: { purpose: made.purpose, id: made.id, trackingKey, outcome: 'recovered', reference: 'REC5', reason: 'la recibió otra empresa' } })).proposal;
  const [sent] = world.atBank(trackingKey);
  world.bank.records.settle(sent!, 'D');
  console.log('bank and person', (await Promise.all([second.send(routes.decideProposal, approvalOf(p2)), third.send(routes.decideProposal, approvalOf(p2)), reconcileOrders(world.deps())])).map((r) => r && [r.status, r.code]));
  console.log(await q(`select event, debit, credit, lender_entries.amount from lender_entries join returned_payments using (return_id) where tracking_key=$1`, [trackingKey]));
});
it('a deductions repeated', async () => {
  const { operator } = world.seller;
  const [documentId = ''] = await world.seller.invoices();
  await sellAndDeposit(world.seller, [documentId]);
  const { today } = await operator.call(routes.listDueReferences);
  const body = aPayment({ documentIds: [documentId] }, { valueDate: today, amount: '115900.00', deductions: [{ documentId, kind: 'bank-fee', amount: '100.00' }] });
  const r = async (over: object) => { const x = await operator.send(routes.registerCollection, { body: { ...body, ...over } }); return [x.status, x.code]; };
  console.log('kinds', await r({}), await r({ deductions: [{ documentId, kind: 'bank-fee', amount: '50.00' }] }), await r({ deductions: undefined }), await r({ deductions: [{ documentId, kind: 'withholding', amount: '100.00' }] }), await r({ amount: '115901.00' }), await r({ payer: 'client' }));
});
