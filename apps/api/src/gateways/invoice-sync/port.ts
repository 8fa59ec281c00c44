import type { ErrorCode } from '@anticipa/domain/errors';
import type { CiecStatus, SyncCredential } from '@anticipa/domain/sync';

/** A provider that downloads a taxpayer's invoices from the tax authority. Every call may throw SyncUnavailable. */
export interface InvoiceSyncPort {
  readonly connectsWith: SyncCredential;
  /** Milliseconds between two questions about an extraction. */
  readonly pollMs: number;
  /** Hands it to the provider, which may check it later. */
  submitCredential(rfc: string, given: GivenCredential): Promise<ProviderCredential | RefusedCredential>;
  /** Null if the provider does not know it. */
  credential(credentialId: string): Promise<ProviderCredential | null>;
  /** The newest one of a taxpayer; null if there is none. */
  newestCredential(rfc: string): Promise<ProviderCredential | null>;
  removeCredential(credentialId: string): Promise<void>;
  /** Ids of the ones that we keep ourselves, given before an instant; none of a provider that keeps them. */
  keptCredentials(givenBefore: Date): Promise<readonly string[]>;
  /** Has the provider download a period; one that is running already is returned instead. */
  startExtraction(order: ExtractionOrder): Promise<Extraction>;
  extraction(extractionId: string): Promise<Extraction>;
  /** The invoices that a taxpayer issued, in pages of stable order. */
  invoices(list: InvoiceList): Promise<InvoicePage>;
  /** Tax ids of which the provider has had news since; none of a provider without events. */
  news(since: Date): Promise<readonly string[]>;
  /** The original CFDI. */
  xml(invoiceId: string): Promise<Buffer>;
}

/** The provider did not answer, or not as agreed: the call may have been carried out. */
export class SyncUnavailable extends Error {
  override readonly name: string = 'SyncUnavailable';
}

/** The provider no longer has what it extracted: it must be extracted again. */
export class ExtractionGone extends SyncUnavailable {
  override readonly name = 'ExtractionGone';
}

export interface GivenCredential {
  /** CIEC password, or that of the e.firma's key. */
  readonly password: string;
  /** DER files. */
  readonly efirma?: { readonly certificate: Buffer; readonly privateKey: Buffer } | undefined;
}

/** Refused at once; the provider has nothing of it. */
export interface RefusedCredential {
  readonly credentialId: null;
  readonly status: CiecStatus;
  readonly expiresAt: null;
  readonly why: Extract<ErrorCode, 'CIEC_WRONG' | `EFIRMA_${string}`>;
}

export interface ProviderCredential {
  readonly credentialId: string;
  readonly status: CiecStatus;
  /** Expiry of an e.firma; null for a password. */
  readonly expiresAt: Date | null;
}

export interface ExtractionOrder {
  readonly rfc: string;
  readonly from: Date;
  readonly to: Date;
  /** Older invoices do not matter, not even cancelled ones. */
  readonly issuedFrom: Date;
}

export interface Extraction {
  /** Another one when the provider had to divide it. */
  readonly extractionId: string;
  /** 'rate-limited': the tax authority's daily limit is reached. 'failed': may be tried again. */
  readonly state: 'running' | 'finished' | 'failed' | 'rate-limited' | 'wrong-credential';
}

export interface InvoiceList {
  readonly rfc: string;
  /** The extraction that has just finished. */
  readonly extractionId: string;
  readonly issuedFrom: Date;
  /** Limits the page to invoices that changed since; null for all. */
  readonly changedSince: Date | null;
  /** `next` of the page before; null for the first page. */
  readonly cursor: string | null;
}

export interface ListedInvoice {
  readonly invoiceId: string;
  /** Upper case. */
  readonly uuid: string;
  readonly isCancelled: boolean;
}

export interface InvoicePage {
  readonly invoices: readonly ListedInvoice[];
  readonly next: string | null;
}
