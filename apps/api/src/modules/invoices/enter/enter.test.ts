import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { findCompanies, savePaymentHabit } from '@anticipa/contract/receivers';
import { addDays, defaultWeekDays } from '@anticipa/domain/calendar';
import { companyStatus } from '@anticipa/domain/receiver';
import type { InvoiceSpec } from '@anticipa/sandbox/cfdi-generator';
import { domesticReceivers, foreignReceivers } from '@anticipa/sandbox/demo-parties';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, anInvoiceFile, aUser, type TestClient } from '../../../../testing/builders.ts';
import type { Portal } from '../../../../testing/portal.ts';
import { startPortalWithClient } from '../../../../testing/portal-with-client.ts';
import type { Session } from '../../../../testing/session.ts';
import { enteredBy, historyOf, isClaimed, uuidWith } from '../../../../testing/uploads.ts';

let portal: Portal;
let client: TestClient;
let session: Session;

beforeAll(async () => {
  ({ portal, client, session } = await startPortalWithClient());
  await aCompany(portal);
});
afterAll(() => portal.close());

const receiver = (at: number) => {
  const found = domesticReceivers[at];
  if (!found) throw new Error('the demo has fewer receivers');
  return found;
};
describe('a valid CFDI that the lender does not finance', () => {
  it.each<[string, () => Promise<Partial<InvoiceSpec>>, string]>([
    ['in euros', async () => ({ currency: 'EUR', exchangeRate: '20.1' }), 'CURRENCY_UNSUPPORTED'],
    ['of total 0', async () => ({ totalCents: 0n }), 'TOTAL_NOT_POSITIVE'],
    ['of tomorrow', async () => ({ emittedOn: addDays(portal.clock.today(), 1) }), 'EMITTED_IN_FUTURE'],
    ['180 days old', async () => ({ emittedOn: addDays(portal.clock.today(), -180) }), 'EMITTED_TOO_OLD'],
    [
      'of a rejected receiver',
      async () => {
        await aCompany(portal, { receiver: receiver(1), status: companyStatus.REJECTED_FOR_PLD });
        return { receiver: receiver(1) };
      },
      'RECEIVER_REJECTED',
    ],
    [
      'of a disabled receiver',
      async () => {
        await aCompany(portal, { receiver: receiver(2), status: companyStatus.DISABLED });
        return { receiver: receiver(2) };
      },
      'RECEIVER_DISABLED',
    ],
    ['cancelled', async () => ({ uuid: uuidWith('CAFECAFE') }), 'CANCELLED_AT_TAX_AUTHORITY'],
    ['being cancelled', async () => ({ uuid: uuidWith('C0C0C0C0') }), 'CANCELLATION_IN_PROGRESS'],
    ['unknown to the tax authority', async () => ({ uuid: uuidWith('DEADDEAD') }), 'UNKNOWN_AT_TAX_AUTHORITY'],
  ])('[CAR-04] %s enters as rejected, with reason and remedy', async (_, spec, motive) => {
    const invoice = await enteredBy(session, await anInvoiceFile(portal, client, await spec()));
    expect(invoice).toMatchObject({
      status: 0,
      rejectedDate: portal.clock.today(),
      motive: { code: motive, user: false },
    });
    expect(invoice.motive?.description).not.toBe('');
    expect(invoice.motive?.remedy).not.toBe('');
    expect(await historyOf(portal, invoice.documentId)).toEqual([`upload 0 ${motive}`]);
    expect(await isClaimed(portal, invoice.documentId)).toBe(false);
  });

  it('[CAR-04] 179 days old is still accepted', async () => {
    const emittedOn = addDays(portal.clock.today(), -179);
    expect((await enteredBy(session, await anInvoiceFile(portal, client, { emittedOn }))).status).toBe(20);
  });

  it('[VTA-15] keeps the term that it states', async () => {
    const other = await aClient(portal);
    const by = await portal.signIn((await aUser(portal, { client: other })).email);
    await enteredBy(by, await anInvoiceFile(portal, other, { conditions: 'Crédito a 45 días' }));
    const { receivers } = await by.call(listOpenInvoices);
    expect(receivers.map((receiver) => receiver[4])).toEqual([['invoice', 45, '5']]);
  });

  it('[VTA-07] keeps the purchase order of its addenda', async () => {
    const file = await anInvoiceFile(portal, client);
    const xml = Buffer.from(file.bytes).toString('utf8');
    // The addenda is not sealed.
    const bytes = Buffer.from(
      xml.replace('</cfdi:Comprobante>', '<cfdi:Addenda><f ordenCompra="oc-7"/></cfdi:Addenda></cfdi:Comprobante>'),
    );
    expect(await enteredBy(session, { ...file, bytes })).toMatchObject({ purchaseOrder: 'OC-7' });
  });

  it('an invoice is PUE if the lender requires PPD; otherwise PUE is accepted and marked', async () => {
    const strict = await aClient(portal, { products: { BI: { requiresPpd: true } } });
    const by = await portal.signIn((await aUser(portal, { client: strict })).email);
    const pue = await enteredBy(by, await anInvoiceFile(portal, strict, { paymentMethod: 'PUE' }));
    expect(pue).toMatchObject({ status: 0, motive: { code: 'PPD_REQUIRED' } });
    expect((await enteredBy(by, await anInvoiceFile(portal, strict, { paymentMethod: 'PPD' }))).status).toBe(20);
    const marked = await enteredBy(session, await anInvoiceFile(portal, client, { paymentMethod: 'PUE' }));
    expect(marked).toMatchObject({ status: 20, paymentMethod: 'PUE' });
  });
});

describe('an accepted CFDI', () => {
  it('an accepted CFDI with a new receiver is registered, and the receiver is pending', async () => {
    const invoice = await enteredBy(session, await anInvoiceFile(portal, client, { receiver: receiver(5) }));
    expect(invoice).toMatchObject({ status: 10, verification: 'verified', receiverStatus: companyStatus.PENDING });
  });

  it.each(['50505050', 'BADBADBA'])(
    '[CAR-04] a tax authority that does not answer well (%s) rejects nothing: it waits to be confirmed',
    async (prefix) => {
      const invoice = await enteredBy(session, await anInvoiceFile(portal, client, { uuid: uuidWith(prefix) }));
      expect(invoice).toMatchObject({ status: 10, verification: 'pending', motive: null });
      expect(await isClaimed(portal, invoice.documentId)).toBe(true);
    },
  );

  it('stamped this morning may still be unknown to the tax authority', async () => {
    const uuid = uuidWith('DEADDEAD');
    const spec = { uuid, emittedOn: portal.clock.today(), emittedTime: '08:00:00' };
    expect(await enteredBy(session, await anInvoiceFile(portal, client, spec))).toMatchObject({
      status: 10,
      verification: 'pending',
    });
  });

  it('identifies receivers abroad by registration and normalised name', async () => {
    const abroad = { country: 'DEU', taxId: '298471563' };
    const named = (name: string) => ({ ...receiver(0), rfc: 'XEXX010101000', name, abroad });
    const first = await enteredBy(
      session,
      await anInvoiceFile(portal, client, { receiver: named('MÜLLER HANDEL GMBH') }),
    );
    const second = await enteredBy(
      session,
      await anInvoiceFile(portal, client, { receiver: named('Muller  Handel GmbH') }),
    );
    const third = await enteredBy(session, await anInvoiceFile(portal, client, { receiver: named('OTRA GMBH') }));
    expect(second.companyId).toBe(first.companyId);
    expect(second.receiverKey).toBe(first.receiverKey);
    expect(third.companyId).not.toBe(first.companyId);
  });

  it('stores its fiscal UUID in upper case, and ignores an exchange rate in pesos', async () => {
    const uuid = uuidWith('abcdefab').toLowerCase();
    const invoice = await enteredBy(session, await anInvoiceFile(portal, client, { uuid, exchangeRate: '17.5' }));
    expect(invoice).toMatchObject({
      uuid: uuid.toUpperCase(),
      total: '116000.00',
      currency: 'MXN',
      originalCurrency: 'MXN',
      exchangeRate: '1',
    });
  });
});

it('[VTA-15] receivers abroad, which share a tax id, are found by name, each with its own payment days', async () => {
  const [one, two] = foreignReceivers;
  if (!one || !two) throw new Error('the demo has no receivers abroad');
  for (const abroad of [one, two]) await aCompany(portal, { client, receiver: abroad });
  const days = { paymentDays: 45, weekDays: defaultWeekDays };
  await session.call(savePaymentHabit, { body: { rfc: one.rfc, razonSocial: one.name, ...days } });
  const { data } = await session.call(findCompanies, { query: { rfc: one.rfc } });
  const names = data.map(({ razonSocial }) => razonSocial);
  expect(names).toEqual(names.toSorted());
  expect(data.flatMap(({ paymentDays }) => paymentDays.map(({ razonSocial }) => razonSocial))).toEqual([one.name]);
});
