import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOperator, aUser } from '../../../testing/builders.ts';
import { balancesOf } from '../../../testing/journal.ts';
import type { Portal } from '../../../testing/portal.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import {
  adjustAsTwo,
  aPayment,
  approveAsOther,
  collect,
  forwardToClient,
  requestSale,
  reverseAsTwo,
  sellAndDeposit,
  transferDevoluciones,
} from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import { checkInvariants } from '../../invariants/check.ts';

let mails: PortalWithMail;
let portal: Portal;
let seller: Seller;
/** The administrator of the client. */
let email: string;

beforeAll(async () => {
  mails = await startPortalWithMail();
  ({ portal } = mails);
  seller = await aSeller(portal);
  ({ email } = await aUser(portal, { client: seller.client, isAdmin: true }));
});
afterAll(() => mails.close());

const inCredit = async (count = 1): Promise<string[]> => {
  const documentIds = await seller.invoices({ count });
  await sellAndDeposit(seller, documentIds);
  return documentIds;
};
const pay = (documentId: string, amount: string) =>
  collect(seller.operator, aPayment({ documentIds: [documentId] }, { amount, valueDate: portal.clock.today() }));
const of = async (documentId: string) => seller.operator.call(routes.listAdjustments, { params: { documentId } });
const refused = async (documentId: string, body: object) =>
  (
    await seller.operator.refusal(routes.adjustInvoice, {
      params: { documentId },
      body: { reason: 'Lo pidió', ...body },
    })
  ).code;
const seenByClient = async (id: string) =>
  (await seller.session.call(routes.getInvoice, { params: { id } })).data.adjustments;
const UUID = 'AAAAAAAA-0000-4000-8000-00000000000';

it('[DIN-60] [DIN-66] [DIN-99] [DIN-133] a recourse is previewed, needs two people, is mailed, and is withdrawn as if it had never been booked', async () => {
  const [documentId = ''] = await inCredit();
  const before = await balancesOf(portal, documentId);
  const wanted = { params: { documentId }, query: { kind: 'recourse' } };
  const shown = await seller.operator.call(routes.previewAdjustment, wanted);
  expect(shown.lines.map(({ account, debit, credit }) => `${account} ${debit} / ${credit}`)).toEqual([
    'RECOMPRA 116000.00 / 0.00',
    'AFORO_POR_DEVOLVER 11600.00 / 0.00',
    'CARTERA 0.00 / 116000.00',
    'RECOMPRA 0.00 / 11600.00',
  ]);
  expect(shown).toMatchObject({
    after: { receiver: '0.00', buyBack: '104400.00', aforo: '0.00', toBuyBack: '104956.80' },
    finalDeposit: null,
    needsSecondPerson: true,
  });
  const body = { kind: 'recourse', reason: 'El receptor no paga' };
  const { proposal } = await seller.operator.call(routes.adjustInvoice, { params: { documentId }, body });
  expect(await balancesOf(portal, documentId)).toEqual(before);
  expect(await refused(documentId, body)).toBe('PROPOSAL_PENDING');
  if (proposal === null) throw new Error('nothing was proposed');
  await approveAsOther(portal, proposal);
  expect(await balancesOf(portal, documentId)).toMatchObject({ RECOMPRA: '104400.00' });
  expect(await refused(documentId, body)).toBe('NOTHING_OWED_BY_RECEIVER');
  const { standing, data } = await of(documentId);
  expect(standing).toEqual(shown.after);
  const { amountDue } = await seller.operator.call(routes.getBoughtInvoice, { params: { documentId } });
  expect(amountDue).toBe('104956.80');
  expect(data).toMatchObject([{ kind: 'recourse', amount: '104400.00', payBy: '2026-03-18', canWithdraw: true }]);
  const stand = { kind: 'recourse', amount: '104400.00', on: portal.clock.today(), payBy: '2026-03-18' };
  expect(await seenByClient(documentId)).toEqual([stand]);
  await portal.db.owner.query(
    `update terms_versions set body = body || E'\\n7. El cliente recompra lo que no se cobra.'`,
  );
  await mails.deliver();
  const sent = mails.mailsTo(email).find(({ subject }) => subject.startsWith('Recompra tu factura'));
  for (const text of ['cláusula 7 de los términos', '104,956.80', '18/03/2026', 'El receptor no paga'])
    expect(sent?.text).toContain(text);
  const adjustmentId = data[0]?.adjustmentId;
  await adjustAsTwo(portal, seller.operator, documentId, { kind: 'withdrawal', withdraws: adjustmentId });
  expect(await balancesOf(portal, documentId)).toEqual(before);
  expect(await seenByClient(documentId)).toEqual([]);
  const { rows } = await portal.db.owner.query(
    `select count(*)::integer as entries, count(reverses)::integer as reversing from ledger_entries
       where adjustment_id = $1`,
    [adjustmentId],
  );
  expect(rows).toEqual([{ entries: 2, reversing: 1 }]);
  expect(await refused(documentId, { kind: 'withdrawal', withdraws: adjustmentId })).toBe('ADJUSTMENT_NOT_LAST');
  expect((await of(documentId)).data.map(({ kind, canWithdraw }) => [kind, canWithdraw])).toEqual([
    ['recourse', false],
    ['withdrawal', false],
  ]);
});

it('[DIN-62] [DIN-63] refuses more than the receiver owes, a note twice, and days outside of the credit', async () => {
  const [documentId = '', other = ''] = await inCredit(2);
  const note = (amount: string, place: number) => ({ kind: 'credit-note', amount, cfdiUuid: `${UUID}${place}` });
  expect(await refused(documentId, note('116000.01', 1))).toBe('ADJUSTMENT_EXCEEDS_DEBT');
  const params = { documentId };
  const { adjustment } = await seller.operator.call(routes.adjustInvoice, {
    params,
    body: { ...note('1000.00', 1), reason: 'Devolución de mercancía' },
  });
  expect(adjustment).toMatchObject({
    kind: 'credit-note',
    amount: '1000.00',
    covered: '1000.00',
    cfdiUuid: `${UUID}1`,
  });
  expect(await refused(other, note('1000.00', 1))).toBe('CREDIT_NOTE_USED');
  const paid = { kind: 'paid-to-client', amount: '100.00' };
  expect(await refused(documentId, { ...paid, paidOn: '2026-03-11' })).toBe('VALUE_DATE_IN_FUTURE');
  expect(await refused(documentId, { ...paid, paidOn: '2026-03-09' })).toBe('PAID_BEFORE_DEPOSIT');
  expect(await refused(documentId, paid)).toBe('INVALID_REQUEST');

  await pay(documentId, '100000.00');
  const withdrawal = { kind: 'withdrawal', withdraws: adjustment?.adjustmentId };
  expect(await refused(documentId, withdrawal)).toBe('ADJUSTMENT_NOT_LAST');
  await pay(documentId, '15000.00');
  expect(await refused(documentId, { kind: 'recourse' })).toBe('INVOICE_NOT_IN_CREDIT');
});

it('[DIN-64] an invoice that its aforo covers is not written off, and one that is leaves no credit in use', async () => {
  const [documentId = '', covered = ''] = await inCredit(2);
  const used = async () => (await seller.session.call(routes.getCreditInformation)).lines;
  await pay(covered, '115000.00');
  expect(await refused(covered, { kind: 'write-off' })).toBe('NOTHING_TO_WRITE_OFF');
  const before = await used();
  await adjustAsTwo(portal, seller.operator, documentId, { kind: 'write-off' });
  expect(await used()).not.toEqual(before);
  const { data } = await seller.session.call(routes.listInvoices, { query: { status: '40' } });
  expect(data.find((row) => row.documentId === documentId)).toMatchObject({
    paidAmount: '0.00',
    finalDeposit: '0.00',
  });
  expect((await of(documentId)).standing).toBeNull();
});

describe('[DIN-58] the actions that are offered', () => {
  const agreements = ['promise', 'dispute', 'extension'] as const;
  const all = ['recourse', 'credit-note', 'paid-to-client', 'write-off'] as const;
  const nothing = () => Promise.resolve();
  const states: Readonly<Record<string, readonly [(id: string) => Promise<unknown>, readonly string[]]>> = {
    'not deposited': [nothing, []],
    'in credit': [nothing, [...agreements, ...all]],
    'partly paid': [(id: string) => pay(id, '16000.00'), [...agreements, ...all, 'shortfall']],
    'covered by its aforo': [(id: string) => pay(id, '114999.00'), [...agreements, ...all.slice(0, 3), 'shortfall']],
    'to be bought back': [
      (id: string) => adjustAsTwo(portal, seller.operator, id, { kind: 'recourse' }),
      ['write-off'],
    ],
    'paid to its client, who has bought back a part': [
      async (id: string) => {
        const paidOn = portal.clock.today();
        await adjustAsTwo(portal, seller.operator, id, { kind: 'paid-to-client', amount: '116000.00', paidOn });
        await pay(id, '15999.00');
      },
      ['write-off'],
    ],
    paid: [(id: string) => pay(id, '116000.00'), []],
    'written off': [(id: string) => adjustAsTwo(portal, seller.operator, id, { kind: 'write-off' }), []],
  };

  it.each(Object.entries(states))(
    'an invoice that is %s has those that the server accepts',
    async (state, [reach, expected]) => {
      const documentIds = await seller.invoices();
      const [documentId = ''] = documentIds;
      if (state === 'not deposited') await requestSale(seller.session, documentIds);
      else await sellAndDeposit(seller, documentIds);
      await reach(documentId);
      const { operator } = seller;
      const params = { documentId };
      const { isOwed } = await operator.call(routes.getFollowUp, { params });
      const { possible } = await operator.call(routes.listAdjustments, { params });
      const bought = await operator.send(routes.getBoughtInvoice, { params });
      const { aforo = null } = bought.body as { aforo?: string | null };
      const offered = [...(isOwed ? agreements : []), ...possible, ...(aforo === null ? [] : ['shortfall'])];
      expect(offered).toEqual(expected);

      const today = portal.clock.today();
      const promised = { amount: '100.00', payOn: today, promisedBy: 'Laura Pérez' };
      const amounts = {
        'credit-note': { amount: '100.00', cfdiUuid: `${UUID}9` },
        'paid-to-client': { amount: '100.00', paidOn: today },
      };
      const calls = {
        promise: () => operator.send(routes.recordPromise, { params, body: { promised } }),
        dispute: () =>
          operator.send(routes.openDispute, { params, body: { raisedBy: 'Laura Pérez', reason: 'faltan dos cajas' } }),
        extension: () => operator.send(routes.previewExtension, { params, query: { dueDate: '2026-05-08' } }),
        ...Object.fromEntries(
          all.map((kind) => [
            kind,
            () =>
              operator.send(routes.previewAdjustment, {
                params,
                query: { kind, ...amounts[kind as keyof typeof amounts] },
              }),
          ]),
        ),
        shortfall: () =>
          operator.send(routes.closeShortfall, { body: { documentId, reason: 'acordado con el cliente' } }),
      };
      const answers: string[] = [];
      for (const [action, call] of Object.entries(calls)) if ((await call()).status === 200) answers.push(action);
      expect(answers).toEqual(expected);
    },
  );
});

it('[DIN-130] an invoice that was written off or bought back is none that its receiver paid', async () => {
  const { operator, session } = seller;
  const [sale] = await requestSale(session, await seller.invoices());
  const recordNow = async () =>
    (await operator.call(routes.getLenderSale, { params: { saleId: sale?.saleId ?? '' } })).record;
  const before = await recordNow();
  const [[lost = ''], [bought = ''], [paid = '']] = [await inCredit(), await inCredit(), await inCredit()];
  await adjustAsTwo(portal, operator, lost, { kind: 'write-off' });
  await adjustAsTwo(portal, operator, bought, { kind: 'recourse' });
  const { standing, today: valueDate } = await of(bought);
  await collect(
    operator,
    aPayment({ documentIds: [bought] }, { amount: standing?.toBuyBack, payer: 'client', valueDate }),
  );
  const { collectionId: id } = await pay(paid, '116000.00');
  const { sales, writtenOff, boughtBack, onTime } = before;
  expect(await recordNow()).toEqual({
    ...before,
    ...{ sales: sales + 3, writtenOff: writtenOff + 1, boughtBack: boughtBack + 1, onTime: onTime + 1 },
  });
  const standings = [lost, bought, paid].map(
    async (documentId) => (await operator.call(routes.getBoughtInvoice, { params: { documentId } })).standing,
  );
  expect(await Promise.all(standings)).toEqual(['written-off', 'paid', 'paid']);
  // Settled and reopened alike count in the sums of receivers by the invariant.
  expect(await checkInvariants(portal.db.owner)).toEqual([]);
  await reverseAsTwo(portal, operator, { kind: 'collection', id });
  expect(await checkInvariants(portal.db.owner)).toEqual([]);
});

it('[DIN-133] the client’s administrators are told of a write-off, without its amount or reason', async () => {
  const [documentId = ''] = await inCredit();
  await adjustAsTwo(portal, seller.operator, documentId, { kind: 'write-off', reason: 'Motivo reservado' });
  await mails.deliver();
  const sent = mails.mailsTo(email).filter(({ subject }) => subject.startsWith('Dejamos de esperar el cobro'));
  const text = JSON.stringify(sent.at(-1));
  expect(text).toContain('deja de usar tu línea de crédito');
  expect(text).not.toMatch(/Motivo|reservado|104,400/);
});

it('[DIN-132] what a client must buy back is in ‘Cartera’ although no receiver owes, and in the ageing as of a day', async () => {
  const other = await aSeller(portal);
  const [documentId = ''] = await other.invoices();
  await sellAndDeposit(other, [documentId]);
  await adjustAsTwo(portal, other.operator, documentId, { kind: 'recourse' });
  const { clientId } = other.client;
  const { data, ageing } = await other.operator.call(routes.listPortfolio, { query: { view: 'all', clientId } });
  const asOf = portal.clock.today();
  const { data: aged } = await other.operator.call(routes.listAgeing, { query: { by: 'client', asOf, clientId } });
  expect([data, ageing, aged].map((rows) => rows.map(({ owed }) => owed))).toEqual(Array(3).fill(['104400.00']));
});

it('[DIN-65] money for an invoice that was written off is a recovery, up to what was given up, and is reversed as one', async () => {
  const [documentId = ''] = await inCredit();
  await adjustAsTwo(portal, seller.operator, documentId, { kind: 'write-off' });
  const body = aPayment({ documentIds: [documentId] }, { valueDate: portal.clock.today() });
  expect((await seller.operator.refusal(routes.registerCollection, { body })).code).toBe('SECOND_PERSON_NEEDED');
  const lost = await balancesOf(portal, documentId);
  const { collectionId: id } = await pay(documentId, '1000.00');
  expect(await balancesOf(portal, documentId)).toEqual({ ...lost, BANCOS: '-99920.00', RECUPERACIONES: '-1000.00' });
  const query = { kind: 'collection', id };
  const { consequences } = await seller.operator.call(routes.previewReversal, { query });
  expect(consequences.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['money-gone', '1000.00'],
    ['lost-again', '1000.00'],
  ]);
  await reverseAsTwo(portal, seller.operator, { kind: 'collection', id });
  expect(await balancesOf(portal, documentId)).toEqual(lost);
  const { standing } = await of(documentId);
  expect(standing).toBeNull();
});

it('[DIN-64] a write-off of an invoice includes the devolución that its client owes', async () => {
  const { operator, client } = seller;
  const [documentId = ''] = await inCredit();
  const { collectionId: id } = await pay(documentId, '116000.00');
  await transferDevoluciones(operator, client.clientId, 'GIVENUP1');
  await reverseAsTwo(portal, operator, { kind: 'collection', id });
  await adjustAsTwo(portal, operator, documentId, { kind: 'write-off' });
  expect(await checkInvariants(portal.db.owner)).toEqual([]);
});

it('[DIN-42] [DIN-63] a forwarded payment is reversed before the buy-back, and its transfer before it', async () => {
  const { operator, client } = seller;
  const [documentId = ''] = await inCredit();
  await adjustAsTwo(portal, operator, documentId, { kind: 'recourse' });
  const before = await balancesOf(portal, documentId);
  const { standing, today: valueDate } = await of(documentId);
  const buyBack = aPayment({ documentIds: [documentId] }, { amount: standing?.toBuyBack, payer: 'client', valueDate });
  const { collectionId: bought } = await collect(operator, buyBack);
  await forwardToClient(operator, documentId, aPayment({ reference: 'NADIE' }, { valueDate }));
  const refusal = async (id: string) =>
    (await operator.refusal(routes.previewReversal, { query: { kind: 'collection', id } })).code;
  expect(await refusal(bought)).toBe('REVERSE_LATER_FIRST');
  const { movements } = await operator.call(routes.getBoughtInvoice, { params: { documentId } });
  const forwarded = movements.find(({ collectionId }) => collectionId !== null && collectionId !== bought);
  const payout = await transferDevoluciones(operator, client.clientId, 'FORWARDED1');
  expect(await refusal(forwarded?.collectionId ?? '')).toBe('REVERSE_LATER_FIRST');
  await reverseAsTwo(portal, operator, { kind: 'payout', id: payout });
  for (const id of [forwarded?.collectionId ?? '', bought])
    await reverseAsTwo(portal, operator, { kind: 'collection', id });
  expect(await balancesOf(portal, documentId)).toEqual(before);
});

it('[DIN-45] [DIN-63] a payment to the client more than three days ago needs a second person, however small', async () => {
  const [documentId = ''] = await inCredit();
  portal.clock.set(new Date('2026-03-14T12:00:00-06:00'));
  const operator = await portal.signIn((await anOperator(portal)).email);
  const needsSecond = async (paidOn: string): Promise<boolean> => {
    const query = { kind: 'paid-to-client', amount: '100.00', paidOn };
    const preview = await operator.call(routes.previewAdjustment, { params: { documentId }, query });
    return preview.needsSecondPerson;
  };
  expect([await needsSecond('2026-03-11'), await needsSecond('2026-03-10')]).toEqual([false, true]);
});
