/** The demo's outside world in one program: tax authority, its sync provider, bank, mail server, and a robot playing the lender's operator and the payers. */
import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { demoPki } from '@anticipa/cfdi/trust-store';
import { demoCiec, demoCode, demoPassword } from './demo-parties.ts';
import { demoPhones } from './demo-phones.ts';
import { startDemoRobot } from './demo-robot.ts';
import { startDemoStp } from './demo-stp.ts';
import { startDemoSyntage } from './demo-syntage.ts';
import { startMifielServer } from './mifiel-server.ts';
import { openDemoPki } from './pki.ts';
import { startPushServer } from './push-server.ts';
import { startSieServer } from './sie-server.ts';
import { startSmtpCatcher } from './smtp-catcher.ts';
import { startTaxStatusServer } from './tax-status-server.ts';
import { startTaxpayerListServer } from './taxpayer-list-server.ts';
import { startWhatsAppServer } from './whatsapp-server.ts';

const OPERATOR = 'operador@anticipa.demo';

const { PORTAL_URL, DATA_DIR, PORTAL_NOW, ROBOT_EVERY_MS } = process.env;
if (PORTAL_URL === undefined || DATA_DIR === undefined) throw new Error('PORTAL_URL and DATA_DIR must be set');

const taxStatus = await startTaxStatusServer();
const taxpayerList = await startTaxpayerListServer();
const sie = await startSieServer();
const pki = await openDemoPki(DATA_DIR);
const shift = PORTAL_NOW === undefined ? 0 : Date.parse(PORTAL_NOW) - Date.now();
const now = () => new Date(Date.now() + shift);
const whatsapp = await startWhatsAppServer({ now, webhookUrl: `${PORTAL_URL}/api/webhooks/whatsapp` });
const push = await startPushServer();
const people = [
  'admin@norte.demo',
  'usuario@norte.demo',
  'prepara@norte.demo',
  'admin@sur.demo',
  'admin@este.demo',
  'contador@despacho.demo',
];
const phones = demoPhones({ portalUrl: PORTAL_URL, whatsapp, push, people });
const mail = await startSmtpCatcher(undefined, 0, phones.section);
const mifiel = await startMifielServer({
  signer: await pki.timestamper(),
  appSecret: randomBytes(16).toString('hex'),
  now,
});
const demo = { dataDir: DATA_DIR, portalUrl: PORTAL_URL, portalNow: PORTAL_NOW };
const syntage = await startDemoSyntage(demo);
const stp = await startDemoStp(demo);

// The API and the worker read this file whenever they need a setting; the rename makes the update atomic.
const file = join(DATA_DIR, 'sandbox.json');
const settings = {
  taxStatusUrl: taxStatus.url,
  smtpUrl: mail.smtpUrl,
  mailPageUrl: mail.pageUrl,
  syntageUrl: syntage.url,
  syntageApiKey: syntage.apiKey,
  syntageWebhookSecret: syntage.webhookSecret,
  taxpayerListUrl: taxpayerList.url,
  banxicoUrl: sie.url,
  banxicoToken: sie.token,
  mifielUrl: mifiel.url,
  mifielAppId: mifiel.appId,
  mifielAppSecret: mifiel.appSecret,
  mifielRoots: join(DATA_DIR, demoPki.folder, demoPki.authority),
  ...stp.settings,
  ...phones.settings,
  whatsappChatUrl: mail.pageUrl,
};
await mkdir(DATA_DIR, { recursive: true });
await writeFile(`${file}.part`, JSON.stringify(settings));
await rename(`${file}.part`, file);

// The journeys shorten the pause between two rounds.
const pace = ROBOT_EVERY_MS === undefined ? {} : { everyMs: Number(ROBOT_EVERY_MS) };
const { transfer } = stp;
const robot = startDemoRobot({ portalUrl: PORTAL_URL, email: OPERATOR, password: demoPassword, transfer, ...pace });

let isEnding = false;
const end = async (): Promise<void> => {
  if (isEnding) return;
  isEnding = true;
  await robot.stop();
  await Promise.all([
    taxStatus.close(),
    taxpayerList.close(),
    sie.close(),
    mail.close(),
    syntage.close(),
    mifiel.close(),
    stp.close(),
    whatsapp.close(),
    push.close(),
    rm(file, { force: true }),
  ]);
  process.exit(0);
};
process.on('SIGTERM', () => void end());
process.on('disconnect', () => void end());
// Ctrl-C reaches the whole process group; under a supervisor wait for its SIGTERM.
process.on('SIGINT', () => process.send === undefined && void end());

process.send?.({
  ready: true,
  lines: [
    `Sign in as ${people.join(', ')}; password ${demoPassword}`,
    `At /lender, with the code ${demoCode}: ${OPERATOR}, and operador2@anticipa.demo, who approves what the first one proposes`,
    `CIEC password of every company at the tax authority: ${demoCiec}`,
    `E-mails, WhatsApp messages and browser notices of the demo: ${mail.pageUrl}`,
  ],
});
