import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@anticipa/api/testing/free-port';
import { aSealingKey, filesOf } from '@anticipa/api/testing/sync-providers';
import { listInvoices } from '@anticipa/contract/invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import { type MadeInvoice, makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { demoCiec, demoClients } from '@anticipa/sandbox/demo-parties';
import { startMassDownloadServer } from '@anticipa/sandbox/mass-download-server';
import { openDemoPki } from '@anticipa/sandbox/pki';
import { type SmtpCatcher, startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { startSyntageServer } from '@anticipa/sandbox/syntage-server';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { today } from './invoices.ts';
import { invariantsOf, type KillablePortal, startPortal } from './killable-portal.ts';
import { answerSurveys, inDatabase } from './owner.ts';
import { ARTEFACTS, apiAs, checkLooks, signIn } from './portal.ts';

const FIRST = 2000;
const LATER = 3;
const ADMIN = 'admin@norte.demo';
const KEY_PASSWORD = 'llave-de-la-firma';
const { norte } = demoClients;
/** A dead worker's claim ends after three minutes. */
const AFTER_CRASH = { timeout: 900_000 };

/** Differences that the lender's choice of provider makes in a client's life. */
interface Provider {
  readonly settings: Readonly<Record<string, string>>;
  readonly issue: (made: readonly MadeInvoice[]) => void;
  /** Makes what the client has given stop working. */
  readonly interrupt: () => void;
  /** Fills the first step of the wizard. */
  readonly give: (wizard: Locator, isRight: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}
type OpenProvider = (place: { readonly dataDir: string; readonly url: string }) => Promise<Provider>;

const syntage: OpenProvider = async ({ url }) => {
  const server = await startSyntageServer({ password: demoCiec, webhookUrl: `${url}/api/webhooks/syntage` });
  return {
    settings: {
      SYNTAGE_URL: server.url,
      SYNTAGE_API_KEY: server.apiKey,
      SYNTAGE_WEBHOOK_SECRET: server.webhookSecret,
    },
    issue: (made) => server.records.addInvoices(made),
    interrupt: () => server.records.breakCredentials(norte.rfc, 'invalid'),
    give: (wizard, isRight) => wizard.getByLabel('Contraseña del SAT (CIEC)').fill(isRight ? demoCiec : 'equivocada'),
    close: () => server.close(),
  };
};

const massDownload: OpenProvider = async ({ dataDir }) => {
  const server = await startMassDownloadServer();
  const signer = await (await openDemoPki(dataDir)).efirmaFor(norte);
  const { certificate, privateKey } = filesOf(signer, KEY_PASSWORD);
  const { id, key } = aSealingKey('2026', 7);
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
  return {
    settings: {
      EFIRMA_FOLDER: join(dataDir, 'efirmas'),
      CIEC_KEYS: `${id}:${key.toString('base64')}`,
      MASS_DOWNLOAD_URL: server.url,
      MASS_DOWNLOAD_PACKAGES_URL: server.url,
    },
    issue: (made) => server.records.addInvoices(made),
    interrupt: () => server.records.setOutcome(norte.rfc, { refusal: '304' }),
    give: async (wizard, isRight) => {
      await wizard.getByLabel('Certificado de tu e.firma (.cer)').setInputFiles(file('norte.cer', certificate));
      await wizard.getByLabel('Clave privada de tu e.firma (.key)').setInputFiles(file('norte.key', privateKey));
      await wizard.getByLabel('Contraseña de la clave privada').fill(isRight ? KEY_PASSWORD : 'equivocada');
    },
    close: () => server.close(),
  };
};

for (const [name, open] of [
  ['CIEC password', syntage],
  ['e.firma', massDownload],
] as const)
  test(`[SAT-01] [SAT-02] [SAT-03] [SAT-04] [SAT-06] [SAT-07] a client lives with its ${name} from the wizard to the disconnection`, {
    tag: '@full',
  }, async ({ browser }) => {
    test.setTimeout(2_400_000);
    const dataDir = join(ARTEFACTS, `sync-${name.slice(0, 1)}-${process.pid}`);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const mail = await startSmtpCatcher();
    const provider = await open({ dataDir, url });
    const portal = await startPortal(dataDir, port, { ...provider.settings, SMTP_URL: mail.smtpUrl });
    try {
      await answerSurveys(dataDir);
      const page = await browser.newPage({ baseURL: url });
      await live(page, { portal, provider, mail, dataDir });
      expect(invariantsOf(dataDir)).toMatch(/^\d+ invariants hold\.$/);
    } finally {
      await portal.stop();
      await Promise.all([mail.close(), provider.close()]);
      await rm(dataDir, { recursive: true, force: true });
    }
  });

interface World {
  readonly portal: KillablePortal;
  readonly provider: Provider;
  readonly mail: SmtpCatcher;
  readonly dataDir: string;
}

async function live(page: Page, { portal, provider, mail, dataDir }: World): Promise<void> {
  const pki = await openDemoPki(dataDir);
  const issue = async (count: number, seed: number): Promise<void> => {
    const override = () => ({ emittedOn: today(), emittedTime: '00:00:01' });
    provider.issue(await makeInvoices({ pki, issuer: norte, count, seed, today: today(), override }));
  };
  const client = await apiAs(portal.url, ADMIN);
  const synced = async (): Promise<string[]> => {
    const { data }: ResponseOf<typeof listInvoices> = await client.get(listInvoices.path);
    return data.filter(({ isSynced }) => isSynced).map(({ uuid }) => uuid);
  };
  const wizard = page.getByRole('dialog', { name: 'Conectar con el SAT' });
  const next = wizard.getByRole('button', { name: 'Continuar' });
  const finish = async (): Promise<void> => {
    await provider.give(wizard, true);
    await next.click();
    await wizard.getByRole('radio', { name: '30 días' }).check();
    await next.click();
    await wizard.getByRole('button', { name: 'Finalizar' }).click();
    await expect(wizard).toBeHidden();
  };

  await issue(FIRST, 1);
  await signIn(page, ADMIN);
  await page.getByRole('button', { name: 'Conectar con el SAT' }).click();
  await provider.give(wizard, false);
  await next.click();
  await expect(wizard.getByText('No pudimos establecer la conexión, verifica tu contraseña')).toBeVisible();
  await checkLooks(page, 'sync-refused');
  await finish();

  // The worker dies in the middle of the first download, which cannot be disconnected.
  await page.getByRole('button', { name: 'Descargando tus facturas del SAT' }).click();
  await page
    .getByRole('alertdialog', { name: 'Descarga en curso' })
    .getByRole('button', { name: 'Ok', exact: true })
    .click();
  await expect.poll(async () => (await synced()).length, AFTER_CRASH).toBeGreaterThan(FIRST / 4);
  portal.killWorker();
  expect((await synced()).length).toBeLessThan(FIRST);
  await expect.poll(async () => (await synced()).length, AFTER_CRASH).toBe(FIRST);
  expect(new Set(await synced()).size).toBe(FIRST);
  const notice = page.getByRole('dialog', { name: 'Facturas Preaprobadas' });
  await notice.getByRole('button', { name: 'Ver facturas' }).click(AFTER_CRASH);
  await expect(page.getByText(/^Última sincronización con el SAT: /)).toBeVisible(AFTER_CRASH);
  await expect(page.getByRole('button', { name: 'Desconectar del SAT' })).toBeVisible();

  // The night, a day after the first download.
  const night = () =>
    inDatabase(async (owner) => {
      await owner.query("update sync_runs set requested_at = requested_at - interval '1 day'");
      await owner.query("select enqueue_job('sync-daily', '{}')");
    }, dataDir);
  await issue(LATER, 2);
  await night();
  await expect.poll(async () => (await synced()).length).toBe(FIRST + LATER);

  // The client's credential stops working.
  provider.interrupt();
  await night();
  await expect(page.getByText('Se interrumpió la sincronización con el SAT')).toBeVisible();
  await checkLooks(page, 'sync-interrupted');
  const subject = 'Se interrumpió la sincronización de tus facturas';
  await expect.poll(() => mail.mails().filter((one) => one.to === ADMIN && one.subject === subject).length).toBe(1);

  await page.getByRole('button', { name: 'Desconectar del SAT' }).click();
  const leave = page.getByRole('dialog', { name: 'Desconectar del SAT' });
  await leave.getByRole('button', { name: 'Desconectar', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Conectar con el SAT' })).toBeVisible();
  expect((await synced()).length).toBe(FIRST + LATER);
}
