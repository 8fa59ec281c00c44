/** Notices to browsers, with a stand-in that decrypts each as the browser would, and the page on which the demo shows it. */
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { routes } from '@anticipa/contract/routes';
import { demoPhones } from '@anticipa/sandbox/demo-phones';
import { type PushServer, startPushServer } from '@anticipa/sandbox/push-server';
import { startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { startWhatsAppServer } from '@anticipa/sandbox/whatsapp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, anOperator, aUser, type TestClient } from '../../../testing/builders.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { workIn } from '../../../testing/work.ts';
import { putNotice } from './put.ts';

const KEY = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';

let push: PushServer;
let mails: PortalWithMail;
let client: TestClient;
beforeAll(async () => {
  push = await startPushServer();
  mails = await startPortalWithMail({ pushKey: KEY });
  await writeFile(join(mails.portal.dataDir, 'sandbox.json'), JSON.stringify({ pushUrl: push.url }));
  client = await aClient(mails.portal);
});
afterAll(async () => {
  await mails.close();
  await push.close();
});

const signedIn = async () => mails.portal.signIn((await aUser(mails.portal, { client })).email);
const tell = () =>
  mails.portal.db.worker.withTransaction({ as: 'worker' }, (executor) => {
    const work = workIn(executor, mails.portal.clock, client.clientId);
    return putNotice(work, { event: 'payout', object: 'settled', count: 1, trackingKey: 'RASTREO1' });
  });
/** The notices to browsers as the desk sees them, the newest first. */
const atDesk = async () => {
  const support = await mails.portal.signIn((await anOperator(mails.portal, { roles: ['soporte'] })).email);
  const { data } = await support.call(routes.listMessages);
  return data
    .filter(({ kind }) => kind === 'push')
    .map(({ state, sentTo, lastError }) => [state, sentTo !== null, lastError]);
};
const aBrowser = async (session: Awaited<ReturnType<typeof signedIn>>) => {
  const { pushKey } = await session.call(routes.getNoticeChoices);
  const browser = push.browser(pushKey ?? '');
  const { endpoint, p256dh, auth } = browser;
  await session.call(routes.addPushBrowser, { body: { endpoint, p256dh, auth } });
  return browser;
};

it('[AVI-12] [AVI-24] a notice reaches the browsers of its reader, until they are removed, leave or are another person’s', async () => {
  const session = await signedIn();
  const [first, second] = [await aBrowser(session), await aBrowser(session)];
  await tell();
  expect(await mails.deliver()).toEqual([]);
  const address = `/invoices?empresa=${client.clientId}`;
  const notice = { title: expect.stringMatching(/^Transferimos tu devolución/), address, id: expect.any(String) };
  expect([first.received(), second.received()]).toMatchObject([[notice], [notice]]);
  await session.call(routes.removePushBrowser, { body: { endpoint: first.endpoint } });
  mails.pass(1);
  const other = await signedIn();
  const { endpoint, p256dh, auth } = second;
  await other.call(routes.addPushBrowser, { body: { endpoint, p256dh, auth } });
  await tell();
  await mails.deliver();
  expect([first.received().length, second.received().length]).toEqual([1, 2]);
  second.leave();
  await tell();
  await mails.deliver();
  const { rows } = await mails.portal.db.owner.query('select from push_subscriptions where endpoint = $1', [
    second.endpoint,
  ]);
  expect(rows).toEqual([]);
  // The first person had no browser left for the later ones.
  expect((await atDesk()).toSorted()).toEqual([
    ['dropped', false, null],
    ['dropped', false, null],
    ['refused', false, 'every browser is gone'],
    ['sent', true, null],
    ['sent', true, null],
  ]);
});

it('[AVI-17] a notification names the company to a person of several, and so does the address of each of its buttons', async () => {
  const company = await aClient(mails.portal);
  const { email } = await aUser(mails.portal, { client: company });
  const session = await mails.portal.signIn(email);
  const choice = { event: 'paid', portal: true, mail: 'none', whatsapp: false, push: true } as const;
  await session.call(routes.changeNoticeChoices, { body: { choices: [choice] } });
  const browser = await aBrowser(session);
  await aUser(mails.portal, { client, email });
  await mails.portal.db.worker.withTransaction({ as: 'worker' }, (executor) =>
    putNotice(workIn(executor, mails.portal.clock, company.clientId), { event: 'paid', object: 'settled', count: 1 }),
  );
  await mails.deliver();
  expect(browser.received()).toMatchObject([
    {
      title: `${company.entityName}: 1 factura quedó pagada`,
      address: `/invoices?empresa=${company.clientId}`,
      action: { address: `/?empresa=${company.clientId}#vender-de-nuevo` },
    },
  ]);
});

it('[AVI-12] [AVI-24] a service that fails is called again for a quarter of an hour; another address is never called', async () => {
  const session = await signedIn();
  const browser = await aBrowser(session);
  push.script('error-500', '', 1);
  await tell();
  await mails.deliver();
  expect(browser.received()).toEqual([]);
  await mails.portal.db.owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`);
  await mails.deliver();
  expect(browser.received()).toHaveLength(1);
  push.script('error-500', '', 2);
  await tell();
  await mails.deliver();
  mails.pass(16);
  await mails.portal.db.owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`);
  await mails.deliver();
  await mails.portal.db.owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`);
  await mails.deliver();
  expect(browser.received()).toHaveLength(1);
  expect(await atDesk()).toContainEqual(['given-up', false, expect.stringMatching(/\S/)]);
  const again = await signedIn();
  const { p256dh, auth } = browser;
  const body = { endpoint: 'http://169.254.169.254/latest', p256dh, auth };
  expect(await again.refusal(routes.addPushBrowser, { body })).toMatchObject({ code: 'PUSH_OFF' });
});

it('[AVI-14] the page of the demo registers a browser of a person, says what it gets, and sends texts to WhatsApp', async () => {
  await mails.portal.app.listen({ port: 0, host: '127.0.0.1' });
  const portalUrl = `http://127.0.0.1:${(mails.portal.app.server.address() as AddressInfo).port}`;
  const whatsapp = await startWhatsAppServer({ webhookUrl: `${portalUrl}/api/webhooks/whatsapp` });
  const { email } = await aUser(mails.portal, { client });
  const { section, settings } = demoPhones({ portalUrl, whatsapp, push, people: [email] });
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(['whatsappUrl', 'pushUrl', 'pushKey']));
  const page = await startSmtpCatcher(undefined, 0, section);
  const post = (path: string, form: Record<string, string>) =>
    fetch(new URL(path, page.pageUrl), { method: 'POST', body: new URLSearchParams(form) });
  const shown = async (query = '') => (await fetch(`${page.pageUrl}${query}`)).text();
  expect(await shown()).not.toContain('devolución');
  await post('/browser', { email });
  await post('/browser', { email: 'otra@norte.demo' });
  await tell();
  await mails.deliver();
  expect(await shown()).toMatch(
    new RegExp(
      `${email}</td><td>Transferimos tu devolución.*href="${portalUrl}/invoices\\?empresa=${client.clientId}"`,
    ),
  );
  expect(await shown('?text=%22%3Ccode')).toContain('value="&quot;&lt;code"');
  // This portal has no WhatsApp, so that it refuses the text.
  expect((await post('/whatsapp', { text: '12345678' })).status).toBe(200);
  await Promise.all([page.close(), whatsapp.close()]);
});
