import { listAlerts } from '@anticipa/contract/alerts';
import { getInvoice } from '@anticipa/contract/invoice-sheet';
import { getTaxpayerList, uploadTaxpayerList } from '@anticipa/contract/taxpayer-list';
import {
  type ListedRow,
  startTaxpayerListServer,
  type TaxpayerListServer,
  taxpayerListFile,
} from '@anticipa/sandbox/taxpayer-list-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  aClient,
  aCompany,
  aLine,
  anOperator,
  anUploadedInvoice,
  aUser,
  firstReceiver,
  secondReceiver,
} from '../../../testing/builders.ts';
import { runCron } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { holdSale } from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let server: TaxpayerListServer;
let operator: Session;
let operatorEmail: string;
beforeAll(async () => {
  server = await startTaxpayerListServer();
  portal = await startPortal({ taxpayerListUrl: server.url });
  operatorEmail = (await anOperator(portal)).email;
  operator = await portal.signIn(operatorEmail);
});
afterAll(async () => {
  await portal.close();
  await server.close();
});

const many = (count: number): ListedRow[] =>
  Array.from({ length: count }, (_, at) => ({
    rfc: `ABC9901${String(10 + Math.trunc(at / 1000))}${String(at % 1000).padStart(3, '0')}`,
    name: `EMPRESA ${at}, S.A.`,
    situation: 'Definitivo',
  }));
const listed = (rfc: string, situation: string): ListedRow => ({ rfc, name: 'LISTADA, S.A.', situation });
const night = async (): Promise<readonly string[]> => {
  const outside = { smtpUrl: 'smtp://127.0.0.1:1' };
  return [
    ...(await runCron(portal, outside, 'refresh-taxpayer-list')),
    ...(await runCron(portal, outside, 'compare-taxpayer-list')),
  ];
};
const upload = (cut: string, rows: readonly ListedRow[]) =>
  operator.send(uploadTaxpayerList, { body: taxpayerListFile(cut, rows) });
const alerts = async (kind: string) =>
  (await operator.call(listAlerts, { query: { state: 'open' } })).data.filter((alert) => alert.kind === kind);
const inForce = async () => (await operator.call(getTaxpayerList, {})).data;
const cut = async () => (await inForce()).cut;

const aSeller = async () => {
  const client = await aClient(portal);
  await aCompany(portal, { client });
  await aLine(portal, { client });
  return { client, session: await portal.signIn((await aUser(portal, { client })).email) };
};

it('[SIS-03] the list is downloaded at night, and a short, older or unreadable one leaves it in use and alerts once', async () => {
  expect(await cut()).toBeNull();
  server.publish('1 de marzo de 2026', many(98));
  await night();
  const situations = { definitivo: 98, presunto: 1, desvirtuado: 0, 'sentencia-favorable': 0 };
  const inUse = { cutOn: '2026-03-01', rows: 100, situations, importedBy: null };
  expect(await cut()).toMatchObject(inUse);
  await night();
  expect(server.answered().at(-1)).toBe(304);

  server.publish('2 de marzo de 2026', many(87));
  expect((await night()).join()).toContain('refused; the one before stays in use');
  await night();
  expect(await alerts('list-refused')).toMatchObject([
    { reason: 'LIST_INCOMPLETE', clientId: null, details: { rows: 89, before: 100 } },
  ]);
  server.script('html');
  await night();
  expect((await alerts('list-refused')).map(({ reason }) => reason)).toContain('LIST_UNREADABLE');
  server.script('error-500');
  await expect(night()).rejects.toThrow('cannot be downloaded');
  expect(await cut()).toMatchObject(inUse);
});

it('[SIS-03] can be uploaded by an operator, under the same rules', async () => {
  const tooShort = await upload('3 de marzo de 2026', many(80));
  expect([tooShort.status, tooShort.code]).toEqual([422, 'LIST_INCOMPLETE']);
  expect((await upload('28 de febrero de 2026', many(100))).code).toBe('LIST_OLDER');
  expect((await operator.send(uploadTaxpayerList, { body: Buffer.from('PK\u0003\u0004') })).code).toBe(
    'LIST_UNREADABLE',
  );
  const body = taxpayerListFile('3 de marzo de 2026', [listed('NUE990101AA1', 'Suspendido'), ...many(100)]);
  expect((await operator.refusal(uploadTaxpayerList, { body })).details).toMatchObject([{ path: 'rows.4' }]);
  expect((await upload('3 de marzo de 2026', many(30_000))).status).toBe(200);
  const situations = { definitivo: 30_000, presunto: 0, desvirtuado: 0, 'sentencia-favorable': 0 };
  expect(await cut()).toMatchObject({ cutOn: '2026-03-03', rows: 30_000, situations, importedBy: operatorEmail });
});

it('[SIS-03] blocks definitive clients and receivers at entry and at the sale, and alerts of presumed ones', async () => {
  const blocked = await aSeller();
  const seller = await aSeller();
  const sold = await anUploadedInvoice(portal, seller);
  const rows = [...many(30_000), listed(blocked.client.rfc, 'Definitivo'), listed(secondReceiver().rfc, 'Presunto')];
  await upload('4 de marzo de 2026', rows);
  expect((await anUploadedInvoice(portal, blocked)).motive?.code).toBe('ISSUER_LISTED');
  await aCompany(portal, { client: seller.client, receiver: secondReceiver() });
  const presumed = await anUploadedInvoice(portal, { ...seller, spec: { receiver: secondReceiver() } });
  expect(presumed.motive).toBeNull();
  const found = await alerts('listed-taxpayer');
  expect(found.map(({ subject, reason }) => `${subject} ${reason}`).sort()).toEqual(
    [`taxpayer:${blocked.client.rfc} definitivo`, `taxpayer:${secondReceiver().rfc} presunto`].sort(),
  );

  await upload('5 de marzo de 2026', [...rows, listed(firstReceiver().rfc, 'Definitivo')]);
  await expect(holdSale(seller.session, [sold.documentId])).rejects.toThrow('INVOICE_REJECTED');
  const { data } = await seller.session.call(getInvoice, { params: { id: sold.documentId } });
  expect(data.invoice).toMatchObject({ status: 0, motive: { code: 'RECEIVER_LISTED' } });
  expect((await anUploadedInvoice(portal, seller)).motive?.code).toBe('RECEIVER_LISTED');
});

it('[SIS-03] the list is compared every night with the clients and the receivers of unsettled invoices', async () => {
  const later = await aSeller();
  const third = { ...secondReceiver(), rfc: 'TER010203AB9' };
  await aCompany(portal, { client: later.client, receiver: third });
  await anUploadedInvoice(portal, { ...later, spec: { receiver: third } });
  const rows = [...many(30_000), listed(later.client.rfc, 'Presunto'), listed(third.rfc, 'Definitivo')];
  await upload('6 de marzo de 2026', rows);
  server.script('whole');
  const before = (await alerts('listed-taxpayer')).length;
  for (let nights = 0; nights < 2; nights += 1)
    await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'compare-taxpayer-list');
  const name = 'LISTADA, S.A.';
  expect((await inForce()).met).toEqual(
    [
      { rfc: later.client.rfc, name, situation: 'presunto', clientId: later.client.clientId, invoices: 1 },
      { rfc: 'TER010203AB9', name, situation: 'definitivo', clientId: null, invoices: 1 },
    ].toSorted((one, other) => one.rfc.localeCompare(other.rfc)),
  );
  const raised = await alerts('listed-taxpayer');
  expect(raised.length - before).toBe(2);
  const shown = raised.map(({ subject, reason, clientId, details }) => ({ subject, reason, clientId, details }));
  expect(shown).toContainEqual({
    subject: `taxpayer:${later.client.rfc}`,
    reason: 'presunto',
    clientId: later.client.clientId,
    details: { invoices: 1 },
  });
  expect(shown).toContainEqual({
    subject: 'taxpayer:TER010203AB9',
    reason: 'definitivo',
    clientId: null,
    details: { invoices: 1 },
  });
});
