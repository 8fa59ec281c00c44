import type { Config } from '../platform/config/config.ts';
import type { CircuitBreaker } from '../platform/outside/outside-call.ts';
import { createOutsideHealth, type OutsideHealth } from '../platform/outside/outside-health.ts';
import { openConservation } from './conservation/mifiel.ts';
import type { ConservationPort } from './conservation/port.ts';
import { openExchangeRates } from './exchange-rates/banxico.ts';
import type { ExchangeRatePort } from './exchange-rates/port.ts';
import { openMassDownload } from './invoice-sync/mass-download.ts';
import type { InvoiceSyncPort } from './invoice-sync/port.ts';
import { openInvoiceSync } from './invoice-sync/syntage.ts';
import { embeddedInvoicing } from './invoicing/embedded.ts';
import { facturamaInvoicing } from './invoicing/facturama.ts';
import type { InvoicingPort } from './invoicing/port.ts';
import { swInvoicing } from './invoicing/sw.ts';
import { openLenderServices } from './lender-services/http.ts';
import type { LenderServicesPort } from './lender-services/port.ts';
import { type Mailer, RecipientRefused } from './mail/port.ts';
import { openMailer } from './mail/smtp.ts';
import { openPaymentProofs } from './payment-proofs/banxico.ts';
import type { PaymentProofPort } from './payment-proofs/port.ts';
import type { PayoutPort } from './payouts/port.ts';
import { openPayouts } from './payouts/stp.ts';
import { openFolder } from './storage/embedded.ts';
import type { FileStorage } from './storage/port.ts';
import { storageOver } from './storage/s3.ts';
import { openTaxStatus } from './tax-status/http.ts';
import type { TaxStatusPort } from './tax-status/port.ts';
import { openTaxpayerList } from './taxpayer-list/http.ts';
import type { TaxpayerListPort } from './taxpayer-list/port.ts';

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
  /** Outcomes of this process's calls. */
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
function openInvoicing(
  { facturama, sw, csd, production, dataDir }: Config,
  health: OutsideHealth,
): InvoicingPort | null {
  if (facturama) return facturamaInvoicing({ ...facturama, circuit: health.circuitOf('invoicing') });
  if (sw && csd) return swInvoicing({ ...sw, csd, circuit: health.circuitOf('invoicing') });
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
