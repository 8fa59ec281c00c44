import { listPayers } from '@anticipa/contract/payers';
import { getInvoiceBalance } from '@anticipa/contract/payments';
import { createCompany, findCompanies, type ReceiverCompany } from '@anticipa/contract/receivers';
import { dispersions } from '@anticipa/contract/statements';
import { getTaxpayer } from '@anticipa/contract/sync';
import {
  type LenderServicesServer,
  type ServiceFault,
  startLenderServicesServer,
} from '@anticipa/sandbox/lender-calls-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, anInvoiceFile, aUser, type TestClient } from '../testing/builders.ts';
import { type Portal, startPortal } from '../testing/portal.ts';
import type { Session } from '../testing/session.ts';
import { enteredBy } from '../testing/uploads.ts';
import { lenderServicesOver } from './gateways/lender-services/http.ts';

let server: LenderServicesServer;
let portal: Portal;
let client: TestClient;
let session: Session;
beforeAll(async () => {
  server = await startLenderServicesServer();
  const settings = { url: server.url, token: server.token };
  portal = await startPortal({
    lenderServices: { 'base-app': settings, risk: settings, credits: settings, dispersions: undefined },
  });
  client = await aClient(portal);
  session = await portal.signIn((await aUser(portal, { client })).email);
});
afterAll(async () => {
  await portal.close();
  await server.close();
});

const company = (): ReceiverCompany => ({
  companyId: '0198aaaa-0000-4000-8000-000000000001',
  rfc: 'ANO150401AB9',
  razonSocial: 'ACEROS DEL NORTE',
  nombreComercial: null,
  statusId: 30,
  paymentDays: [],
});
const last = () => server.requests().at(-1);

describe('[API-04] a call of a configured service', () => {
  it('the service answers a call for the session’s client, with a token that only the server has', async () => {
    server.prepare(200, { data: [company()] });
    const answer = await session.send(findCompanies, { query: { rfc: 'ANO150401AB9' } });
    expect(answer.body).toEqual({ data: [company()] });
    expect(last()).toMatchObject({
      method: 'GET',
      path: '/api/factoringCompanyByRFC/?rfc=ANO150401AB9',
      headers: { authorization: `Bearer ${server.token}`, 'x-client-id': client.clientId, 'x-client-rfc': client.rfc },
    });
    expect(last()?.headers).not.toHaveProperty('cookie');
    expect(JSON.stringify([answer.headers, answer.body])).not.toContain(server.token);
    const { uuid } = await enteredBy(session, await anInvoiceFile(portal, client));
    const data = { uuid, fully_paid_at: null, credited_amount: '1.00' };
    server.prepare(200, { data });
    expect(await session.call(getInvoiceBalance, { params: { id: uuid } })).toEqual({ data });
    expect(last()?.path).toBe(`/api-external/invoice/balance/${uuid}`);
    const taxpayer = { data: { rfc: client.rfc, hasCiec: true, ciecStatus: 30 } };
    server.prepare(200, taxpayer);
    expect(await session.call(getTaxpayer, { params: { rfc: client.rfc } })).toEqual(taxpayer);
    expect(last()?.path).toBe(`/api-external/taxpayer/${client.rfc}`);
  });

  it('carries the body and the idempotency key of a write', async () => {
    server.prepare(200, { data: company() });
    const body = { rfc: 'ANO150401AB9', razonSocial: 'ACEROS DEL NORTE' };
    await session.send(createCompany, { body, key: 'key-of-the-browser' });
    expect(last()).toMatchObject({ method: 'POST', path: '/api/factoringCompany/', body: JSON.stringify(body) });
    expect(last()?.headers['idempotency-key']).toBe('key-of-the-browser');
  });

  it('is refused before it is made if it names another client, or something of another client', async () => {
    const other = await aClient(portal);
    const theirs = await portal.signIn((await aUser(portal, { client: other })).email);
    const { uuid } = await enteredBy(theirs, await anInvoiceFile(portal, other));
    const { rows } = await portal.db.owner.query<{ id: string }>(
      'select credit_line_id as id from credit_lines where client_id = $1 limit 1',
      [other.clientId],
    );
    const before = server.requests().length;
    const answers = [
      await session.send(findCompanies, { query: { clientId: other.clientId } }),
      await session.send(getInvoiceBalance, { params: { id: uuid } }),
      await session.send(getTaxpayer, { params: { rfc: other.rfc } }),
      await session.send(dispersions, {
        params: { creditLineId: rows[0]?.id ?? other.clientId },
        body: { dateSelected: '2026-02' },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(server.requests().length).toBe(before);
  });

  it('passes on a refusal of the contract, and no other', async () => {
    const refused = (code: string) => ({ error: { code, message: 'x', details: [], requestId: 'r' } });
    server.prepare(422, refused('RFC_INVALID'));
    const body = { rfc: 'ANO150401AB9' };
    expect(await session.refusal(createCompany, { body })).toMatchObject({ code: 'RFC_INVALID', status: 422 });
    server.prepare(409, refused('CREDIT_EXCEEDED'));
    expect(await session.refusal(createCompany, { body })).toMatchObject({
      code: 'REMOTE_ANSWER_INVALID',
      status: 502,
    });
  });

  it.each<[ServiceFault, number]>([
    ['html', 502],
    ['cut-off', 502],
    ['redirect', 502],
    ['other-token', 503],
    ['error-500', 503],
    ['reset', 503],
  ])('a failure of kind "%s" is refused with %i and a Spanish text', async (fault, status) => {
    server.prepare(200, { data: [] });
    // A call whose kept connection was closed is sent again on a new one.
    server.script(fault, '', fault === 'reset' ? 2 : 1);
    const refusal = await session.refusal(findCompanies, {});
    expect(refusal.status).toBe(status);
    expect(refusal.message).toMatch(/servicio|sistema/);
  });

  it('against the contract is refused: a field too many, one missing, a wrong amount', async () => {
    for (const data of [[{ ...company(), token: server.token }], [{ rfc: 'x' }], 'none']) {
      server.prepare(200, { data });
      const refusal = await session.refusal(findCompanies, {});
      expect(refusal).toMatchObject({ code: 'REMOTE_ANSWER_INVALID', status: 502 });
      expect(JSON.stringify(refusal)).not.toContain(server.token);
    }
    expect(JSON.stringify(portal.log)).not.toContain(server.token);
  });

  it('waits no longer than its deadline', async () => {
    server.script('hang');
    const hasty = lenderServicesOver({ services: { risk: { url: server.url, token: 'x' } }, deadlineMs: 200 });
    const asked = { path: '/x', query: {}, body: undefined, client: { clientId: '', rfc: '', userId: '' }, key: 'k' };
    expect(await hasty.ask('risk', { ...asked, method: 'GET' })).toEqual({ kind: 'unavailable', isUnknown: true });
  });
});

it('[API-04] a service without settings is our own module', async () => {
  const before = server.requests().length;
  expect(await session.call(listPayers, { params: { rfc: client.rfc } })).toMatchObject({ data: expect.any(Array) });
  expect(server.requests().length).toBe(before);
});
