import type { Config } from '../platform/config/config.ts';
import { settingOf } from '../platform/config/sandbox-settings.ts';
import type { CircuitBreaker } from '../platform/outside/outside-call.ts';
import { createOutsideHealth, type OutsideHealth } from '../platform/outside/outside-health.ts';
import { mifielOver } from './conservation/mifiel.ts';
import type { ConservationPort } from './conservation/port.ts';
import { domainRecordsOver } from './domain-records/dns.ts';
import type { DomainRecordsPort } from './domain-records/port.ts';
import { banxicoOver as exchangeRatesOver } from './exchange-rates/banxico.ts';
import type { ExchangeRatePort } from './exchange-rates/port.ts';
import { massDownload } from './invoice-sync/mass-download.ts';
import type { InvoiceSyncPort } from './invoice-sync/port.ts';
import { syntageOver } from './invoice-sync/syntage.ts';
import { embeddedInvoicing } from './invoicing/embedded.ts';
import { facturamaInvoicing } from './invoicing/facturama.ts';
import type { InvoicingPort } from './invoicing/port.ts';
import { swInvoicing } from './invoicing/sw.ts';
import { lenderServicesOver } from './lender-services/http.ts';
import type { LenderServicesPort } from './lender-services/port.ts';
import { type Mailer, RecipientRefused } from './mail/port.ts';
import { mailerOver } from './mail/smtp.ts';
import { banxicoOver as paymentProofsOver } from './payment-proofs/banxico.ts';
import type { PaymentProofPort } from './payment-proofs/port.ts';
import type { PayoutPort } from './payouts/port.ts';
import { openPayouts } from './payouts/stp.ts';
import type { PushPort } from './push/port.ts';
import { webPushOver } from './push/web-push.ts';
import { openFolder } from './storage/embedded.ts';
import type { FileStorage } from './storage/port.ts';
import { storageOver } from './storage/s3.ts';
import { taxStatusOver } from './tax-status/http.ts';
import type { TaxStatusPort } from './tax-status/port.ts';
import { taxpayerListOver } from './taxpayer-list/http.ts';
import type { TaxpayerListPort } from './taxpayer-list/port.ts';
import { webhooksOver } from './webhooks/http.ts';
import type { WebhookPort } from './webhooks/port.ts';
import { metaOver } from './whatsapp/meta.ts';
import type { WhatsAppPort } from './whatsapp/port.ts';

/** The external systems. */
export interface Outside {
  readonly storage: FileStorage;
  readonly taxStatus: TaxStatusPort;
  readonly taxpayerList: TaxpayerListPort;
  readonly invoiceSync: InvoiceSyncPort;
  readonly payouts: PayoutPort;
  readonly paymentProofs: PaymentProofPort;
  readonly exchangeRates: ExchangeRatePort;
  /** Null if no invoicing provider is configured. */
  readonly invoicing: InvoicingPort | null;
  /** Null if no provider of constancias is configured. */
  readonly conservation: ConservationPort | null;
  readonly mailer: Mailer;
  readonly whatsapp: WhatsAppPort;
  readonly push: PushPort;
  readonly lenderServices: LenderServicesPort;
  readonly webhooks: WebhookPort;
  readonly domainRecords: DomainRecordsPort;
  /** Outcomes of this process's calls. */
  readonly health: OutsideHealth;
}

/** Opens every external system as configured. `health` has those opened before; `now` is the demo’s time. */
export async function openOutside(
  config: Config,
  health = createOutsideHealth(),
  now = (): Date => new Date(),
): Promise<Outside> {
  const { circuitOf } = health;
  return {
    storage: await openStorage(config, health),
    webhooks: webhooksOver({ isPublicOnly: config.production && config.rehearsalTrustDir === undefined }),
    domainRecords: domainRecordsOver({ server: config.dnsServer }),
    taxStatus: taxStatusOver({ address: settingOf(config, 'taxStatusUrl'), circuit: circuitOf('tax-status') }),
    taxpayerList: taxpayerListOver({
      address: settingOf(config, 'taxpayerListUrl'),
      circuit: circuitOf('taxpayer-list'),
    }),
    invoiceSync: openSync(config, circuitOf('invoice-sync')),
    payouts: openPayouts(config, circuitOf('payouts')),
    paymentProofs: paymentProofsOver({ address: settingOf(config, 'cepUrl'), circuit: circuitOf('payment-proofs') }),
    exchangeRates: exchangeRatesOver({
      address: settingOf(config, 'banxicoUrl'),
      token: settingOf(config, 'banxicoToken'),
      circuit: circuitOf('exchange-rates'),
    }),
    invoicing: openInvoicing(config, health, now),
    conservation: openConservation(config, health),
    mailer: recorded(mailerOver(settingOf(config, 'smtpUrl')), circuitOf('mail')),
    whatsapp: metaOver({
      address: settingOf(config, 'whatsappUrl'),
      token: settingOf(config, 'whatsappToken'),
      phoneId: settingOf(config, 'whatsappPhoneId'),
      number: settingOf(config, 'whatsappNumber'),
      template: config.whatsappTemplate,
      circuit: circuitOf('whatsapp'),
    }),
    push: webPushOver({
      privateKey: settingOf(config, 'pushKey'),
      subject: config.baseUrl,
      sandbox: settingOf(config, 'pushUrl'),
      circuit: circuitOf('push'),
    }),
    health,
    lenderServices: lenderServicesOver({ services: config.lenderServices, circuitOf }),
  };
}

/** The tax authority's mass download if the lender has chosen it, or else the provider. */
const openSync = (config: Config, circuit: CircuitBreaker): InvoiceSyncPort =>
  config.massDownload
    ? massDownload({ ...config.massDownload, keys: config.ciecKeys, now: () => new Date(), circuit })
    : syntageOver({ address: settingOf(config, 'syntageUrl'), apiKey: settingOf(config, 'syntageApiKey'), circuit });

/** Null in a production without credentials. */
function openConservation(config: Config, { circuitOf }: OutsideHealth): ConservationPort | null {
  if (config.production && config.mifielAppId === undefined) return null;
  return mifielOver({
    address: settingOf(config, 'mifielUrl'),
    appId: settingOf(config, 'mifielAppId'),
    appSecret: settingOf(config, 'mifielAppSecret'),
    roots: settingOf(config, 'mifielRoots'),
    circuit: circuitOf('conservation'),
  });
}

/** The configured provider, otherwise the demo's; null in production. */
function openInvoicing(
  { facturama, sw, csd, production, dataDir }: Config,
  health: OutsideHealth,
  now: () => Date,
): InvoicingPort | null {
  if (facturama) return facturamaInvoicing({ ...facturama, circuit: health.circuitOf('invoicing') });
  if (sw && csd) return swInvoicing({ ...sw, csd, circuit: health.circuitOf('invoicing') });
  return production ? null : embeddedInvoicing({ dataDir, now });
}

/** The bucket, or else the data folder. */
export const openStorage = async (
  config: Pick<Config, 'bucket' | 'dataDir'>,
  health: OutsideHealth = createOutsideHealth(),
): Promise<FileStorage> =>
  config.bucket ? storageOver({ ...config.bucket, circuit: health.circuitOf('storage') }) : openFolder(config);

/** The outbox decides when a mail is sent again: the circuit only records. */
const recorded = (mailer: Mailer, circuit: CircuitBreaker): Mailer => ({
  isUp: () => mailer.isUp(),
  send: async (mail) => {
    try {
      await mailer.send(mail);
      circuit.record(true);
    } catch (cause) {
      // A server that refuses an address has answered.
      circuit.record(cause instanceof RecipientRefused, 'not accepted');
      throw cause;
    }
  },
});
