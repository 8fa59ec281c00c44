import { listAlerts } from '@anticipa/contract/alerts';
import { uploadFile } from '@anticipa/contract/files';
import type { Invoice } from '@anticipa/contract/invoices';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aClient,
  aCompany,
  aLine,
  anInvoiceFile,
  anOperator,
  aUser,
  type TestClient,
} from '../../../../testing/builders.ts';
import { logInto } from '../../../../testing/log.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { recheckDeps } from '../../../../testing/rechecks.ts';
import {
  answerTo,
  authorisedSale,
  DUE_DATE,
  holdSale,
  requestSale,
  sellAndDeposit,
} from '../../../../testing/sale-steps.ts';
import type { Session } from '../../../../testing/session.ts';
import {
  enteredBy,
  type FileSpec,
  historyOf,
  naming,
  note,
  uploadBody,
  uploadBy,
} from '../../../../testing/uploads.ts';
import { recheckPending, settleInvoices } from '../recheck/jobs.ts';

let portal: Portal;
let client: TestClient;
let session: Session;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  await aCompany(portal);
  operator = await portal.signIn((await anOperator(portal)).email);
});
beforeEach(async () => {
  client = await aClient(portal);
  await aLine(portal, { client });
  session = await portal.signIn((await aUser(portal, { client })).email);
});
afterAll(() => portal.close());

const aFile = (spec: FileSpec = {}, of = client) => anInvoiceFile(portal, of, spec);
const enter = async (spec: FileSpec = {}): Promise<Invoice> => enteredBy(session, await aFile(spec));
const outcomeOf = async (spec: FileSpec) => (await uploadBy(session, await aFile(spec))).outcome;
const sheet = async (id: string, by = session) => (await by.call(routes.getInvoice, { params: { id } })).data;
const stateOf = async (documentId: string) => {
  const { invoice } = await sheet(documentId);
  return [invoice.status, invoice.motive?.code ?? null, invoice.total];
};
const refusalOf = async (documentId: string) =>
  (await session.refusal(routes.setAsPreSell, { body: { documents: [{ documentId, dueDate: DUE_DATE }] } })).code;
const settle = () => settleInvoices({ db: portal.db.worker, clock: portal.clock, log: logInto([]) });
const recheck = () => recheckPending(recheckDeps(portal));
const alertsOf = async (documentId: string) => {
  const { data } = await operator.call(listAlerts, { query: {} });
  return data.filter(({ kind, subject }) => kind === 'related-invoice' && subject === `invoice:${documentId}`);
};

describe('[CAR-09] an invoice and the one that substitutes it', () => {
  it('leaves the newer one for sale, and shows each at the other', async () => {
    const older = await enter();
    const newer = await enter(naming('04', older.uuid));
    expect(await stateOf(older.documentId)).toEqual([0, 'REPLACED', '116000.00']);
    expect(await stateOf(newer.documentId)).toEqual([20, null, '116000.00']);
    expect((await sheet(older.documentId)).related).toMatchObject([
      { kind: '04', type: 'I', isNewer: true, documentId: newer.documentId, total: '116000.00', status: 20 },
    ]);
    expect((await sheet(newer.documentId)).related).toMatchObject([
      { kind: '04', isNewer: false, documentId: older.documentId, isCancelled: false },
    ]);
    expect(await refusalOf(older.documentId)).toBe('INVOICE_REJECTED');
    const [sale] = await requestSale(session, [newer.documentId]);
    const { evidence } = await operator.call(routes.getLenderSale, { params: { saleId: sale?.saleId ?? '' } });
    expect(evidence[0]?.related).toMatchObject([{ uuid: older.uuid, folio: older.folio, isNewer: false }]);
  });

  it('the order of arrival does not matter, nor the same folio, date and total', async () => {
    const file = await aFile();
    const { folio, series, emittedOn } = file.spec;
    const newer = await enter({ folio, series, emittedOn, ...naming('04', file.spec.uuid) });
    const older = await enteredBy(session, file);
    expect([older.motive?.code, newer.status]).toEqual(['REPLACED', 20]);
    const third = await enter({ folio, series, emittedOn, ...naming('04', newer.uuid) });
    expect(await stateOf(newer.documentId)).toEqual([0, 'REPLACED', '116000.00']);
    expect((await stateOf(third.documentId))[0]).toBe(20);
  });

  it('keeps the newer one from being sold once the older one is, alerts the lender, and frees it with the sale’s end', async () => {
    const older = await enter();
    const [sale] = await requestSale(session, [older.documentId]);
    const newer = await enter(naming('04', older.uuid));
    expect(newer).toMatchObject({ status: 0, motive: { code: 'REPLACES_SOLD' } });
    expect(await refusalOf(newer.documentId)).toBe('INVOICE_REJECTED');
    expect(await stateOf(older.documentId)).toEqual([25, null, '116000.00']);
    expect(await alertsOf(older.documentId)).toMatchObject([
      { reason: newer.uuid, clientId: client.clientId, details: { kind: '04', type: 'I', folio: newer.folio } },
    ]);
    const { saleId = '' } = sale ?? {};
    const { evidence } = await operator.call(routes.getLenderSale, { params: { saleId } });
    expect(evidence[0]?.checks.find(({ rule }) => rule === 'related')).toMatchObject({
      result: 'failed',
      motive: 'REPLACED',
    });
    const authorise = [{ documentId: older.documentId, authorised: true, motive: null }];
    const refused = await operator.refusal(routes.answerSale, await answerTo(operator, saleId, authorise));
    expect(refused.code).toBe('INVOICE_BLOCKED');
    const reject = [{ documentId: older.documentId, authorised: false, motive: 'LENDER_DOCUMENTS' }];
    await operator.call(routes.answerSale, await answerTo(operator, saleId, reject));
    await settle();
    await recheck();
    expect((await stateOf(newer.documentId))[0]).toBe(20);
  });

  it('keeps an authorised older one from being paid out', async () => {
    const older = await enter();
    const sale = await authorisedSale({ session, operator }, [older.documentId]);
    await enter(naming('04', older.uuid));
    const body = { trackingKey: 'SPEI800001' };
    const refused = await operator.refusal(routes.disburseSale, { params: { saleId: sale.saleId }, body });
    expect(refused.code).toBe('INVOICE_BLOCKED');
  });

  it('frees the older one once the tax authority has cancelled the newer one', async () => {
    const older = await enter();
    const newer = await enter(naming('04', older.uuid));
    portal.taxStatus.script(newer.uuid, 'cancelled');
    expect(await refusalOf(newer.documentId)).toBe('INVOICE_REJECTED');
    await settle();
    await recheck();
    expect((await stateOf(older.documentId))[0]).toBe(20);
    expect(await historyOf(portal, older.documentId)).toEqual([
      'upload 20',
      'failCheck 0 REPLACED',
      'restoreByUser 10',
      'approveReceiver 20',
    ]);
  });

  it('follows a chain, also through one that the tax authority has cancelled', async () => {
    const first = await enter();
    await sellAndDeposit({ session, operator }, [first.documentId]);
    const second = await aFile(naming('04', first.uuid));
    portal.taxStatus.script(second.spec.uuid, 'cancelled');
    await enteredBy(session, second);
    expect(await enter(naming('04', second.spec.uuid))).toMatchObject({ motive: { code: 'REPLACES_SOLD' } });
  });

  it('lets several substitutes be sold up to what they substitute', async () => {
    const older = await aFile();
    const [half, other, whole] = [
      await enter({ ...naming('04', older.spec.uuid), totalCents: 5_800_000n }),
      await enter({ ...naming('04', older.spec.uuid), totalCents: 5_800_000n }),
      await enter({ ...naming('04', older.spec.uuid), totalCents: 11_600_000n }),
    ];
    await enteredBy(session, older);
    await holdSale(session, [half.documentId]);
    expect(await refusalOf(whole.documentId)).toBe('INVOICE_REJECTED');
    await holdSale(session, [other.documentId]);
  });

  it('sells one of both at most, however their sale and their arrival coincide', async () => {
    for (let round = 0; round < 4; round += 1) {
      const older = await enter();
      const file = await aFile(naming('04', older.uuid));
      const document = { documentId: older.documentId, dueDate: DUE_DATE };
      const [sold, arrived] = await Promise.all([
        session.send(routes.setAsPreSell, { body: { documents: [document] } }),
        session.send(uploadFile, { body: uploadBody(file) }),
      ]);
      expect(arrived.status).toBe(200);
      const { data } = await session.call(routes.listInvoices, { query: {} });
      const newer = data.find(({ uuid }) => uuid === file.spec.uuid);
      const again = await session.send(routes.setAsPreSell, {
        body: { documents: [{ documentId: newer?.documentId ?? '', dueDate: DUE_DATE }] },
      });
      expect([sold.status, again.status].filter((status) => status === 200)).toHaveLength(1);
    }
  });
});

describe('[CAR-09] an invoice and an advance payment', () => {
  it.each<[string, FileSpec, string]>([
    ['applies one', naming('07', '00000000-0000-4000-8000-00000000A001'), 'ADVANCE_APPLIED'],
    ['was paid with one', { paymentForm: '30' }, 'PAID_BY_ADVANCE'],
  ])('an invoice that %s is rejected with its reason', async (_, spec, motive) => {
    const entered = await enter(spec);
    expect(entered).toMatchObject({ status: 0, motive: { code: motive } });
    expect(await refusalOf(entered.documentId)).toBe('INVOICE_REJECTED');
  });

  it('an invoice that leaves an advance out of its total by its own declaration is sold at its total', async () => {
    const spec = {
      ...naming('07', '00000000-0000-4000-8000-00000000A002'),
      description: 'Cajas CFDI por remanente de un anticipo',
    };
    expect(await enter(spec)).toMatchObject({ status: 20, total: '116000.00' });
  });

  it('the invoice is sold at what the credit note with the advance leaves, which makes the advance’s own invoice unsellable', async () => {
    const advance = await enter({ totalCents: 3_000_000n, paymentMethod: 'PUE' });
    const applying = await enter(naming('07', advance.uuid));
    expect(await stateOf(advance.documentId)).toEqual([0, 'ADVANCE_RECEIVED', '30000.00']);
    expect(applying).toMatchObject({ motive: { code: 'ADVANCE_APPLIED' } });
    expect(await outcomeOf({ ...note('07', 3_000_000n, applying.uuid), paymentForm: '30' })).toBe('credit-note');
    await recheck();
    expect(await stateOf(applying.documentId)).toEqual([20, null, '86000.00']);
  });
});

describe('[CAR-09] a credit note', () => {
  it('reduces the invoice that it names, and is shown there', async () => {
    const { documentId, uuid } = await enter();
    expect(await outcomeOf(note('01', 1_600_000n, uuid))).toBe('credit-note');
    expect(await stateOf(documentId)).toEqual([20, null, '100000.00']);
    const { face, related } = await sheet(documentId);
    expect([face, related]).toMatchObject([
      '116000.00',
      [{ kind: '01', type: 'E', isNewer: true, total: '16000.00', status: null }],
    ]);
    const [sale] = await holdSale(session, [documentId]);
    expect(sale?.items[0]?.total).toBe('100000.00');
  });

  it('a credit note before its invoice, repeated, together with another one, leaves the same', async () => {
    const file = await aFile();
    const first = await aFile(note('03', 600_000n, file.spec.uuid));
    expect((await uploadBy(session, first)).outcome).toBe('credit-note');
    expect((await uploadBy(session, first)).outcome).toBe('existing');
    await uploadBy(session, await aFile(note('01', 1_000_000n, file.spec.uuid.toLowerCase())));
    expect(await enteredBy(session, file)).toMatchObject({ status: 20, total: '100000.00' });
  });

  it('a credit note of the whole total, or in another currency, leaves nothing to be sold until it is cancelled', async () => {
    const { documentId, uuid } = await enter();
    const whole = await aFile(note('01', 11_600_000n, uuid));
    await uploadBy(session, whole);
    expect(await stateOf(documentId)).toEqual([0, 'CREDITED', '116000.00']);
    portal.taxStatus.script(whole.spec.uuid, 'cancelled');
    expect((await uploadBy(session, whole)).outcome).toBe('existing');
    await recheck();
    expect(await stateOf(documentId)).toEqual([20, null, '116000.00']);
    await uploadBy(session, await aFile({ ...note('01', 100n, uuid), currency: 'USD', exchangeRate: '18.5' }));
    expect((await stateOf(documentId))[1]).toBe('CREDITED');
  });

  it('a credit note that another one substitutes no longer counts', async () => {
    const { documentId, uuid } = await enter();
    const wrong = await aFile(note('01', 5_000_000n, uuid));
    await uploadBy(session, wrong);
    const spec = note('01', 1_600_000n, uuid);
    await uploadBy(
      session,
      await aFile({ ...spec, relations: [...(spec.relations ?? []), { kind: '04', uuids: [wrong.spec.uuid] }] }),
    );
    expect(await stateOf(documentId)).toEqual([20, null, '100000.00']);
  });

  it('a credit note on a sold invoice alerts the lender and changes nothing', async () => {
    const { documentId, uuid } = await enter();
    const [sale] = await sellAndDeposit({ session, operator }, [documentId]);
    await uploadBy(session, await aFile(note('01', 1_600_000n, uuid)));
    expect(await stateOf(documentId)).toEqual([30, null, '116000.00']);
    expect(await alertsOf(documentId)).toMatchObject([
      { invoice: { saleId: sale?.saleId }, details: { kind: '01', type: 'E', amount: '16000.00', currency: 'MXN' } },
    ]);
  });
});

describe('[CAR-09] a related CFDI of another client', () => {
  it('a CFDI of another issuer means nothing, and is not shown', async () => {
    const { documentId, uuid } = await enter();
    const other = await aClient(portal);
    const by = await portal.signIn((await aUser(portal, { client: other })).email);
    const theirs = await enteredBy(by, await aFile(naming('04', uuid), other));
    await uploadBy(by, await aFile(note('01', 1_600_000n, uuid), other));
    await settle();
    expect(await stateOf(documentId)).toEqual([20, null, '116000.00']);
    expect((await sheet(documentId)).related).toEqual([]);
    expect((await sheet(theirs.documentId, by)).related).toMatchObject([
      { uuid, documentId: null, folio: null, total: null, status: null },
    ]);
  });
});
