/**
 * The outside systems of a rehearsal: a portal in production mode on this machine, all of whose settings name stand-ins. Their
 * authority is a test one, which a production trusts only if nothing is elsewhere.
 */
import { createPublicKey, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { demoPki } from '@anticipa/cfdi/trust-store';
import { startCepServer } from './cep-server.ts';
import { startErrorReportServer } from './error-report-server.ts';
import { startFacturamaServer } from './facturama-server.ts';
import { startMifielServer } from './mifiel-server.ts';
import { type DemoPki, openDemoPki } from './pki.ts';
import { newPushKey, type PushServer, startPushServer } from './push-server.ts';
import { startBucketServer } from './s3-server.ts';
import { startSieServer } from './sie-server.ts';
import { type SmtpCatcher, startSmtpCatcher } from './smtp-catcher.ts';
import { type StpServer, startStpServer } from './stp-server.ts';
import { type SyntageServer, startSyntageServer } from './syntage-server.ts';
import { startTaxStatusServer, type TaxStatusServer } from './tax-status-server.ts';
import { startTaxpayerListServer } from './taxpayer-list-server.ts';
import { startWhatsAppServer, type WhatsAppServer } from './whatsapp-server.ts';

export interface Rehearsal {
  /** The settings of the portal, as an operator sets them. */
  readonly environment: Readonly<Record<string, string>>;
  readonly pki: DemoPki;
  readonly mail: SmtpCatcher;
  readonly syntage: SyntageServer;
  readonly stp: StpServer;
  readonly taxStatus: TaxStatusServer;
  readonly whatsapp: WhatsAppServer;
  readonly push: PushServer;
  close(): Promise<void>;
}

interface RehearsalOptions {
  /** Holds the keys of the test authority. */
  readonly folder: string;
  /** Address of the portal, to which the systems also call back. */
  readonly portalUrl: string;
  /** CIEC password of every company at the tax authority. */
  readonly ciec: string;
  /** Defaults to the system's clock. */
  readonly now?: () => Date;
}

const COMPANY = 'ANTICIPA';

/** Starts all of them on loopback, on free ports. */
export async function startRehearsal({ folder, portalUrl, ciec, now }: RehearsalOptions): Promise<Rehearsal> {
  const pki = await openDemoPki(folder);
  const clock = now && { now };
  const transfers = await pki.transferKey();
  const stp = await startStpServer({
    publicKey: createPublicKey(transfers.key),
    company: COMPANY,
    callbacks: {
      state: `${portalUrl}/api/webhooks/stp/state`,
      deposit: `${portalUrl}/api/webhooks/stp/received`,
    },
    ...clock,
  });
  const syntage = await startSyntageServer({
    password: ciec,
    webhookUrl: `${portalUrl}/api/webhooks/syntage`,
    ...clock,
  });
  const mifiel = await startMifielServer({ signer: await pki.timestamper(), ...clock });
  const [taxStatus, taxpayerList, sie, cep, facturama, bucket, mail, reports, whatsapp, push] = await Promise.all([
    startTaxStatusServer(),
    startTaxpayerListServer(),
    startSieServer(),
    startCepServer(stp.records),
    startFacturamaServer(pki, { ...clock }),
    startBucketServer(),
    startSmtpCatcher(now),
    startErrorReportServer(),
    startWhatsAppServer({ webhookUrl: `${portalUrl}/api/webhooks/whatsapp`, ...clock }),
    startPushServer(),
  ]);
  const trustDir = join(folder, demoPki.folder);
  const others = [taxStatus, taxpayerList, sie, cep, facturama, bucket, mail, reports, whatsapp, push];
  const servers = [stp, syntage, mifiel, ...others];
  return {
    environment: {
      NODE_ENV: 'production',
      BASE_URL: portalUrl,
      SECOND_FACTOR_KEY: randomBytes(32).toString('base64'),
      REHEARSAL_TRUST_DIR: trustDir,
      SMTP_URL: mail.smtpUrl,
      TAX_STATUS_URL: taxStatus.url,
      TAXPAYER_LIST_URL: taxpayerList.url,
      SYNTAGE_URL: syntage.url,
      SYNTAGE_API_KEY: syntage.apiKey,
      SYNTAGE_WEBHOOK_SECRET: syntage.webhookSecret,
      CIEC_KEYS: `1:${randomBytes(32).toString('base64')}`,
      BANXICO_URL: sie.url,
      BANXICO_TOKEN: sie.token,
      STP_URL: stp.url,
      STP_QUERY_URL: stp.queryUrl,
      STP_COMPANY: COMPANY,
      STP_CLABE: '646180110400000007',
      STP_KEY_FILE: transfers.file,
      CEP_URL: cep.url,
      MIFIEL_URL: mifiel.url,
      MIFIEL_APP_ID: mifiel.appId,
      MIFIEL_APP_SECRET: mifiel.appSecret,
      MIFIEL_ROOTS: join(trustDir, demoPki.authority),
      FACTURAMA_URL: facturama.url,
      FACTURAMA_USER: facturama.user,
      FACTURAMA_PASSWORD: facturama.password,
      S3_URL: bucket.url,
      S3_REGION: bucket.region,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      SENTRY_DSN: reports.dsn,
      WHATSAPP_URL: whatsapp.url,
      WHATSAPP_TOKEN: whatsapp.token,
      WHATSAPP_PHONE_ID: whatsapp.phoneId,
      WHATSAPP_NUMBER: whatsapp.number,
      WHATSAPP_APP_SECRET: whatsapp.appSecret,
      WHATSAPP_VERIFY_TOKEN: whatsapp.verifyToken,
      PUSH_URL: push.url,
      PUSH_KEY: newPushKey(),
    },
    pki,
    mail,
    syntage,
    stp,
    taxStatus,
    whatsapp,
    push,
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
