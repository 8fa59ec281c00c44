/** Records of the stand-in for Syntage: credentials, extractions, invoices and events, in the vendor's words. */
import type { MadeInvoice } from './cfdi-generator.ts';

export interface Credential {
  readonly id: string;
  readonly type: 'ciec';
  readonly rfc: string;
  status: 'pending' | 'valid' | 'invalid' | 'error' | 'deactivated' | 'disabled';
  readonly createdAt: string;
  updatedAt: string;
}

export interface Extraction {
  readonly id: string;
  readonly taxpayer: { readonly id: string };
  readonly extractor: 'invoice';
  readonly options: { readonly period: { readonly from: string; readonly to: string } };
  status: 'pending' | 'running' | 'finished' | 'failed';
  errorCode: string | null;
  rateLimitedAt: string | null;
  readonly createdAt: string;
  updatedAt: string;
}

export interface StoredInvoice {
  readonly id: string;
  readonly rfc: string;
  readonly uuid: string;
  readonly type: 'I' | 'E';
  readonly xml: Uint8Array;
  readonly issuedAt: string;
  readonly total: number;
  status: 'VIGENTE' | 'CANCELADO';
  updatedAt: string;
}

export interface SyntageEvent {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly resource: string;
  readonly taxpayer: { readonly id: string };
  readonly data: { readonly object: object };
  readonly createdAt: string;
}

/** Outcome of the next extraction instead of 'finished'. */
export type ExtractionOutcome = 'invalid_credentials' | 'sat_unavailable' | 'rate-limited' | 'never-ends';

/** A password that the taxpayer's portal answers with an error, and one that it never answers. */
const FAILING = 'caida';
const UNANSWERED = 'sin-respuesta';

/** Ids in order of creation, as the cursor needs. */
const idOf = (number: number): string => `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

export class SyntageRecords {
  readonly credentials: Credential[] = [];
  readonly extractions: Extraction[] = [];
  readonly invoices: StoredInvoice[] = [];
  readonly events: SyntageEvent[] = [];
  readonly #passwords = new Map<string, string>();
  readonly #outcomes = new Map<string, ExtractionOutcome>();
  readonly #now: () => Date;
  readonly #defaultPassword: string;
  #lastId = 0;
  onEvent: (event: SyntageEvent) => void = () => undefined;

  constructor(defaultPassword: string, now: () => Date) {
    this.#defaultPassword = defaultPassword;
    this.#now = now;
  }

  #stamp(): { id: string; createdAt: string; updatedAt: string } {
    this.#lastId += 1;
    const at = this.#now().toISOString();
    return { id: idOf(this.#lastId), createdAt: at, updatedAt: at };
  }

  #emit(type: string, resource: string, rfc: string, object: object): void {
    const { id, createdAt } = this.#stamp();
    const event = { id, type, source: '/sandbox', resource, taxpayer: { id: rfc }, data: { object }, createdAt };
    this.events.push(event);
    this.onEvent(event);
  }

  /** Changes the taxpayer's password; a credential with another one stops working at its next use. */
  setPassword(rfc: string, password: string): void {
    this.#passwords.set(rfc, password);
  }

  setOutcome(rfc: string, outcome: ExtractionOutcome | null): void {
    if (outcome === null) this.#outcomes.delete(rfc);
    else this.#outcomes.set(rfc, outcome);
  }

  /** Accepts a credential; it is checked by `settleCredential`. */
  addCredential(rfc: string, password: string): { readonly credential: Credential; readonly settle: () => void } {
    const credential: Credential = { ...this.#stamp(), type: 'ciec', rfc, status: 'pending' };
    this.credentials.push(credential);
    const expected = this.#passwords.get(rfc) ?? this.#defaultPassword;
    const settle = (): void => {
      if (credential.status !== 'pending' || password === UNANSWERED) return;
      credential.status = password === FAILING ? 'error' : password === expected ? 'valid' : 'invalid';
      credential.updatedAt = this.#now().toISOString();
      this.#emit('credential.updated', `/credentials/${credential.id}`, rfc, { ...credential });
    };
    return { credential, settle };
  }

  removeCredential(id: string): boolean {
    const place = this.credentials.findIndex((one) => one.id === id);
    if (place >= 0) this.credentials.splice(place, 1);
    return place >= 0;
  }

  /** The last credential of a taxpayer that was valid. */
  validCredential(rfc: string): Credential | undefined {
    return this.credentials.findLast((one) => one.rfc === rfc && one.status === 'valid');
  }

  /** Marks a taxpayer's credentials as no longer accepted. */
  breakCredentials(rfc: string, status: 'invalid' | 'error' | 'deactivated' | 'disabled'): void {
    for (const credential of this.credentials.filter((one) => one.rfc === rfc)) {
      credential.status = status;
      credential.updatedAt = this.#now().toISOString();
      this.#emit('credential.updated', `/credentials/${credential.id}`, rfc, { ...credential });
    }
  }

  openExtraction(rfc: string): Extraction | undefined {
    return this.extractions.findLast(
      ({ taxpayer, status }) => taxpayer.id === rfc && (status === 'pending' || status === 'running'),
    );
  }

  addExtraction(rfc: string, period: { readonly from: string; readonly to: string }): Extraction {
    const extraction: Extraction = {
      ...this.#stamp(),
      taxpayer: { id: rfc },
      extractor: 'invoice',
      options: { period },
      status: 'pending',
      errorCode: null,
      rateLimitedAt: null,
    };
    this.extractions.push(extraction);
    return extraction;
  }

  /** Ends an extraction as scripted. */
  settleExtraction(extraction: Extraction): void {
    const outcome = this.#outcomes.get(extraction.taxpayer.id);
    if (extraction.status === 'finished' || extraction.status === 'failed' || outcome === 'never-ends') return;
    extraction.updatedAt = this.#now().toISOString();
    extraction.status = outcome === undefined ? 'finished' : 'failed';
    if (outcome === 'rate-limited') extraction.rateLimitedAt = extraction.updatedAt;
    else if (outcome !== undefined) extraction.errorCode = outcome;
    this.#emit('extraction.updated', `/extractions/${extraction.id}`, extraction.taxpayer.id, { ...extraction });
  }

  /** Adds invoices that the taxpayer has issued; one with a known UUID is ignored. */
  addInvoices(made: readonly MadeInvoice[]): void {
    for (const { bytes, spec } of made) {
      if (this.invoices.some(({ uuid }) => uuid === spec.uuid)) continue;
      const { id, updatedAt } = this.#stamp();
      this.invoices.push({
        id,
        rfc: spec.issuer.rfc,
        uuid: spec.uuid,
        type: spec.type,
        xml: bytes,
        issuedAt: `${spec.emittedOn}T${spec.emittedTime}.000Z`,
        total: Number(spec.totalCents) / 100,
        status: 'VIGENTE',
        updatedAt,
      });
    }
  }

  cancelInvoice(uuid: string): void {
    const invoice = this.invoices.find((one) => one.uuid === uuid);
    if (invoice === undefined) return;
    invoice.status = 'CANCELADO';
    invoice.updatedAt = this.#now().toISOString();
    this.#emit('invoice.updated', `/invoices/${invoice.id}`, invoice.rfc, { uuid, status: 'CANCELADO' });
  }
}
