import { openInvoiceSync } from '../gateways/invoice-sync/http.ts';
import type { InvoiceSyncPort } from '../gateways/invoice-sync/port.ts';
import { openInvoicing } from '../gateways/invoicing/embedded.ts';
import type { InvoicingPort } from '../gateways/invoicing/port.ts';
import { openLenderServices } from '../gateways/lender-services/http.ts';
import type { LenderServicesPort } from '../gateways/lender-services/port.ts';
import type { Mailer } from '../gateways/mail/port.ts';
import { openMailer } from '../gateways/mail/smtp.ts';
import { openFolder } from '../gateways/storage/embedded.ts';
import type { FileStorage } from '../gateways/storage/port.ts';
import { storageOver } from '../gateways/storage/s3.ts';
import { openTaxStatus } from '../gateways/tax-status/http.ts';
import type { TaxStatusPort } from '../gateways/tax-status/port.ts';
import { openTaxpayerList } from '../gateways/taxpayer-list/http.ts';
import type { TaxpayerListPort } from '../gateways/taxpayer-list/port.ts';
import type { Config } from './config.ts';

/** The external systems. */
export interface Outside {
  readonly storage: FileStorage;
  readonly taxStatus: TaxStatusPort;
  readonly taxpayerList: TaxpayerListPort;
  readonly invoiceSync: InvoiceSyncPort;
  /** Null if no invoicing provider is configured. */
  readonly invoicing: InvoicingPort | null;
  readonly mailer: Mailer;
  readonly lenderServices: LenderServicesPort;
}

/** Opens every external system as configured. */
export async function openOutside(config: Config): Promise<Outside> {
  return {
    storage: await openStorage(config),
    taxStatus: openTaxStatus(config),
    taxpayerList: openTaxpayerList(config),
    invoiceSync: openInvoiceSync(config),
    invoicing: openInvoicing(config),
    mailer: openMailer(config),
    lenderServices: openLenderServices(config),
  };
}

/** The bucket, or else the data folder. */
export const openStorage = async (config: Pick<Config, 'bucket' | 'dataDir'>): Promise<FileStorage> =>
  config.bucket ? storageOver(config.bucket) : openFolder(config);
