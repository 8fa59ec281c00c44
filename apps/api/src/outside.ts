import { openConservation } from './gateways/conservation/mifiel.ts';
import type { ConservationPort } from './gateways/conservation/port.ts';
import { openExchangeRates } from './gateways/exchange-rates/banxico.ts';
import type { ExchangeRatePort } from './gateways/exchange-rates/port.ts';
import { openMassDownload } from './gateways/invoice-sync/mass-download.ts';
import type { InvoiceSyncPort } from './gateways/invoice-sync/port.ts';
import { openInvoiceSync } from './gateways/invoice-sync/syntage.ts';
import { embeddedInvoicing } from './gateways/invoicing/embedded.ts';
import { facturamaInvoicing } from './gateways/invoicing/facturama.ts';
import type { InvoicingPort } from './gateways/invoicing/port.ts';
import { swInvoicing } from './gateways/invoicing/sw.ts';
import { openLenderServices } from './gateways/lender-services/http.ts';
import type { LenderServicesPort } from './gateways/lender-services/port.ts';
import { type Mailer, RecipientRefused } from './gateways/mail/port.ts';
import { openMailer } from './gateways/mail/smtp.ts';
import { openPaymentProofs } from './gateways/payment-proofs/banxico.ts';
import type { PaymentProofPort } from './gateways/payment-proofs/port.ts';
import type { PayoutPort } from './gateways/payouts/port.ts';
import { openPayouts } from './gateways/payouts/stp.ts';
import { openFolder } from './gateways/storage/embedded.ts';
import type { FileStorage } from './gateways/storage/port.ts';
import { storageOver } from './gateways/storage/s3.ts';
import { openTaxStatus } from './gateways/tax-status/http.ts';
import type { TaxStatusPort } from './gateways/tax-status/port.ts';
import { openTaxpayerList } from './gateways/taxpayer-list/http.ts';
import type { TaxpayerListPort } from './gateways/taxpayer-list/port.ts';
import type { Config } from './platform/config/config.ts';
import type { CircuitBreaker } from './platform/outside/outside-call.ts';
import { createOutsideHealth, type OutsideHealth } from './platform/outside/outside-health.ts';

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
  readonly lenderServices: LenderServicesPort;
  /** How the calls of this process went. */
  readonly health: OutsideHealth;
}

/** Opens every external system as configured. `health` has those opened before. */
export async function openOutside(config: Config, health = createOutsideHealth()): Promise<Outside> {
  return {
    storage: await openStorage(config, health),
    taxStatus: openTaxStatus(config, health.circuitOf('tax-status')),
    taxpayerList: openTaxpayerList(config, health.circuitOf('taxpayer-list')),
    invoiceSync: openSync(config, health.circuitOf('invoice-sync')),
    payouts: openPayouts(config, health.circuitOf('payouts')),
    paymentProofs: openPaymentProofs(config, health.circuitOf('payment-proofs')),
    exchangeRates: openExchangeRates(config, health.circuitOf('exchange-rates')),
    invoicing: openInvoicing(config, health),
    conservation: openConservation(config, health),
    mailer: recorded(openMailer(config), health.circuitOf('mail')),
    health,
    lenderServices: openLenderServices(config, health.circuitOf),
  };
}

const openSync = (config: Config, circuit: CircuitBreaker): InvoiceSyncPort =>
  openMassDownload(config, circuit) ?? openInvoiceSync(config, circuit);

/** The configured provider, otherwise the demo's; null in production. */
function openInvoicing({ facturama, sw, production, dataDir }: Config, health: OutsideHealth): InvoicingPort | null {
  if (facturama) return facturamaInvoicing({ ...facturama, circuit: health.circuitOf('invoicing') });
  if (sw) return swInvoicing({ ...sw, circuit: health.circuitOf('invoicing') });
  return production ? null : embeddedInvoicing(dataDir);
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
