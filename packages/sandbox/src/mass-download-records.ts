/** Records of the stand-in for the mass download: invoices of taxpayers, requests and packages. */
import { randomUUID } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import type { MadeInvoice } from './cfdi-generator.ts';

interface StoredInvoice {
  readonly made: MadeInvoice;
  readonly issuedAt: string;
  isCancelled: boolean;
}

export interface DownloadQuestion {
  readonly rfc: string;
  readonly kind: string;
  readonly status: string;
  /** Empty for all. */
  readonly type: string;
  /** `YYYY-MM-DDTHH:MM:SS` in Mexico City. */
  readonly from: string;
  readonly to: string;
}

interface DownloadRequest extends DownloadQuestion {
  readonly id: string;
  readonly packages: readonly string[];
}

/**
 * State and code of requests instead of 3 and 5000, or code of the answers about them, such as '304'. `times`: how many
 * verifications it holds for.
 */
export type RequestOutcome =
  | { readonly state: string; readonly code: string; readonly times?: number }
  | { readonly refusal: string; readonly times?: number };

export interface Verified {
  readonly state: string;
  readonly code: string;
  readonly count: number;
  readonly packages: readonly string[];
}

const HEADINGS =
  'Uuid~RfcEmisor~NombreEmisor~RfcReceptor~NombreReceptor~RfcPac~FechaEmision~FechaCertificacionSat~Monto~EfectoComprobante~Estatus~FechaCancelacion';
/** Number of times that one question can be asked in its life, and one package fetched. */
const TWICE = 2;

export class MassDownloadRecords {
  readonly requests: DownloadRequest[] = [];
  readonly #invoices: StoredInvoice[] = [];
  readonly #packages = new Map<string, { readonly rfc: string; readonly zip: Uint8Array; given: number }>();
  readonly #limits: { readonly perPackage: number; readonly perRequest: number };
  readonly #outcomes = new Map<string, { outcome: RequestOutcome; left: number }>();

  constructor(limits: { readonly perPackage: number; readonly perRequest: number }) {
    this.#limits = limits;
  }

  addInvoices(made: readonly MadeInvoice[]): void {
    for (const one of made)
      this.#invoices.push({
        made: one,
        issuedAt: `${one.spec.emittedOn}T${one.spec.emittedTime}`,
        isCancelled: false,
      });
  }

  cancelInvoice(uuid: string): void {
    const found = this.#invoices.find(({ made }) => made.spec.uuid === uuid);
    if (found) found.isCancelled = true;
  }

  /** Sets how a taxpayer's requests end; null for success. */
  setOutcome(rfc: string, outcome: RequestOutcome | null): void {
    if (outcome === null) this.#outcomes.delete(rfc);
    else this.#outcomes.set(rfc, { outcome, left: outcome.times ?? Number.POSITIVE_INFINITY });
  }

  /** The id of a new request, or the code of its refusal. */
  request(question: DownloadQuestion): { readonly id: string } | { readonly code: string } {
    const same = this.requests.filter((one) =>
      (['rfc', 'kind', 'status', 'type', 'from', 'to'] as const).every((field) => one[field] === question[field]),
    );
    if (same.length >= TWICE) return { code: '5002' };
    const id = randomUUID();
    const found = this.#matching(question);
    const packages: string[] = [];
    for (let at = 0; at < found.length && found.length <= this.#limits.perRequest; at += this.#limits.perPackage) {
      const name = `${id}_${String(packages.length + 1).padStart(2, '0')}`;
      const part = found.slice(at, at + this.#limits.perPackage);
      const zip = zipSync(question.kind === 'CFDI' ? filesOf(part) : metadataFilesOf(id, name, part));
      this.#packages.set(name, { rfc: question.rfc, zip, given: 0 });
      packages.push(name);
    }
    this.requests.push({ ...question, id, packages });
    return { id };
  }

  verify(rfc: string, id: string): Verified | { readonly refusal: string } {
    const request = this.requests.find((one) => one.id === id && one.rfc === rfc);
    if (request === undefined) return { refusal: '5004' };
    const scripted = this.#outcomes.get(rfc);
    if (scripted && scripted.left > 0) {
      scripted.left -= 1;
      const { outcome } = scripted;
      return 'refusal' in outcome ? outcome : { ...outcome, count: 0, packages: [] };
    }
    const count = this.#matching(request).length;
    if (count > this.#limits.perRequest) return { state: '5', code: '5003', count: 0, packages: [] };
    if (request.packages.length === 0) return { state: '5', code: '5004', count: 0, packages: [] };
    return { state: '3', code: '5000', count, packages: request.packages };
  }

  /** Code that refuses a package given twice. */
  goneCode: '5004' | '5007' | '5008' = '5008';

  /** The ZIP, or the code of its refusal. */
  package(rfc: string, id: string): { readonly zip: Uint8Array } | { readonly code: string } {
    const found = this.#packages.get(id);
    if (found === undefined || found.rfc !== rfc) return { code: '5007' };
    if (found.given >= TWICE) return { code: this.goneCode };
    found.given += 1;
    return { zip: found.zip };
  }

  #matching({ rfc, from, to, status, type }: DownloadQuestion): StoredInvoice[] {
    return this.#invoices.filter(
      ({ made, issuedAt, isCancelled }) =>
        made.spec.issuer.rfc === rfc &&
        (type === '' || made.spec.type === type) &&
        issuedAt >= from &&
        issuedAt <= to &&
        (status === 'Todos' || isCancelled === (status === 'Cancelado')),
    );
  }
}

const filesOf = (invoices: readonly StoredInvoice[]): Record<string, Uint8Array> =>
  Object.fromEntries(invoices.map(({ made }) => [`${made.spec.uuid}.xml`, made.bytes]));

/** Since September 2022 there is a second file, for invoices on account of third parties; here it is empty. */
const metadataFilesOf = (id: string, name: string, part: readonly StoredInvoice[]): Record<string, Uint8Array> => ({
  [`${id}_tercero.txt`]: strToU8('Uuid~RfcACuentaTerceros~NombreACuentaTerceros\r\n'),
  [`${name}.txt`]: metadataOf(part),
});

/** Rows end in CRLF, and a name may contain LF, as some issuers' do. */
function metadataOf(invoices: readonly StoredInvoice[]): Uint8Array {
  const rows = invoices.map(({ made: { spec }, issuedAt, isCancelled }) =>
    [
      ...[
        spec.uuid,
        spec.issuer.rfc,
        spec.issuer.name,
        spec.receiver.rfc,
        spec.receiver.name.replace(' ', '\n'),
        'PDA200115K27',
      ],
      ...[issuedAt.replace('T', ' '), issuedAt.replace('T', ' '), Number(spec.totalCents) / 100, spec.type],
      ...(isCancelled ? ['0', issuedAt.replace('T', ' ')] : ['1', '']),
    ].join('~'),
  );
  return strToU8([HEADINGS, ...rows].join('\r\n'));
}
