import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCompany, anOperator, secondReceiver } from '../../../testing/builders.ts';
import { aNotice, EVIDENCE } from '../../../testing/notices.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { approveAsOther } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { erasePerson } from '../personal-data/erase.ts';
import { exportPerson } from '../personal-data/export.ts';
import { peopleByEmail } from '../personal-data/queries.ts';

let portal: Portal;
let seller: Seller;
beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
});
afterAll(() => portal.close());

const contact = {
  contactId: null,
  name: 'Laura Pérez',
  email: 'Pagos@Nandu.example',
  phone: null,
  area: 'Cuentas por pagar',
};
const pair = () => ({ companyId: seller.companyId, clientId: seller.client.clientId });
const save = (over: object = {}, companyId = seller.companyId) =>
  seller.operator.call(routes.saveReceiverContact, { params: { companyId }, body: { ...contact, ...over } });
const kept = async (companyId = seller.companyId) =>
  seller.operator.call(routes.getReceiverContacts, { params: { companyId } });
const record = (body: object) => seller.operator.call(routes.recordNotice, { params: pair(), body });
const refused = (body: object) => seller.operator.refusal(routes.recordNotice, { params: pair(), body });

it('[DIN-75] people of a receiver are added, corrected and deleted, an address once', async () => {
  const { contactId } = await save();
  expect(
    await seller.operator.refusal(routes.saveReceiverContact, {
      params: { companyId: seller.companyId },
      body: { ...contact, email: 'pagos@nandu.example' },
    }),
  ).toMatchObject({ code: 'CONTACT_KNOWN', details: [{ path: 'email' }] });
  await save({ contactId, phone: '5512345678' });
  expect((await kept()).contacts).toEqual([
    {
      contactId,
      name: 'Laura Pérez',
      email: 'pagos@nandu.example',
      phone: '5512345678',
      area: 'Cuentas por pagar',
      lastMail: null,
    },
  ]);
  const params = { companyId: seller.companyId, contactId };
  await seller.operator.call(routes.removeReceiverContact, { params, body: {} });
  expect((await kept()).contacts).toEqual([]);
  expect(await seller.operator.refusal(routes.removeReceiverContact, { params, body: {} })).toMatchObject({
    code: 'NOT_FOUND',
  });
  const { rows } = await portal.db.owner.query(`select details::text from audit where action like 'receiver.contact%'`);
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toMatch(/Laura|nandu/i);
});

it('[DIN-75] the data of a person of several receivers are printed and erased by e-mail, and the log keeps no name', async () => {
  const other = await portal.db.owner.query<{ company_id: string }>(
    'select company_id from companies where company_id <> $1',
    [seller.companyId],
  );
  await save();
  for (const { company_id } of other.rows) await save({}, company_id);
  const asWorker = { db: portal.db.worker, clock: portal.clock };
  const found = () => runAs(asWorker, WORKER, (work) => peopleByEmail(work, 'pagos@nandu.example'));
  const [person] = await found();
  if (person === undefined) throw new Error('the contact is unknown');
  const printed = await runAs(asWorker, WORKER, (work) => exportPerson(work, person, portal.config));
  expect(printed.contacts).toHaveLength(1 + other.rows.length);
  expect(await runAs(asWorker, WORKER, (work) => erasePerson(work, person, null))).toBe('erased');
  expect(await found()).toEqual([]);
});

it('[DIN-76] a notice has its day, way and evidence; a correction keeps the file, and one taken back stays in the history', async () => {
  const { given } = aNotice();
  expect(await refused({ given: null, reason: 'nunca se dio' })).toMatchObject({ code: 'NOTICE_MISSING' });
  expect(await refused({ given: { ...given, evidence: null }, reason: null })).toMatchObject({
    code: 'EVIDENCE_NEEDED',
    details: [{ path: 'given.evidence' }],
  });
  const html = { fileName: 'acuse.pdf', data: Buffer.from('<html>').toString('base64') };
  expect(await refused({ given: { ...given, evidence: html }, reason: null })).toMatchObject({
    code: 'EVIDENCE_UNREADABLE',
  });
  expect(await refused({ given: { ...given, on: '2099-01-01' }, reason: null })).toMatchObject({
    code: 'NOTICE_IN_FUTURE',
  });
  await record(aNotice());
  const correction = { given: { on: '2026-03-08', way: 'in-person', evidence: null } };
  expect(await refused({ ...correction, reason: null })).toMatchObject({ code: 'NOTICE_REASON_NEEDED' });
  await record({ ...correction, reason: 'fue un día antes' });
  await record({ given: null, reason: 'era de otra factura' });
  const { clients } = await kept();
  const [mine] = clients.filter(({ clientId }) => clientId === seller.client.clientId);
  expect(mine?.notices.map(({ number, given: one, reason }) => [number, one, reason])).toEqual([
    [3, null, 'era de otra factura'],
    [2, { on: '2026-03-08', way: 'in-person', evidence: 'acuse.pdf' }, 'fue un día antes'],
    [1, { on: '2026-03-09', way: 'notary', evidence: 'acuse.pdf' }, null],
  ]);
  const params = { ...pair(), number: '2' };
  expect(await seller.operator.call(routes.downloadNoticeEvidence, { params })).toEqual({
    fileName: 'acuse.pdf',
    base64: EVIDENCE,
  });
});

it('[DIN-76] two notices that are recorded at once get different numbers', async () => {
  const other = await portal.signIn((await anOperator(portal)).email);
  const body = aNotice({ reason: 'otra copia' });
  const made = await Promise.all([record(body), other.call(routes.recordNotice, { params: pair(), body })]);
  expect(made.map(({ number }) => number).sort()).toEqual([4, 5]);
});

it('[DIN-76] a receiver that becomes another name hands over its people and notices', async () => {
  const main = await aCompany(portal, { client: seller.client, receiver: secondReceiver() });
  await save({}, main);
  await save();
  await save({ email: 'compras@nandu.example' });
  const params = { companyId: seller.companyId };
  const body = { aliasOf: main, reason: 'cambió su RFC' };
  await approveAsOther(portal, (await seller.operator.call(routes.proposeAlias, { params, body })).proposal);
  expect(await kept()).toMatchObject({ contacts: [] });
  const { contacts, clients } = await kept(main);
  expect(contacts.map(({ email }) => email).sort()).toEqual(['compras@nandu.example', 'pagos@nandu.example']);
  expect(clients.flatMap(({ notices }) => notices.map(({ number }) => number))).toEqual([5, 4, 3, 2, 1]);
  expect(await seller.operator.refusal(routes.saveReceiverContact, { params, body: contact })).toMatchObject({
    code: 'RECEIVER_IS_ALIAS',
  });
});
