import { routes } from '@anticipa/contract/routes';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aCompany, aLine, anOperator, aUser, type TestClient } from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, sellAndDeposit } from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';

const INVOICES = 30;

let portal: Portal;
let client: TestClient;
let session: Session;
let operator: Session;
let reference: { readonly id: string; readonly paymentReference: string };

beforeAll(async () => {
  portal = await startPortal();
  client = await aClient(portal, { entityName: 'PEÑA & ACUÑA, COMPAÑÍA ANÓNIMA' });
  const user = await aUser(portal, { client });
  const companyId = await aCompany(portal, { client });
  await aLine(portal, { client, limit: '9900000.00' });
  session = await portal.signIn(user.email);
  operator = await portal.signIn((await anOperator(portal)).email);
  const documentIds = await someInvoices(portal, { client, user, companyId, count: INVOICES });
  await sellAndDeposit({ session, operator }, documentIds);
  const { rows } = await portal.db.owner.query<{ uuid: string }>(`select uuid from invoices`);
  reference = await session.call(routes.setPaymentReference, { body: { invoices: rows.map((row) => row.uuid) } });
});
afterAll(() => portal.close());

it('[RPG-02] [REF-02] prints the reference: amount, account, every invoice once, on numbered pages', async () => {
  const { base64, fileName } = await session.call(routes.paymentReferencePdf, {
    params: { id: reference.id },
    body: {},
  });
  expect(fileName).toBe(`${reference.paymentReference}.pdf`);
  const { text: pages } = await extractText(new Uint8Array(Buffer.from(base64, 'base64')));
  const text = pages.join('\n');
  for (const part of [
    reference.paymentReference,
    'MXN 3,480,000.00',
    '012180001234567891',
    'PEÑA & ACUÑA, COMPAÑÍA ANÓNIMA',
    client.rfc,
    '24/04/2026',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/Facturas\s+30\s+Fecha de generación\s+10\/03\/2026/);
  expect(text).not.toContain('012180009876543217');
  const folios = [...text.matchAll(/^\s*A-(\d+)\s/gm)].map((match) => Number(match[1]));
  expect(folios.toSorted((a, b) => a - b)).toEqual(Array.from({ length: INVOICES }, (_, index) => index + 1));
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Página ${index + 1} de ${pages.length}`);
    expect(page).toContain(`Referencia de pago ${reference.paymentReference}`);
  }
});

it('embeds its font', async () => {
  const { base64 } = await session.call(routes.paymentReferencePdf, { params: { id: reference.id }, body: {} });
  const file = Buffer.from(base64, 'base64').toString('latin1');
  const fonts = new Set([...file.matchAll(/\/BaseFont \/([^\s/]+)/g)].map((match) => match[1]));
  expect([...fonts].toSorted()).toEqual([
    expect.stringMatching(/^[A-Z]{6}\+Inter-Bold$/),
    expect.stringMatching(/^[A-Z]{6}\+Inter-Regular$/),
  ]);
  expect(file.match(/\/FontFile\d? \d+ 0 R/g)).toHaveLength(2);
});

it('[RPG-02] asks for what is left once a part is paid, and names no account when nothing is', async () => {
  const { paymentReference: text, id } = reference;
  const payThen = async (amount: string): Promise<string> => {
    const body = aPayment({ reference: text }, { valueDate: portal.clock.today(), amount });
    await operator.call(routes.registerCollection, { body });
    const { base64 } = await session.call(routes.paymentReferencePdf, { params: { id }, body: {} });
    return (await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true })).text;
  };
  expect(await payThen('480000.00')).toMatch(
    /Importe a pagar\s+MXN 3,000,000\.00\s+Se generó por\s+MXN 3,480,000\.00\s+Suma de las facturas\s+MXN 3,480,000\.00/,
  );
  const paid = await payThen('3000000.00');
  expect(paid).toContain('Referencia de pago pagada: no se debe pagar otra vez');
  expect(paid).toMatch(/Importe\s+MXN 3,480,000\.00/);
  for (const part of ['Importe a pagar', 'Transfiere', '012180001234567891']) expect(paid).not.toContain(part);
});

it('[RPG-04] the PDF of a reference is refused while the lender has no account in the currency', async () => {
  await portal.db.owner.query(`delete from lender_accounts where currency = 'MXN'`);
  const refusal = await session.refusal(routes.paymentReferencePdf, { params: { id: reference.id } });
  expect(refusal).toMatchObject({ status: 503, code: 'ERROR_GENERATING_PAYMENT_REFERENCE' });
});
