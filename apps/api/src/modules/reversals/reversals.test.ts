import { randomUUID } from 'node:crypto';
import { routes } from '@anticipa/contract/routes';
import { consequenceText } from '@anticipa/texts/reversals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { runCron } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import {
  adjustAsTwo,
  aPayment,
  approvalOf,
  approveAsOther,
  closeAsTwo,
  collectAsTwo,
  type Reversal,
  referenceFor,
  reverseAsTwo,
  sellAndDeposit,
  stateOfReference,
  transferDevoluciones,
} from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

const run = async (name: string) => expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, name)).toEqual([]);

let portal: Portal;
let seller: Seller;
let operator: Session;
let session: Session;

beforeAll(async () => {
  portal = await startPortal();
  await portal.pki.lenderSealer();
  seller = await aSeller(portal);
});
afterAll(() => portal.close());

const on = async (day: string): Promise<void> => {
  portal.clock.set(new Date(`${day}T19:45:00-06:00`));
  operator = await portal.signIn((await anOperator(portal)).email);
  session = await portal.signIn(seller.user.email);
};

/** The golden sale: 116,000.00 sold on 10 March for 24 April, with a deposit of 100,920.00. */
const sold = async (): Promise<string> => {
  await on('2026-03-10');
  const [documentId = ''] = await seller.invoices();
  await sellAndDeposit({ session, operator }, [documentId]);
  return documentId;
};

const pay = (documentId: string, amount = '116000.00', over: object = {}) =>
  collectAsTwo(
    portal,
    operator,
    aPayment({ documentIds: [documentId] }, { amount, valueDate: portal.clock.today(), ...over }),
  );

const previewOf = async (query: Reversal): Promise<string[]> => {
  const { currency, consequences } = await operator.call(routes.previewReversal, { query: { ...query } });
  return consequences.map((one) => consequenceText(one, currency));
};
const undo = (reversal: Reversal) => reverseAsTwo(portal, operator, reversal);
const refusalOf = async (reversal: Reversal) =>
  (await operator.refusal(routes.previewReversal, { query: { ...reversal } })).code;

const row = async (text: string, documentId: string) => (await portal.db.owner.query(text, [documentId])).rows[0];

/** Everything that a payment changes about an invoice, except interest, which continues. */
const standing = async (documentId: string) => ({
  accounts: await row(
    `select jsonb_object_agg(account, balance) as balances from (
      select account, sum(debit - credit)::text as balance from ledger_lines
      where document_id = $1 and account not in ('INTERES_POR_DEVENGAR', 'INGRESO_INTERES') group by account having sum(debit - credit) <> 0) all_of_it`,
    documentId,
  ),
  invoice: await row(
    `select status, paid_amount, late_charges, final_deposit, payout_id, rebate, returned_before, reference_id from invoices where document_id = $1`,
    documentId,
  ),
  hold: await row('select state, amount, face from credit_holds where document_id = $1', documentId),
  used: await row(
    'select sum(used) as used from credit_lines where client_id = (select client_id from invoices where document_id = $1)',
    documentId,
  ),
  habits: await row(
    'select sum(total) as total, sum(weighted_days) as days from receiver_payments where company_id = (select company_id from invoices where document_id = $1)',
    documentId,
  ),
  settled: await row(
    'select sum(count) as count, sum(total) as total from settled_totals where client_id = (select client_id from invoices where document_id = $1)',
    documentId,
  ),
});

const settledRow = (documentId: string) =>
  row(
    'select final_deposit, late_charges, late_charges_iva, paid_amount, returned_before from invoices where document_id = $1',
    documentId,
  );

const transfer = (trackingKey: string) => transferDevoluciones(operator, seller.client.clientId, trackingKey);

describe('a month cut', () => {
  it('[DIN-48] its CFDI are cancelled after their complements, and its interest is cut again', async () => {
    // A month is cut once for a client.
    seller = await aSeller(portal);
    const documentId = await sold();
    await on('2026-04-24');
    await run('cut-last-month');
    await pay(documentId);
    await on('2026-05-04');
    await run('cut-last-month');
    await on('2026-05-05');
    await run('complement-payments');
    const { clientId } = seller.client;
    const params = { month: '2026-03' };
    const state = async () => ({
      ...(await row(
        `select count(*) filter (where active)::integer as "inForce", count(*) filter (where not active)::integer as cancelled,
           sum(line.sub_total) filter (where active) as interest
         from interest_invoices cut join interest_invoice_lines line using (client_id, invoice_id)
         where document_id = $1 and month_cut = '2026-03-01'`,
        documentId,
      )),
      ...(await row(
        `select count(*) filter (where active)::integer as complements from complement_lines where document_id = $1`,
        documentId,
      )),
      ...(await standing(documentId)).accounts,
    });
    const before = await state();
    expect(before).toMatchObject({ inForce: 1, cancelled: 0, complements: 2 });
    const { consequences } = await operator.call(routes.previewCutReversal, { params, query: { clientId } });
    const texts = consequences.map((one) => consequenceText(one, 'MXN'));
    expect(texts[0]).toMatch(/complemento/);
    expect(texts.at(-1)).toMatch(/se factura de nuevo/);
    const body = { clientId, reason: 'Con datos fiscales de antes' };
    const { proposal } = await operator.call(routes.proposeCutReversal, { params, body });
    await approveAsOther(portal, proposal);
    expect((await operator.refusal(routes.proposeCutReversal, { params, body })).code).toBe('ALREADY_REVERSED');
    for (let times = 0; times < 2; times += 1) await run('follow-cancellations');
    expect(await state()).toMatchObject({ inForce: 0, cancelled: 1, complements: 1, interest: null });
    await run('cut-last-month');
    await on('2026-05-06');
    await run('complement-payments');
    expect(await state()).toEqual({ ...before, cancelled: 1 });
  });
});

describe('the CFDI of a reversed receipt', () => {
  it('[DIN-44] its CFDI are cancelled, the complements first, and issued again when it is paid again', async () => {
    seller = await aSeller(portal);
    const documentId = await sold();
    await on('2026-04-01');
    await run('cut-last-month');
    await on('2026-05-04');
    await run('cut-last-month');
    const { collectionId: id } = await pay(documentId);
    await run('invoice-late-charges');
    await on('2026-05-05');
    await run('complement-payments');
    const inForce = async () =>
      row(
        `select (select count(*)::integer from complement_lines where document_id = $1 and active) as complements,
          (select count(*)::integer from interest_invoices issued join interest_invoice_lines line using (client_id, invoice_id)
            where line.document_id = $1 and active and kind = 'late-charges') as late`,
        documentId,
      );
    expect(await inForce()).toEqual({ complements: 2, late: 1 });
    expect((await previewOf({ kind: 'collection', id })).filter((text) => text.startsWith('Se cancela'))).toEqual([
      expect.stringMatching(/^Se cancela el CFDI INT-\d+\.$/),
      // One for the lines of both months.
      expect.stringMatching(/^Se cancela el complemento PAG-\d+\.$/),
    ]);
    await undo({ kind: 'collection', id });
    await run('follow-cancellations');
    await run('follow-cancellations');
    expect(await inForce()).toEqual({ complements: 0, late: 0 });
    await pay(documentId);
    await run('invoice-late-charges');
    await on('2026-05-06');
    await run('complement-payments');
    expect(await inForce()).toEqual({ complements: 2, late: 1 });
  });
});

describe('a receipt', () => {
  it('[DIN-42] its reversal leaves an invoice as if it had never been paid, and can be paid again to the cent', async () => {
    const documentId = await sold();
    await on('2026-04-14');
    const before = await standing(documentId);
    const receipt = await pay(documentId);
    const reversal = { kind: 'collection', id: receipt.collectionId } as const;
    expect(await previewOf(reversal)).toEqual([
      'Se deshace el cobro de MXN 116,000.00: el dinero no está en el banco.',
      expect.stringMatching(/^La factura .* vuelve a deber MXN 116,000\.00\.$/),
      expect.stringMatching(/^Intereses por MXN 773\.33 de la factura/),
      expect.stringMatching(/^La devolución de MXN 11,043\.20 de la factura .* ya no se paga\.$/),
    ]);
    await undo(reversal);
    expect(await standing(documentId)).toEqual(before);
    await on('2026-04-24');
    await pay(documentId, '116000.00', { trackingKey: receipt.trackingKey });
    expect(await settledRow(documentId)).toMatchObject({ final_deposit: '11043.20', late_charges: '0.00' });
  });

  it('[DIN-42] a devolución that was paid for it becomes a debt of the client; a closed month keeps its statement', async () => {
    const documentId = await sold();
    await on('2026-04-24');
    const { collectionId: id, trackingKey } = await pay(documentId);
    await transfer('RETURNED1');
    await on('2026-05-14');
    const april = async () => {
      const { data } = await session.call(routes.getStatement, {
        query: { startDate: '2026-04-01', endDate: '2026-04-30' },
      });
      return data.currencies;
    };
    const asItWas = await april();
    expect(await previewOf({ kind: 'collection', id })).toEqual(
      expect.arrayContaining([
        'El mes ya cerró: se registra con fecha 01/05/2026.',
        expect.stringMatching(
          /^La devolución de MXN 11,043\.20 de la factura .* ya se pagó: queda como saldo a cargo del cliente\.$/,
        ),
      ]),
    );
    await undo({ kind: 'collection', id });
    expect(await april()).toEqual(asItWas);
    expect((await standing(documentId)).accounts.balances).toMatchObject({ CARTERA: '116000.00', CLIENTE: '11043.20' });
    const { data } = await session.call(routes.getStatement, {
      query: { startDate: '2026-05-01', endDate: '2026-05-14' },
    });
    const [mxn] = data.currencies;
    const own = mxn?.collections.filter((one) => one.trackingKey === trackingKey);
    expect(own).toMatchObject([{ amount: '-116000.00', containedIva: '-16000.00' }]);
    expect(mxn?.accounts.flatMap(({ movements }) => movements.map(({ concept }) => concept))).toEqual(
      expect.arrayContaining(['Se deshizo: Cobro del deudor', 'Devolución de aforo ya pagada, a tu cargo']),
    );
    const { invoices } = await pay(documentId);
    expect(invoices).toMatchObject([
      { finalDeposit: '0.00', recargos: '3093.33', ivaRecargos: '494.93', balanceDue: '3588.26' },
    ]);
    expect((await settledRow(documentId))?.returned_before).toBe('11043.20');
  });

  it('[DIN-42] the later one of two is reversed first', async () => {
    const documentId = await sold();
    await on('2026-04-24');
    const before = await standing(documentId);
    const first = await pay(documentId, '60000.00');
    const second = await pay(documentId, '20000.00');
    expect(await refusalOf({ kind: 'collection', id: first.collectionId })).toBe('REVERSE_LATER_FIRST');
    await undo({ kind: 'collection', id: second.collectionId });
    expect((await standing(documentId)).hold).toMatchObject({ amount: '56000.00', face: '56000.00' });
    expect(await refusalOf({ kind: 'collection', id: second.collectionId })).toBe('ALREADY_REVERSED');
    await undo({ kind: 'collection', id: first.collectionId });
    expect(await standing(documentId)).toEqual(before);
  });

  it('[DIN-42] an adjustment that was booked later is withdrawn first', async () => {
    const documentId = await sold();
    await on('2026-04-24');
    const { collectionId: id } = await pay(documentId, '60000.00');
    await adjustAsTwo(portal, operator, documentId, { kind: 'recourse' });
    expect(await refusalOf({ kind: 'collection', id })).toBe('REVERSE_LATER_FIRST');
    const { adjustment_id: withdraws } = await row(
      'select adjustment_id from adjustments where document_id = $1',
      documentId,
    );
    await adjustAsTwo(portal, operator, documentId, { kind: 'withdrawal', withdraws });
    await undo({ kind: 'collection', id });
    expect((await standing(documentId)).accounts.balances).toMatchObject({ CARTERA: '116000.00' });
  });

  it('[DIN-42] [DIN-66] an adjustment that was booked before is withdrawn once nothing else stands', async () => {
    const documentId = await sold();
    await on('2026-05-04');
    const before = await standing(documentId);
    await adjustAsTwo(portal, operator, documentId, {
      kind: 'credit-note',
      amount: '1000.00',
      cfdiUuid: randomUUID(),
    });
    const adjusted = async () => (await operator.call(routes.listAdjustments, { params: { documentId } })).data[0];
    const { collectionId: id } = await pay(documentId, '115000.00');
    expect((await adjusted())?.canWithdraw).toBe(false);
    await undo({ kind: 'collection', id });
    const { adjustmentId: withdraws = '' } = (await adjusted()) ?? {};
    await adjustAsTwo(portal, operator, documentId, { kind: 'withdrawal', withdraws });
    expect(await standing(documentId)).toEqual(before);
  });

  it('[DIN-42] its reference is live again, until its last day', async () => {
    const documentId = await sold();
    await on('2026-04-24');
    const reference = await referenceFor(session, [documentId]);
    const body = aPayment({ reference: reference.paymentReference }, { valueDate: '2026-04-24', source: 'REFERENCIA' });
    const receipt = await collectAsTwo(portal, operator, body);
    expect(await stateOfReference(portal, reference.id)).toBe('paid');
    await undo({ kind: 'collection', id: receipt.collectionId, money: 'waits' });
    expect(await stateOfReference(portal, reference.id)).toBe('live');
    await on('2026-05-30');
    await pay(documentId);
    expect(await stateOfReference(portal, reference.id)).toBe('expired');
  });

  it('[DIN-42] a balance due that it paid is owed again', async () => {
    const documentId = await sold();
    await on('2026-07-13');
    const [settled] = (await pay(documentId)).invoices;
    expect(Number(settled?.balanceDue)).toBeGreaterThan(0);
    const before = await standing(documentId);
    await on('2026-07-14');
    const paid = await pay(documentId, settled?.balanceDue, { payer: 'client' });
    const after = await standing(documentId);
    expect(after).not.toEqual(before);
    await undo({ kind: 'collection', id: paid.collectionId });
    expect(await standing(documentId)).toEqual(before);
    await pay(documentId, settled?.balanceDue, { payer: 'client' });
    expect(await standing(documentId)).toEqual(after);
  });
});

describe('the money of a reversed receipt', () => {
  const waiting = async () =>
    (await operator.call(routes.listUnidentifiedPayments, { query: { state: 'waiting' } })).data;

  it('[DIN-42] it waits to be identified for another invoice, and again after that', async () => {
    const [wrong, right] = [await sold(), await sold()];
    await on('2026-04-24');
    const receipt = await pay(wrong);
    await undo({ kind: 'collection', id: receipt.collectionId, money: 'waits' });
    const money = async () => (await waiting()).find(({ trackingKey }) => trackingKey === receipt.trackingKey);
    expect(await money()).toMatchObject({ amount: '116000.00', reason: 'reversed', valueDate: '2026-04-24' });
    const identify = async (documentId: string) => {
      const { paymentId = '', nextPart: part } = (await money()) ?? {};
      const body = { pays: { documentIds: [documentId] }, part };
      const { collection } = await operator.call(routes.identifyPayment, { params: { paymentId }, body });
      return collection?.collectionId ?? '';
    };
    const id = await identify(right);
    expect(await refusalOf({ kind: 'collection', id, money: 'gone' })).toBe('MONEY_AT_BANK');
    await undo({ kind: 'collection', id });
    expect(await money()).toMatchObject({ left: '116000.00', applications: [] });
    await identify(wrong);
    expect(await settledRow(wrong)).toMatchObject({ final_deposit: '11043.20' });
  });
});

describe('a closed shortfall', () => {
  it('[DIN-42] its reversal gives the aforo back, and may be closed again', async () => {
    const documentId = await sold();
    await on('2026-04-24');
    await pay(documentId, '110000.00');
    const before = await standing(documentId);
    await closeAsTwo(portal, operator, documentId);
    const { movements } = await operator.call(routes.getBoughtInvoice, { params: { documentId } });
    const closing = movements.find(({ event }) => event === 'shortfall');
    expect(closing?.amount).toBe('6000.00');
    await undo({ kind: 'shortfall', id: closing?.shortfallId ?? '' });
    expect(await standing(documentId)).toEqual(before);
    await closeAsTwo(portal, operator, documentId);
    expect(await settledRow(documentId)).toMatchObject({ final_deposit: '5043.20' });
  });
});

describe('a transferred devolución', () => {
  it('[DIN-42] its reversal makes it due again, under the same key too', async () => {
    const documentId = await sold();
    await on('2026-04-24');
    const { collectionId } = await pay(documentId);
    const id = await transfer('WRONGKEY');
    const preview = await previewOf({ kind: 'payout', id });
    expect(preview.at(-1)).toMatch(/queda otra vez por pagar\.$/);
    await undo({ kind: 'payout', id });
    await transfer('WRONGKEY');
    await undo({ kind: 'collection', id: collectionId });
    const { movements } = await operator.call(routes.getBoughtInvoice, { params: { documentId } });
    const payouts = movements.filter(({ event, reverses }) => event === 'payout' && reverses === null);
    expect(payouts.map(({ reversedBy }) => reversedBy !== null)).toEqual([false, true]);
    const again = payouts[0]?.payoutId ?? '';
    expect(await refusalOf({ kind: 'payout', id: again })).toBe('REVERSE_LATER_FIRST');
  });
});

describe('a proposal', () => {
  it('[DIN-43] another person approves it, as long as it does what was seen', async () => {
    const documentId = await sold();
    await on('2026-04-24');
    const { collectionId: id } = await pay(documentId);
    const body = { kind: 'collection', id, reason: 'Se registró por error' } as const;
    const { proposal } = await operator.call(routes.proposeReversal, { body });
    expect((await operator.refusal(routes.decideProposal, approvalOf(proposal))).code).toBe('OWN_PROPOSAL');
    expect((await operator.refusal(routes.proposeReversal, { body })).code).toBe('PROPOSAL_PENDING');
    await transfer('BEFOREIT');
    const second = await portal.signIn((await anOperator(portal)).email);
    expect((await second.refusal(routes.decideProposal, approvalOf(proposal))).code).toBe('GROUND_CHANGED');
    expect(await refusalOf({ kind: 'collection', id: documentId })).toBe('NOT_FOUND');
  });
});
