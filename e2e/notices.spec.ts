/** A sale from its request to its settlement, as one person hears of it by every channel. */
import { codeOfApp } from '@anticipa/api/testing/authenticator';
import { firstClient, openClient, setUpLender } from '@anticipa/api/testing/lender-start';
import { routes } from '@anticipa/contract/routes';
import { addDays, dateOf } from '@anticipa/domain/calendar';
import type { PushBrowser } from '@anticipa/sandbox/push-server';
import { splitCompany } from '@anticipa/texts/company-link';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Person } from './browsers.ts';
import { receivers } from './invoices.ts';
import { type Lender, startLender } from './lender.ts';
import { arrive, makeReference, order } from './money-steps.ts';
import { type Client, filesOf } from './month-cast.ts';
import { approveReceiver, authoriseSale, confirmSale, sell } from './opening-steps.ts';
import { drop } from './portal.ts';

const PHONE = '5218187654321';
const { issuer, administrator } = firstClient;
const client: Client = {
  entityName: issuer.entityName,
  issuer: { rfc: issuer.rfc, name: issuer.entityName, regime: '601', postalCode: '64000' },
  administrator,
  currency: 'MXN',
  receiver: receivers.biMxn,
  clabe: '012180001234567899',
  series: 'Z',
  count: 1,
  cents: 11_600_000n,
};

let lender: Lender;
test.beforeAll(async () => {
  lender = await startLender('notices', new Date('2026-01-16T17:00:00Z'));
});
test.afterAll(async () => {
  await lender?.close();
});

/** Two operators with every role, and a client that can sell; the receiver's approval is left to the screen. */
async function setUp(browser: Browser): Promise<{ ana: Person; beto: Person; zoe: Person }> {
  const { production } = lender;
  const { config, clock } = production;
  const roles = ['administrador', 'riesgo', 'soporte', 'tesoreria', 'cobranza'] as const;
  const join = async (name: string) => {
    const email = `${name}@financiera.example`;
    return lender.join(browser, email, 'operator', await production.inviteOperator(email, roles));
  };
  const [ana, beto] = [await join('ana'), await join('beto')];
  // A code is accepted once.
  clock.pass(61_000);
  const [operator, second] = await Promise.all(
    [ana, beto].map(({ email, key }) => production.signIn(email, { code: codeOfApp(key ?? '', clock.now()) })),
  );
  if (!operator || !second) throw new Error('nobody signed in');
  await setUpLender({ operator, second }, config, clock.today());
  await openClient({ operator, second }, config);
  const change = { kind: 'switch', reader: 'client', isOn: true };
  await operator.call(routes.changeReminders, { body: { change, reason: 'lo acordamos' } });
  await production.work('refresh-taxpayer-list');
  return { ana, beto, zoe: await lender.join(browser, administrator.email, 'client') };
}

/** Chromium without a network has no push service: the stand-in's browser takes its place, and the page's own switch registers it. */
async function withPushService(page: Page): Promise<PushBrowser> {
  const { pushKey } = await (await lender.production.signIn(administrator.email)).call(routes.getNoticeChoices);
  const browser = lender.production.systems.push.browser(pushKey ?? '');
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    const bytes = (text: string): ArrayBuffer =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)).buffer;
    const keys: Readonly<Record<string, string>> = { p256dh, auth };
    const subscription = { endpoint, getKey: (name: string) => bytes(keys[name] ?? ''), unsubscribe: async () => true };
    let isOn = sessionStorage.getItem('stand-in') === 'on';
    PushManager.prototype.subscribe = async () => {
      isOn = true;
      sessionStorage.setItem('stand-in', 'on');
      return subscription as never;
    };
    PushManager.prototype.getSubscription = async () => (isOn ? (subscription as never) : null);
  }, browser);
  return browser;
}

interface Heard {
  /** The words of the notice in the portal, at WhatsApp and in the browser. */
  readonly title: RegExp;
  readonly body: RegExp;
  /** The address that it links to. */
  readonly leadsTo: RegExp;
  /** The subject of the mail of the event. */
  readonly subject: RegExp;
}

test('[AVI-13] [AVI-15] a sale is followed to its settlement in the portal, by mail, at WhatsApp and in the browser', {
  tag: '@full',
}, async ({ browser }) => {
  // It lives through two months, night by night.
  test.setTimeout(1_200_000);
  const { ana, beto, zoe } = await setUp(browser);
  const { production } = lender;
  const { whatsapp, mail } = production.systems;
  const device = await withPushService(zoe.page);

  await test.step('the channels are switched on', async () => {
    const page = await lender.open(zoe, '/profile');
    await page.getByRole('button', { name: 'Recibir avisos por WhatsApp' }).click();
    const code = /código (\d{8})/.exec((await page.getByText(/Envíanos el código/).textContent()) ?? '')?.[1];
    expect(await whatsapp.say(PHONE, `Quiero recibir los avisos de mi empresa por WhatsApp. Código: ${code}`)).toBe(
      200,
    );
    await production.work();
    await expect(page.getByText('Tus avisos llegan al WhatsApp que termina en 4321.')).toBeVisible();
    await page.getByRole('button', { name: 'Activar avisos en este navegador' }).click();
    await expect(page.getByRole('button', { name: 'Quitar avisos de este navegador' })).toBeVisible();
    for (const event of ['Venta autorizada', 'Por vencer: 7, 3 y 1 días antes', 'Pagos de tus facturas'])
      for (const channel of ['WhatsApp', 'Navegador']) {
        const box = page.getByRole('checkbox', { name: `${channel}: ${event}` });
        // A reading that began before the click may show the old choice for a moment.
        await box.click();
        await expect(box).toBeChecked();
      }
    await page.getByLabel('Correo: Devolución transferida').selectOption('No');
    await expect(page.getByLabel('Correo: Devolución transferida')).toHaveValue('none');
  });

  const count = () => ({
    pushed: device.received().length,
    sent: whatsapp.accepted().length,
    mailed: mail.mails().length,
  });
  /** Does something of which Zoé, whose page is open, hears by every channel. */
  const hears = (what: string, heard: Heard, play: () => Promise<void>): Promise<string> =>
    test.step(what, async () => {
      const before = count();
      await play();
      await production.work();
      const { title, body, leadsTo, subject } = heard;
      const page = zoe.page;
      // Without a reload.
      await expect(page.getByRole('link', { name: /^Avisos: \d+ sin leer$/ })).toBeVisible();
      await page.getByRole('link', { name: /^Avisos: \d+ sin leer$/ }).click();
      const row = page.getByRole('listitem').filter({ hasText: title });
      await expect(row).toContainText(body);
      await expect(row.getByRole('link').first()).toHaveAttribute('href', leadsTo);

      const pushed = device
        .received()
        .slice(before.pushed)
        .map((one) => ({ ...one, address: splitCompany(one.address).rest }));
      expect(pushed).toContainEqual(
        expect.objectContaining({
          title: expect.stringMatching(title),
          body: expect.stringMatching(body),
          address: expect.stringMatching(leadsTo),
        }),
      );
      const message = whatsapp
        .accepted()
        .slice(before.sent)
        .find((one) => title.test(one.body[0] ?? ''));
      expect(message).toMatchObject({
        to: PHONE,
        template: 'aviso_portal',
        body: [expect.stringMatching(title), expect.stringMatching(body)],
      });
      expect(splitCompany(`/${message?.button}`).rest).toMatch(leadsTo);
      const mails = mail
        .mails()
        .slice(0, mail.mails().length - before.mailed)
        .filter(({ to }) => to === administrator.email);
      expect(mails.map((one) => one.subject)).toContainEqual(expect.stringMatching(subject));
      await page.getByRole('button', { name: 'Marcar todo como leído' }).click();
      await expect(page.getByRole('link', { name: 'Avisos', exact: true })).toBeVisible();
      return `/${message?.button}`;
    });

  await test.step('Zoé sells', async () => {
    const page = await lender.open(zoe, '/');
    await drop(page, await filesOf(client, production.systems.pki, production.clock.today()));
    await expect(page.getByText('1 factura nueva', { exact: true })).toBeVisible();
    await approveReceiver(await lender.open(beto, '/lender'), client.receiver.name);
    await sell(page, client.receiver.name);
  });
  const sale = /^\/sales\/1$/;
  const link = await hears(
    'the sale is authorised',
    { title: /Autorizamos tu venta 1/, body: /MXN [\d,.]+ por 1 factura/, leadsTo: sale, subject: /^Autorizamos/ },
    async () => {
      await lender.open(zoe, '/');
      await authoriseSale(await lender.open(ana, '/lender'), 1, issuer.entityName);
      await confirmSale(await lender.open(beto, '/lender'));
    },
  );

  await test.step('a stranger to whom the link is forwarded sees nothing of the company', async () => {
    const stranger = await browser.newPage({ baseURL: production.config.baseUrl });
    await stranger.goto(link);
    await expect(stranger.getByLabel('Contraseña', { exact: true })).toBeVisible();
    expect(await stranger.content()).not.toMatch(/ZAPATOS|Zapatos|Zoé|116,000|Z-1\b/);
    await stranger.close();
  });

  // A new account is paid a day later.
  await lender.passTo(dateOf('2026-01-19'));
  await hears(
    'the deposit is made',
    {
      title: /Depositamos MXN [\d,.]+/,
      body: /venta 1\. Clave de rastreo: \w+/,
      leadsTo: sale,
      subject: /^Depósito de MXN [\d,.]+/,
    },
    async () => {
      await lender.open(zoe, '/');
      const page = await lender.open(beto, '/lender/payables');
      await order(page, /Zapatos/i);
      await lender.open(beto, '/lender/payables');
    },
  );

  const session = await production.signIn(administrator.email);
  const [invoice] = (await session.call(routes.listInvoices, { query: {} })).data;
  const dueDate = dateOf(invoice?.dueDate ?? '');
  await hears(
    'the due date nears',
    {
      title: /La factura Z-1 vence en 7 días/,
      body: /MXN 116,000\.00 con vencimiento/,
      leadsTo: /^\/factura\//,
      subject: /por vencer: MXN 116,000\.00$/,
    },
    async () => {
      await lender.passTo(addDays(dueDate, -7));
      await lender.open(zoe, '/');
    },
  );

  await hears(
    'the payer pays',
    {
      title: /La factura Z-1 quedó pagada/,
      body: /Recibimos MXN 116,000\.00/,
      leadsTo: /^\/factura\//,
      subject: /^La factura Z-1 quedó pagada$/,
    },
    async () => {
      const page = await lender.open(zoe, '/?producto=BI&estado=credito');
      const reference = await makeReference(page, 'Z-1');
      await arrive(lender, { key: 'PAGO1', pesos: 116_000, concept: `PAGO ${reference}` });
      await lender.open(zoe, '/');
      await lender.open(beto, '/lender');
    },
  );

  await test.step('the devolución is transferred while WhatsApp is down: its notice arrives by mail', async () => {
    whatsapp.script('reset', '', 20);
    const page = await lender.open(beto, '/lender/payables?cola=payouts');
    await order(page, /Zapatos/i);
    await lender.open(beto, '/lender/payables?cola=payouts');
    const mails = () => mail.mails().filter(({ subject }) => /^Transferimos tu devolución/.test(subject));
    expect(mails()).toEqual([]);
    production.clock.pass(11 * 60_000);
    await lender.open(zoe, '/avisos');
    await production.work();
    expect(mails()).toMatchObject([{ to: administrator.email, text: expect.stringMatching(/MXN [\d,.]+/) }]);
    await expect(zoe.page.getByRole('listitem').filter({ hasText: 'Transferimos tu devolución' })).toBeVisible();
    expect(device.received().at(-1)).toMatchObject({ title: expect.stringMatching(/^Transferimos tu devolución/) });
  });

  await test.step('after the sign-out nothing more is pushed to the browser', async () => {
    await zoe.page.getByRole('link', { name: 'Cerrar Sesión' }).click();
    await expect(zoe.page.getByLabel('Contraseña', { exact: true })).toBeVisible();
    expect((await production.db.owner.query('select from push_subscriptions')).rows).toEqual([]);
  });
});
