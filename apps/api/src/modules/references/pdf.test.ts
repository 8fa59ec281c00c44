import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aCompany, aLine, anOperator, aUser, type TestClient } from '../../lib/testing/builders.ts';
import { someInvoices } from '../../lib/testing/invoice-rows.ts';
import { type Portal, startPortal } from '../../lib/testing/portal.ts';
import { sellAndDeposit } from '../../lib/testing/sale-steps.ts';
import type { Session } from '../../lib/testing/session.ts';

const run = promisify(execFile);
const INVOICES = 30;

let portal: Portal;
let client: TestClient;
let session: Session;
let folder: string;
let reference: { readonly id: string; readonly paymentReference: string };

beforeAll(async () => {
  portal = await startPortal();
  folder = await mkdtemp(join(tmpdir(), 'anticipa-pdf-'));
  client = await aClient(portal, { entityName: 'PEÑA & ACUÑA, COMPAÑÍA ANÓNIMA' });
  const user = await aUser(portal, { client });
  const companyId = await aCompany(portal, { client });
  await aLine(portal, { client, limit: '9900000.00' });
  session = await portal.signIn(user.email);
  const operator = await portal.signIn((await anOperator(portal)).email);
  const documentIds = await someInvoices(portal, { client, user, companyId, count: INVOICES });
  await sellAndDeposit({ session, operator }, documentIds);
  const { rows } = await portal.db.owner.query<{ uuid: string }>(`select uuid from invoices`);
  reference = await session.call(routes.setPaymentReference, { body: { invoices: rows.map((row) => row.uuid) } });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await portal.close();
});

it('[RPG-02] prints the reference: amount, account, every invoice once, on numbered pages', async () => {
  const { base64, fileName } = await session.call(routes.paymentReferencePdf, {
    params: { id: reference.id },
    body: {},
  });
  expect(fileName).toBe(`${reference.paymentReference}.pdf`);
  const file = join(folder, fileName);
  await writeFile(file, Buffer.from(base64, 'base64'));
  await run('pdftotext', ['-layout', file, `${file}.txt`]);
  const text = await readFile(`${file}.txt`, 'utf8');
  for (const part of [
    reference.paymentReference,
    'MXN 3,480,000.00',
    '012180001234567891',
    'PEÑA & ACUÑA, COMPAÑÍA ANÓNIMA',
    client.rfc,
    '24/04/2026',
    '10/03/2026',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('012180009876543217');
  const folios = [...text.matchAll(/^\s*A-(\d+)\s/gm)].map((match) => Number(match[1]));
  expect(folios.toSorted((a, b) => a - b)).toEqual(Array.from({ length: INVOICES }, (_, index) => index + 1));
  const pages = text.split('\f').filter((page) => page.trim() !== '');
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Página ${index + 1} de ${pages.length}`);
    expect(page).toContain(`Referencia de pago ${reference.paymentReference}`);
  }
});

it('embeds its font, so that it looks the same everywhere', async () => {
  const { base64 } = await session.call(routes.paymentReferencePdf, { params: { id: reference.id }, body: {} });
  const file = join(folder, 'fonts.pdf');
  await writeFile(file, Buffer.from(base64, 'base64'));
  const { stdout } = await run('pdffonts', [file]);
  const fonts = stdout.trim().split('\n').slice(2);
  expect(fonts).toHaveLength(2);
  for (const font of fonts) expect(font).toMatch(/Inter.*\byes yes yes\b/);
});

it('[RPG-04] is refused while the lender has no account in the currency to be paid to', async () => {
  await portal.db.owner.query(`delete from lender_accounts where currency = 'MXN'`);
  const refusal = await session.refusal(routes.paymentReferencePdf, { params: { id: reference.id } });
  expect(refusal).toMatchObject({ status: 503, code: 'ERROR_GENERATING_PAYMENT_REFERENCE' });
});
