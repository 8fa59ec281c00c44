import type { Invoice } from '@anticipa/contract/invoices';
import { routes } from '@anticipa/contract/routes';
import { dateOf } from '@anticipa/domain/calendar';
import { makeInvoice } from '@anticipa/sandbox/cfdi-generator';
import { domesticReceivers } from '@anticipa/sandbox/demo-parties';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  aClient,
  aCompany,
  aLine,
  anInvoiceFile,
  anUploadedInvoice,
  aUser,
  firstReceiver,
  type TestClient,
} from '../../../../testing/builders.ts';
import { logInto } from '../../../../testing/log.ts';
import type { Portal } from '../../../../testing/portal.ts';
import { startPortalWithClient } from '../../../../testing/portal-with-client.ts';
import { requestSale } from '../../../../testing/sale-steps.ts';
import type { Session } from '../../../../testing/session.ts';
import { enteredBy, isClaimed, naming, note, stampedAgain, uploadBy, uuidWith } from '../../../../testing/uploads.ts';
import { settleInvoices } from '../recheck/jobs.ts';

let portal: Portal;
let client: TestClient;
let session: Session;

beforeAll(async () => {
  ({ portal, client, session } = await startPortalWithClient());
  await aCompany(portal);
});
afterAll(() => portal.close());

describe('an invoice live at another client', () => {
  interface Contracts {
    readonly old: Session;
    readonly oldClient: TestClient;
    readonly next: Session;
    readonly nextClient: TestClient;
  }
  /** The company signed a second contract: the old client has the invoices, the new one gets the tax id. */
  const successor = async (): Promise<Contracts> => {
    const oldClient = await aClient(portal);
    const old = await portal.signIn((await aUser(portal, { client: oldClient })).email);
    const nextClient = await aClient(portal);
    const next = await portal.signIn((await aUser(portal, { client: nextClient })).email);
    contracts = { old, oldClient, next, nextClient };
    return contracts;
  };
  let contracts: Contracts | null = null;
  const setRfc = ({ clientId }: TestClient, rfc: string) =>
    portal.db.owner.query('update clients set rfc = $2 where client_id = $1', [clientId, rfc]);
  const moveRfc = async (from: TestClient, to: TestClient): Promise<void> => {
    await setRfc(from, `${from.rfc.slice(0, 10)}ZZ1`);
    await setRfc(to, from.rfc);
  };
  // Two clients with the same company only occur in these tests; restore afterwards.
  afterEach(async () => {
    if (!contracts) return;
    const { oldClient, nextClient } = contracts;
    contracts = null;
    const tables = ['credit_notes', 'cfdi_relations', 'invoice_claims', 'invoice_events', 'invoices', 'files'];
    for (const table of tables) {
      await portal.db.owner.query(`delete from ${table} where client_id = $1`, [nextClient.clientId]);
    }
    await setRfc(nextClient, nextClient.rfc);
    await setRfc(oldClient, oldClient.rfc);
  });

  it('[CAR-04] the same file is rejected without revealing the other client', async () => {
    const { old, oldClient, next, nextClient } = await successor();
    const file = await anInvoiceFile(portal, oldClient);
    const mine = await enteredBy(old, file);
    await moveRfc(oldClient, nextClient);
    const theirs = await enteredBy(next, file);
    expect(theirs).toMatchObject({ status: 0, motive: { code: 'ALREADY_FINANCED' } });
    const text = JSON.stringify(theirs);
    for (const secret of [oldClient.clientId, mine.documentId]) expect(text).not.toContain(secret);
    expect(await isClaimed(portal, mine.documentId)).toBe(true);
    expect(await isClaimed(portal, theirs.documentId)).toBe(false);
  });

  it('[VTA-16] an invoice live at another client is not restored', async () => {
    const { old, oldClient, next, nextClient } = await successor();
    const file = await anInvoiceFile(portal, oldClient);
    const { documentId } = await enteredBy(old, file);
    const body = { documentId };
    await old.call(routes.deleteInvoice, { body });
    await moveRfc(oldClient, nextClient);
    expect(await enteredBy(next, file)).toMatchObject({ status: 20 });
    expect((await old.refusal(routes.restoreInvoice, { body })).code).toBe('INVOICE_NOT_RESTORABLE');
    expect(await isClaimed(portal, documentId)).toBe(false);
  });

  it('[CAR-04] a forged UUID with the same seal is rejected', async () => {
    const { old, oldClient, next, nextClient } = await successor();
    const file = await anInvoiceFile(portal, oldClient);
    await enteredBy(old, file);
    await portal.db.owner.query('update invoice_claims set fingerprint = null where uuid = $1', [file.spec.uuid]);
    const forged = await stampedAgain(portal, file, oldClient);
    await moveRfc(oldClient, nextClient);
    expect(await enteredBy(next, forged)).toMatchObject({ status: 0, motive: { code: 'ALREADY_FINANCED' } });
  });

  it('[CAR-04] the UUID of another client’s invoice is rejected', async () => {
    const { old, oldClient, next, nextClient } = await successor();
    const file = await anInvoiceFile(portal, oldClient);
    await enteredBy(old, file);
    const same = await anInvoiceFile(portal, nextClient, { uuid: file.spec.uuid });
    expect(await enteredBy(next, same)).toMatchObject({ status: 0, motive: { code: 'ALREADY_FINANCED' } });
  });

  it('[CAR-04] an invoice sealed and stamped again with the same figures is rejected', async () => {
    const { old, oldClient, next, nextClient } = await successor();
    const file = await anInvoiceFile(portal, oldClient, { emittedTime: '09:00:00' });
    await enteredBy(old, file);
    await moveRfc(oldClient, nextClient);
    const again = { ...file.spec, uuid: uuidWith('F0F0F0F1'), emittedTime: '10:00:00' };
    const sealer = await portal.pki.sealerFor({ rfc: oldClient.rfc, name: oldClient.entityName });
    expect(await enteredBy(next, makeInvoice(again, sealer, portal.pki.stamp))).toMatchObject({
      status: 0,
      motive: { code: 'ALREADY_FINANCED' },
    });
  });

  it('[CAR-09] does not let a substitute be sold, or a credit note be passed over, without revealing the other client', async () => {
    const { old, oldClient, next, nextClient } = await successor();
    await aLine(portal, { client: oldClient });
    const [sold, unsold] = [
      await anUploadedInvoice(portal, { session: old, client: oldClient }),
      await anUploadedInvoice(portal, { session: old, client: oldClient }),
    ];
    await requestSale(old, [sold.documentId]);
    const substitute = await anInvoiceFile(portal, oldClient, naming('04', sold.uuid));
    const credit = await anInvoiceFile(portal, oldClient, note('01', 100n, unsold.uuid));
    await moveRfc(oldClient, nextClient);
    const mine = await enteredBy(next, substitute);
    expect(mine).toMatchObject({ status: 0, motive: { code: 'REPLACES_SOLD' } });
    const { data } = await next.call(routes.getInvoice, { params: { id: mine.documentId } });
    expect(data.related).toMatchObject([{ uuid: sold.uuid, documentId: null, folio: null, total: null, status: null }]);
    await uploadBy(next, credit);
    await settleInvoices({ db: portal.db.worker, clock: portal.clock, log: logInto([]) });
    const { rows } = await portal.db.owner.query('select client_id, reason from alerts where subject = $1', [
      `invoice:${sold.documentId}`,
    ]);
    expect(rows).toEqual([{ client_id: oldClient.clientId, reason: mine.uuid }]);
    const { data: theirs } = await old.call(routes.getInvoice, { params: { id: unsold.documentId } });
    expect([theirs.invoice.motive?.code, theirs.invoice.total, theirs.related]).toEqual(['CREDITED', '116000.00', []]);
  });

  const [, receiver = firstReceiver()] = domesticReceivers;
  it.each([
    ['in another currency', { uuid: uuidWith('F0F0F0F5'), currency: 'USD', exchangeRate: '18.5' }],
    ['of another day', { uuid: uuidWith('F0F0F0F6'), emittedOn: dateOf('2026-02-20') }],
    ['to another receiver', { uuid: uuidWith('F0F0F0F7'), receiver }],
  ] as const)('an invoice with the same figures %s is another invoice', async (_case, other) => {
    const file = await anInvoiceFile(portal, client, { emittedOn: dateOf('2026-02-19') });
    await enteredBy(session, file);
    const entered = await enteredBy(session, await anInvoiceFile(portal, client, { ...file.spec, ...other }));
    expect(entered).toMatchObject({ motive: null });
  });

  it('[CAR-04] an invoice sealed and stamped again is rejected at the same client', async () => {
    const file = await anInvoiceFile(portal, client);
    await enteredBy(session, file);
    const again = await anInvoiceFile(portal, client, {
      ...file.spec,
      uuid: uuidWith('F0F0F0F4'),
      emittedTime: '23:00:00',
    });
    expect(await enteredBy(session, again)).toMatchObject({ status: 0, motive: { code: 'ALREADY_FINANCED' } });
  });

  it.each([
    ['another letter case', { series: 'ab', folio: 'x7' }, { series: 'AB', folio: 'X7' }],
    ['leading zeros', { series: '01', folio: '0123' }, { series: '1', folio: '123' }],
    ['its series in the folio', { series: 'Ñ', folio: '00123' }, { series: null, folio: 'Ñ-123.' }],
  ])('an invoice’s number with %s is rejected at the same client', async (_case, number, same) => {
    const file = await anInvoiceFile(portal, client, number);
    await enteredBy(session, file);
    const stamped = { ...file.spec, uuid: uuidWith('F0F0F0F5'), emittedTime: '23:00:00' };
    const other = await anInvoiceFile(portal, client, { ...stamped, folio: '1230' });
    expect(await enteredBy(session, other)).toMatchObject({ status: 20 });
    const again = await anInvoiceFile(portal, client, { ...stamped, ...same, uuid: uuidWith('F0F0F0F6') });
    expect(await enteredBy(session, again)).toMatchObject({ status: 0, motive: { code: 'ALREADY_FINANCED' } });
  });

  it('one of six concurrent clients gets the invoice', async () => {
    const uuid = uuidWith('F0F0F0F2');
    const contenders: (() => Promise<Invoice>)[] = [];
    for (let at = 0; at < 6; at += 1) {
      const one = await aClient(portal);
      const by = await portal.signIn((await aUser(portal, { client: one })).email);
      const file = await anInvoiceFile(portal, one, { uuid });
      contenders.push(() => enteredBy(by, file));
    }
    const invoices = await Promise.all(contenders.map((contend) => contend()));
    expect(invoices.filter(({ status }) => status === 20)).toHaveLength(1);
    expect(invoices.filter(({ motive }) => motive?.code === 'ALREADY_FINANCED')).toHaveLength(5);
  });
});
