import { demoClients } from '@anticipa/sandbox/demo-parties';
import { type SmtpCatcher, startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { makeTestPki, type TestPki } from '@anticipa/sandbox/test-pki';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, anOperator, aUser } from '../../../testing/builders.ts';
import { runCron } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { filesOf, SYNC_PASSWORD, SYNC_RFC, startMassDownload } from '../../../testing/sync-providers.ts';
import { storedClient } from '../../platform/work/caller.ts';
import { checkCredential } from './commands.ts';

let portal: Portal;
let testPki: TestPki;
let service: Awaited<ReturnType<typeof startMassDownload>>;
let mail: SmtpCatcher;
beforeAll(async () => {
  testPki = await makeTestPki();
  portal = await startPortal();
  service = await startMassDownload(testPki, { now: () => portal.clock.now() });
  mail = await startSmtpCatcher();
});
afterAll(async () => {
  await Promise.all([portal.close(), service.close(), mail.close()]);
  await testPki.remove();
});

it('[SAT-06] operators are warned 60, 30 and 7 days before the e.firma of a connected client expires, once each', async () => {
  const { config, clock, db } = portal;
  const client = await aClient(portal, { rfc: SYNC_RFC });
  const { userId, email } = await aUser(portal, { client });
  const { owner } = db;
  await owner.query('update clients set sync_allowed = true where client_id = $1', [client.clientId]);
  await owner.query('update users set sync_allowed = true where client_id = $1', [client.clientId]);
  const deps = { config, db: db.api, clock, invoiceSync: service.port() };
  const name = { firstName: 'Ana', lastName: 'Prueba', entityName: 'NORTE', rfc: SYNC_RFC };
  const clientId = storedClient(client.clientId);
  const actor = {
    kind: 'client',
    ...name,
    clientId,
    userId,
    accountId: userId,
    email,
    sessionId: userId,
    isAdmin: true,
    saleRight: 'accept',
    acceptUpTo: null,
    factorAt: null,
    isReadOnly: false,
  } as const;
  const caller = { actor, requestId: 'test', address: '127.0.0.1', userAgent: 'test', idempotency: null };
  const { certificate, privateKey } = filesOf(await testPki.pki.efirmaFor(demoClients.norte));
  const efirma = { certificate: certificate.toString('base64'), privateKey: privateKey.toString('base64') };
  expect(await checkCredential(deps, caller, { username: SYNC_RFC, password: SYNC_PASSWORD, efirma })).toMatchObject({
    ok: true,
  });
  const { rows } = await owner.query<{ expires_at: Date }>(
    'select expires_at from sync_credentials where client_id = $1',
    [client.clientId],
  );
  const expiresAt = rows[0]?.expires_at.getTime() ?? 0;

  const [{ email: gone }, { email: to }] = [await anOperator(portal), await anOperator(portal)];
  // Does not keep the others from their mail, nor repeats it.
  mail.bounce(gone);
  const warned = async () => {
    const { rows: raised } = await owner.query<{ reason: string }>(
      `select reason from alerts where kind = 'certificate-expiry' and client_id = $1 order by raised_at`,
      [client.clientId],
    );
    return [raised.map(({ reason }) => reason).join(' '), mail.mails().filter((one) => one.to === to).length];
  };
  const given = [];
  for (const [daysBefore, isActive] of [
    [61, true],
    [60, false],
    [60, true],
    [59, true],
    [30, true],
    [7, true],
    [-1, true],
  ] as const) {
    clock.set(new Date(expiresAt - daysBefore * 86_400_000));
    await owner.query('update clients set sat_sync_active = $2 where client_id = $1', [client.clientId, isActive]);
    expect(await runCron(portal, mail, 'watch-efirmas')).toEqual([]);
    given.push(await warned());
  }
  expect(given).toEqual([
    ['', 0],
    ['', 0],
    ['60-days', 1],
    ['60-days', 1],
    ['60-days 30-days', 2],
    ['60-days 30-days 7-days', 3],
    ['60-days 30-days 7-days', 3],
  ]);
  expect(mail.mails().at(-1)?.text).toContain(`se descargan las facturas de ${SYNC_RFC} del SAT`);
});
