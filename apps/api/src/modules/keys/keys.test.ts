import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '@anticipa/contract/api-keys';
import { routes } from '@anticipa/contract/routes';
import { v1GetKey } from '@anticipa/contract/v1/keys';
import { v1CancelSales } from '@anticipa/contract/v1/sales';
import { createWebhook, listWebhooks } from '@anticipa/contract/webhooks';
import { type KeyScope, keyScopes } from '@anticipa/domain/api-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aUser, type TestClient } from '../../../testing/builders.ts';
import { signInFresh } from '../../../testing/fresh-factor.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import type { Session } from '../../../testing/session.ts';

let mailPortal: PortalWithMail;
let portal: PortalWithMail['portal'];
let client: TestClient;
let admin: { readonly userId: string; readonly email: string };
let asAdmin: Session;
beforeAll(async () => {
  mailPortal = await startPortalWithMail();
  ({ portal } = mailPortal);
  client = await aClient(portal);
  admin = await aUser(portal, { client, isAdmin: true });
  asAdmin = await signInFresh(portal, admin.email);
});
afterAll(() => mailPortal.close());

const make = (body: object = {}, session = asAdmin) =>
  session.call(createApiKey, { body: { name: 'ERP', scopes: ['read'], ...body } });
const codeOf = async (token: string): Promise<string | null> => (await portal.visitor.by(token).send(v1GetKey)).code;
const listed = async (keyId: string): Promise<ApiKey | undefined> =>
  (await asAdmin.call(listApiKeys)).data.find((key) => key.keyId === keyId);

describe('a key', () => {
  it('[LLA-01] is shown once, and only its hash is stored', async () => {
    const { token, key } = await make({ name: 'Contabilidad', scopes: ['sell', 'read'] });
    expect(token).toMatch(/^ak_live_[A-Za-z0-9_-]{43}$/);
    expect(key).toMatchObject({
      name: 'Contabilidad',
      prefix: token.slice(0, 12),
      scopes: ['read', 'sell'],
      state: 'live',
    });
    const answer = await portal.visitor.by(token).call(v1GetKey);
    expect(answer).toMatchObject({ company: { tax_id: client.rfc }, key: { id: key.keyId, scopes: ['read', 'sell'] } });
    const tables = ['api_keys', 'audit', 'outbox', 'idempotency'];
    for (const table of tables) {
      const { rows } = await portal.db.owner.query(`select one::text as row from ${table} one`);
      expect(rows.filter(({ row }) => String(row).includes(token.slice(12)))).toEqual([]);
    }
    expect((await asAdmin.send(listApiKeys)).bytes.toString()).not.toContain(token.slice(12));
  });

  it('[LLA-01] every administrator is notified of a new key, and the log records it', async () => {
    const other = await aUser(portal, { client, isAdmin: true });
    const { key } = await make({ name: 'Tesorería 7' });
    await mailPortal.deliver();
    for (const { email } of [admin, other]) {
      const mails = mailPortal.mailsTo(email).filter(({ subject }) => subject.includes('Tesorería 7'));
      expect(mails.map(({ text }) => text.includes(key.prefix))).toEqual([true]);
    }
    const { rows } = await portal.db.owner.query('select action, actor_kind from audit where subject = $1', [
      `key:${key.keyId}`,
    ]);
    expect(rows).toEqual([{ action: 'key.created', actor_kind: 'user' }]);
  });

  it('[LLA-02] is refused at the call after it is revoked; revoking again changes nothing', async () => {
    const { token, key } = await make();
    expect(await codeOf(token)).toBeNull();
    const { key: ended } = await asAdmin.call(revokeApiKey, { params: { keyId: key.keyId }, body: {} });
    expect(ended.state).toBe('revoked');
    expect(await codeOf(token)).toBe('KEY_INVALID');
    expect((await asAdmin.call(revokeApiKey, { params: { keyId: key.keyId }, body: {} })).key).toEqual(ended);
  });

  it('[LLA-02] ends with its owner’s access, and does not come back with it', async () => {
    const boss = await aUser(portal, { client, isAdmin: true });
    const { token, key } = await make({}, await signInFresh(portal, boss.email));
    expect(await codeOf(token)).toBeNull();
    const set = (active: boolean) =>
      asAdmin.call(routes.updateUser, {
        params: { userId: boss.userId },
        body: { firstName: 'Ana', lastName: 'Prueba', active, isAdmin: false },
      });
    await set(false);
    expect(await codeOf(token)).toBe('KEY_INVALID');
    await set(true);
    expect(await codeOf(token)).toBe('KEY_INVALID');
    expect((await listed(key.keyId))?.state).toBe('ended');
  });

  it('[WEB-08] endpoints survive the person who made them, and the other administrators are told', async () => {
    const boss = await aUser(portal, { client, isAdmin: true });
    const other = await aUser(portal, { client, isAdmin: true });
    const url = 'https://erp.example.com/avisos';
    const asBoss = await signInFresh(portal, boss.email);
    const { webhook } = await asBoss.call(createWebhook, { body: { url, types: [] } });
    await asAdmin.call(routes.updateUser, {
      params: { userId: boss.userId },
      body: { firstName: 'Ana', lastName: 'Prueba', active: false, isAdmin: false },
    });
    await mailPortal.deliver();
    const told = (email: string) =>
      mailPortal.mailsTo(email).filter(({ subject }) => subject === 'Revisa las direcciones para avisos de tu empresa');
    for (const { email } of [admin, other]) expect(told(email).map(({ text }) => text.includes(url))).toEqual([true]);
    expect(told(boss.email)).toEqual([]);
    const { data } = await asAdmin.call(listWebhooks);
    expect(data.find(({ webhookId }) => webhookId === webhook.webhookId)).toMatchObject({ isOn: true });
  });

  it('[LLA-02] works on its last day and not on the next one', async () => {
    const today = portal.clock.today();
    const { token, key } = await make({ expiresOn: today });
    expect(key.expiresAt).toBe('2026-03-11T06:00:00.000Z');
    expect(await codeOf(token)).toBeNull();
    const now = portal.clock.now();
    portal.clock.set(new Date('2026-03-11T06:00:00Z'));
    expect(await codeOf(token)).toBe('KEY_INVALID');
    portal.clock.set(now);
    const past = { name: 'ERP', scopes: ['read'], expiresOn: '2026-03-09' };
    expect((await asAdmin.refusal(createApiKey, { body: past })).code).toBe('KEY_EXPIRY_PAST');
  });

  it.each([
    [['127.0.0.1'], null],
    [['10.0.0.0/8', '127.0.0.0/8'], null],
    [['::ffff:127.0.0.1'], null],
    [['10.0.0.0/8', '2001:db8::/32'], 'KEY_ADDRESS_REFUSED'],
  ])('[LLA-04] for the networks %o answers %s from this machine', async (addresses, code) => {
    expect(await codeOf((await make({ addresses })).token)).toBe(code);
  });

  it('[LLA-04] is limited by itself, and says what is left', async () => {
    const { token } = await make();
    const first = await portal.visitor.by(token).send(v1GetKey);
    expect(first.headers['ratelimit-policy']).toBe('"read";q=1800;w=60');
    expect(first.headers.ratelimit).toMatch(/^"read";r=1799;t=\d+$/);
    const second = await portal.visitor.by((await make()).token).send(v1GetKey);
    expect(second.headers.ratelimit).toMatch(/;r=1799;/);
    expect((await asAdmin.send(v1GetKey)).headers.ratelimit).toBeUndefined();
    const cancel = () => portal.visitor.by(token).send(v1CancelSales, { body: { sale_numbers: [1] } });
    await Promise.all(Array.from({ length: 600 }, cancel));
    const { code, headers } = await cancel();
    expect([code, headers.ratelimit]).toEqual(['TOO_MANY_REQUESTS', `"write";r=0;t=${headers['retry-after']}`]);
  });

  it('[LLA-05] shows when and from where it was last used', async () => {
    const { token, key } = await make();
    expect(await listed(key.keyId)).toMatchObject({ lastUsedAt: null, lastUsedAddress: null });
    await codeOf(token);
    expect(await listed(key.keyId)).toMatchObject({
      lastUsedAt: portal.clock.now().toISOString(),
      lastUsedAddress: '127.0.0.1',
    });
    const first = portal.clock.now().toISOString();
    portal.clock.pass(59_999);
    await codeOf(token);
    expect(await listed(key.keyId)).toMatchObject({ lastUsedAt: first });
    portal.clock.pass(1);
    await codeOf(token);
    expect(await listed(key.keyId)).toMatchObject({ lastUsedAt: portal.clock.now().toISOString() });
  });
});

describe('refusals', () => {
  it('[LLA-03] a key without the scope, and any key at every other call', async () => {
    const scopes: readonly KeyScope[] = keyScopes;
    const { token } = await make({ scopes: scopes.filter((scope) => scope !== 'read') });
    expect(await codeOf(token)).toBe('KEY_SCOPE_MISSING');
    const { token: all } = await make({ scopes });
    const program = portal.visitor.by(all);
    for (const route of [routes.getClient, routes.listSessions, routes.logout, listApiKeys, routes.listInvoices])
      expect((await program.send(route, { params: { rfc: client.rfc } })).code).toBe('KEY_SCOPE_MISSING');
    expect((await program.send(createApiKey, { body: { name: 'Otra', scopes } })).code).toBe('KEY_SCOPE_MISSING');
  });

  it('[LLA-01] a person who is no administrator, and an unknown key', async () => {
    const { email } = await aUser(portal, { client });
    const session = await portal.signIn(email);
    expect((await session.send(listApiKeys)).code).toBe('NOT_ALLOWED');
    expect((await session.send(createApiKey, { body: { name: 'ERP', scopes: ['read'] } })).code).toBe('NOT_ALLOWED');
    const answer = await portal.visitor.by(`ak_live_${'A'.repeat(43)}`).send(v1GetKey);
    expect([answer.status, answer.code]).toEqual([401, 'KEY_INVALID']);
  });

  it('[LLA-01] a twenty-first key, until one ends', async () => {
    const company = await aClient(portal);
    const boss = await signInFresh(portal, (await aUser(portal, { client: company, isAdmin: true })).email);
    const keys: ApiKey[] = [];
    for (let count = 0; count < 20; count += 1) keys.push((await make({}, boss)).key);
    const body = { name: 'ERP', scopes: ['read'] };
    expect((await boss.refusal(createApiKey, { body })).code).toBe('KEY_LIMIT_REACHED');
    await boss.call(revokeApiKey, { params: { keyId: keys[3]?.keyId ?? '' }, body: {} });
    await make({}, boss);
  });

  it('[LLA-02] a key of a client that is closed, after the days of reading', async () => {
    const company = await aClient(portal);
    const boss = await signInFresh(portal, (await aUser(portal, { client: company, isAdmin: true })).email);
    const { token } = await make({}, boss);
    const close = (days: number) =>
      portal.db.owner.query(`update clients set client_state = 'closed', reads_until = $2 where client_id = $1`, [
        company.clientId,
        new Date(portal.clock.now().getTime() + days * 86_400_000),
      ]);
    await close(1);
    expect(await codeOf(token)).toBeNull();
    await close(-1);
    expect(await codeOf(token)).toBe('KEY_INVALID');
  });
});

describe('a refusal of the calls for programs', () => {
  const refusal = async (language?: string) => {
    const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
    return portal.visitor.by(`ak_live_${'B'.repeat(43)}`).send(v1GetKey, { headers });
  };

  it.each([
    [undefined, 'es-MX', /^La llave no existe/],
    ['en-US,en;q=0.9,es;q=0.8', 'en', /^The key does not exist/],
    ['es;q=0.9, en;q=0.2', 'es-MX', /^La llave no existe/],
    ['fr', 'es-MX', /^La llave no existe/],
  ])('[APV-01] is a problem in the language of %o', async (asked, language, title) => {
    const answer = await refusal(asked);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['content-language']).toBe(language);
    expect(answer.body).toMatchObject({ type: '/v1/docs#KEY_INVALID', status: 401, code: 'KEY_INVALID', errors: [] });
    expect((answer.body as { title: string }).title).toMatch(title);
  });

  it('[APV-01] is one at an unknown address too', async () => {
    const answer = await portal.visitor.get('/v1/nothing');
    expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });
});
