import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aLine, anOperator, aUser } from '../../../testing/builders.ts';
import type { Portal } from '../../../testing/portal.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { linkIn } from '../../../testing/recovery-link.ts';
import type { Session } from '../../../testing/session.ts';

let mails: PortalWithMail;
let portal: Portal;
let operator: Session;
beforeAll(async () => {
  mails = await startPortalWithMail();
  ({ portal } = mails);
  operator = await portal.signIn((await anOperator(portal)).email);
});
afterAll(() => mails.close());

const newClient = {
  rfc: 'ane 150401-ab9',
  entityName: 'Aceros Ñandú',
  taxRegime: 'PM',
  fiscalRegime: '601',
  postalCode: '64000',
  branch: 'Puebla',
  promoterPhone: '22 2123 4567',
  administrator: { email: 'ana@aceros.test', firstName: 'Ana', lastName: 'Ruiz' },
};
const open = (over: object = {}) => operator.send(routes.createClient, { body: { ...newClient, ...over } });

it('[OPE-04] a client is opened without SQL: its administrator is invited, signs in and sees no product yet', async () => {
  const { client } = await operator.call(routes.createClient, { body: newClient });
  expect(client).toMatchObject({
    rfc: 'ANE150401AB9',
    promoterPhone: '22 2123 4567',
    products: [],
    lines: [],
    accounts: [],
    people: [
      { email: 'ana@aceros.test', name: 'Ana Ruiz', isAdmin: true, active: true, hasPassword: false, openSessions: 0 },
    ],
  });
  expect((await open()).code).toBe('CLIENT_ALREADY_EXISTS');
  await mails.deliver();
  const [invitation] = mails.mailsTo('ana@aceros.test');
  expect(invitation?.text).toMatch(/Dimos de alta a .* contigo como administrador\./);
  const link = linkIn(invitation?.text);
  const password = 'aceros-y-perfiles-26';
  const body = { email: link.email, password, recoverPassKey: link.key };
  await portal.visitor.call(routes.setNewPassword, { body });
  const { user } = await portal.visitor.call(routes.login, { body: { username: link.email, password } });
  expect(user).toMatchObject({ isAdmin: true, isAuthBI: false, client: { entityName: 'Aceros Ñandú' } });

  const params = { clientId: client.clientId };
  const on = { product: 'BI', authorised: true, active: true } as const;
  const switchTo = (state: object) =>
    operator.send(routes.setClientProduct, { params, body: { ...state, reason: 'firmó el contrato' } });
  expect((await switchTo(on)).body).toMatchObject({ client: { products: [on] } });
  expect((await switchTo(on)).code).toBe('NOTHING_CHANGED');
  expect((await switchTo({ ...on, authorised: false })).code).toBe('PRODUCT_INACTIVE');
  const off = { product: 'BI', authorised: false, active: false } as const;
  expect((await switchTo(off)).body).toMatchObject({ client: { products: [off] } });
  expect((await operator.send(routes.setClientProduct, { params, body: on })).code).toBe('INVALID_REQUEST');
});

it('[OPE-04] refuses a wrong RFC, an unknown branch and an operator’s e-mail, and leaves nothing behind', async () => {
  const count = async () => (await portal.db.owner.query('select 1 from clients')).rowCount;
  const before = await count();
  const other = { rfc: 'BNE150401AB9', administrator: { ...newClient.administrator, email: 'b@aceros.test' } };
  expect((await open({ ...other, taxRegime: 'PF' })).code).toBe('RFC_INVALID');
  expect((await open({ ...other, rfc: 'ÑÑ' })).code).toBe('RFC_INVALID');
  expect((await open({ ...other, fiscalRegime: '612' })).code).toBe('FISCAL_REGIME_INVALID');
  expect((await open({ ...other, branch: 'Luna', promoterPhone: undefined })).code).toBe('BRANCH_UNKNOWN');
  expect((await open({ ...other, administrator: { ...newClient.administrator, email: 'b' } })).code).toBe(
    'INVALID_EMAIL',
  );
  const { email } = await anOperator(portal);
  const administrator = { ...newClient.administrator, email };
  expect((await open({ rfc: 'BNE150401AB9', administrator })).code).toBe('EMAIL_ALREADY_REGISTERED');
  expect(await count()).toBe(before);
});

it('[OPE-04] the list is paged by name and searched by name and RFC', async () => {
  for (let place = 0; place < 60; place += 1)
    await aClient(portal, { entityName: `PAGINADA ${String(place).padStart(2, '0')} 100%` });
  const last = await aClient(portal, { entityName: 'PAGINADA 99' });
  await aLine(portal, { client: last, used: '0.00' });
  const first = await operator.call(routes.listClients, { query: { search: 'paginada' } });
  expect(first.data).toHaveLength(50);
  const next = await operator.call(routes.listClients, { query: { search: 'paginada', after: first.next ?? '' } });
  expect(next.next).toBeNull();
  const names = [...first.data, ...next.data].map(({ entityName }) => entityName);
  expect(names).toHaveLength(61);
  expect(names).toEqual(names.toSorted());
  const found = await operator.call(routes.listClients, { query: { search: last.rfc.toLowerCase() } });
  expect(found.data).toMatchObject([{ entityName: 'PAGINADA 99', lines: [{ limit: '5000000.00' }], pending: 0 }]);
  expect((await operator.call(routes.listClients, { query: { search: '9 100%' } })).data).toHaveLength(6);
});

it('[OPE-04] a client gets its payment-order company without SQL, and its payers screen with it', async () => {
  const own = await aClient(portal);
  const user = await portal.signIn((await aUser(portal, { client: own })).email);
  const params = { clientId: own.clientId };
  const set = (company: string | null) =>
    operator.send(routes.setPaymentOrderCompany, { params, body: { company, reason: 'firmó el anexo de cobranza' } });
  for (const unknown of ['NORTE', 'norte'])
    expect(await set(unknown)).toMatchObject({ code: 'PAYMENT_ORDER_COMPANY_UNKNOWN' });
  await portal.db.owner.query(`insert into clabe_ranges values ('NORTE', '6461809')`);
  const { client } = await operator.call(routes.setPaymentOrderCompany, {
    params,
    body: { company: 'NORTE', reason: 'firmó el anexo de cobranza' },
  });
  expect(client.paymentOrderCompany).toBe('NORTE');
  expect((await set('NORTE')).code).toBe('NOTHING_CHANGED');
  const payers = async () => (await user.call(routes.listPayers, { params: { rfc: own.rfc } })).stpCompany;
  expect(await payers()).toBe('NORTE');
  expect((await set(null)).code).toBeNull();
  expect(await payers()).toBeNull();
  const { data } = await operator.call(routes.listTimeline, { params, query: {} });
  expect(data[0]).toMatchObject({
    entry: {
      action: 'client.payment-order-company',
      changes: [{ field: 'value', before: 'NORTE', after: null }],
      reason: 'firmó el anexo de cobranza',
    },
  });
});
