/** Generates properly sealed and stamped invoices of the demo authority from a seed. */
import { namespaces } from '@anticipa/cfdi/read';
import { draft, type Signer, sealInvoice, stampInvoice, writeXml, type XmlDraft } from '@anticipa/cfdi/write';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import { type DemoParty, type DemoReceiver, domesticReceivers, foreignReceivers } from './demo-parties.ts';
import type { DemoPki } from './pki.ts';
import { randomFrom, uuidFrom } from './random.ts';

/** Contents of an invoice; amounts in whole cents. */
export interface InvoiceSpec {
  readonly version: '3.3' | '4.0';
  readonly type: 'I' | 'E';
  readonly issuer: DemoParty;
  readonly receiver: DemoReceiver;
  readonly currency: string;
  /** Pesos per unit of the currency; null in pesos. */
  readonly exchangeRate: string | null;
  readonly paymentMethod: 'PPD' | 'PUE';
  readonly totalCents: bigint;
  readonly emittedOn: IsoDate;
  /** `HH:MM:SS` */
  readonly emittedTime: string;
  readonly series: string | null;
  readonly folio: string;
  readonly uuid: string;
  readonly conditions: string | null;
  /** Other CFDI that it names, by code of c_TipoRelacion. */
  readonly relations?: readonly { readonly kind: string; readonly uuids: readonly string[] }[];
  /** `FormaPago`; by default that of the payment method. */
  readonly paymentForm?: string;
  /** Description of the concept; by default one of the demo's. */
  readonly description?: string;
}

export interface MadeInvoice {
  /** File name built from series, folio and UUID. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly spec: InvoiceSpec;
}

export interface MakeOptions {
  readonly pki: DemoPki;
  readonly issuer: DemoParty;
  readonly count: number;
  readonly seed: number;
  /** Invoices are emitted in the 60 days before this date. */
  readonly today: IsoDate;
  /** Overrides of the n-th invoice (from 0). */
  readonly override?: (index: number) => Partial<InvoiceSpec>;
}

const PROVIDER_RFC = 'PDA200115K27';
const VAT_PERCENT = 16n;
const FIRST_FOLIO = 1000;
const LATEST_DAYS = 60;
const products = [
  ['31161500', 'Tornillería de acero inoxidable'],
  ['24112500', 'Cajas de cartón corrugado "doble"'],
  ['78101802', 'Flete terrestre México – Querétaro'],
  ['81112200', 'Mantenimiento de equipo & refacciones'],
] as const;

/** Deterministic for equal options, except for keys and signatures. */
export async function makeInvoices(options: MakeOptions): Promise<MadeInvoice[]> {
  const signer = await options.pki.sealerFor(options.issuer);
  return Array.from({ length: options.count }, (_, index) => {
    const spec = { ...specAt(options, index), ...options.override?.(index) };
    return makeInvoice(spec, signer, options.pki.stamp);
  });
}

/** Seals and stamps one invoice. */
export function makeInvoice(spec: InvoiceSpec, sealer: Signer, stamper: Signer): MadeInvoice {
  const sealed = sealInvoice(invoiceDraft(spec), spec.version, sealer);
  return fileOf(spec, stampInvoice(sealed, stampData(spec), stamper));
}

export const fileOf = (spec: InvoiceSpec, document: XmlDraft): MadeInvoice => ({
  name: `${spec.series ?? 'S'}-${spec.folio}-${spec.uuid.slice(0, 8)}.xml`,
  bytes: Buffer.from(writeXml(document), 'utf8'),
  spec,
});

export const stampData = (spec: InvoiceSpec) => ({
  uuid: spec.uuid,
  stampedAt: `${spec.emittedOn}T${spec.emittedTime}`,
  providerRfc: PROVIDER_RFC,
});

/** Pseudo-random contents of the n-th invoice (from 0) of a seed. */
export function specAt({ issuer, seed, today }: Omit<MakeOptions, 'count' | 'pki'>, index: number): InvoiceSpec {
  const id = `${issuer.rfc}:${today}:${seed}:${index}`;
  const random = randomFrom(id);
  const isAbroad = random.chance(15);
  const isDollars = isAbroad || random.chance(20);
  const receiver = random.pick(isAbroad ? foreignReceivers : domesticReceivers);
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    version: '4.0',
    type: 'I',
    issuer,
    receiver,
    currency: isDollars ? 'USD' : 'MXN',
    exchangeRate: isDollars ? `${random.between(16, 19)}.${String(random.between(0, 9999)).padStart(4, '0')}` : null,
    paymentMethod: random.chance(80) ? 'PPD' : 'PUE',
    totalCents: BigInt(random.between(1_000_00, 450_000_00)),
    emittedOn: addDays(today, -random.between(1, LATEST_DAYS)),
    emittedTime: `${two(random.between(8, 19))}:${two(random.between(0, 59))}:${two(random.between(0, 59))}`,
    series: random.chance(85) ? random.pick(['A', 'FAC', 'MTY', 'Ñ-1']) : null,
    folio: String(FIRST_FOLIO + index),
    uuid: uuidFrom(id),
    conditions: random.chance(50)
      ? random.pick(['Contado 30 días', 'Crédito a 60 días', 'Neto 90 & sin descuento'])
      : null,
  };
}

/** The unsigned Comprobante of a spec. */
export function invoiceDraft(spec: InvoiceSpec): XmlDraft {
  const { version, issuer, receiver } = spec;
  const is40 = version === '4.0';
  const taxCents = receiver.abroad ? 0n : taxWithin(spec.totalCents);
  const subtotal = decimal(spec.totalCents - taxCents);
  return draft(
    'cfdi:Comprobante',
    {
      'xmlns:cfdi': namespaces[version],
      Version: version,
      Serie: spec.series,
      Folio: spec.folio,
      Fecha: `${spec.emittedOn}T${spec.emittedTime}`,
      FormaPago: spec.paymentForm ?? (spec.paymentMethod === 'PPD' ? '99' : '03'),
      CondicionesDePago: spec.conditions,
      SubTotal: subtotal,
      Moneda: spec.currency,
      TipoCambio: spec.exchangeRate,
      Total: decimal(spec.totalCents),
      TipoDeComprobante: spec.type,
      Exportacion: is40 ? (receiver.abroad ? '02' : '01') : null,
      MetodoPago: spec.paymentMethod,
      LugarExpedicion: issuer.postalCode,
    },
    [
      ...(spec.relations ?? []).map(({ kind, uuids }) =>
        draft(
          'cfdi:CfdiRelacionados',
          { TipoRelacion: kind },
          uuids.map((uuid) => draft('cfdi:CfdiRelacionado', { UUID: uuid })),
        ),
      ),
      draft('cfdi:Emisor', { Rfc: issuer.rfc, Nombre: issuer.name, RegimenFiscal: issuer.regime }),
      draft('cfdi:Receptor', {
        Rfc: receiver.rfc,
        Nombre: receiver.name,
        DomicilioFiscalReceptor: is40 ? receiver.postalCode : null,
        ResidenciaFiscal: receiver.abroad?.country ?? null,
        NumRegIdTrib: receiver.abroad?.taxId ?? null,
        RegimenFiscalReceptor: is40 ? receiver.regime : null,
        UsoCFDI: is40 && receiver.abroad ? 'S01' : 'G03',
      }),
      conceptsDraft(spec, subtotal, decimal(taxCents)),
      taxesDraft(spec, subtotal, decimal(taxCents)),
    ],
  );
}

function conceptsDraft(spec: InvoiceSpec, subtotal: string, tax: string): XmlDraft {
  const [product, description] = randomFrom(spec.uuid).pick(products);
  const transfer = draft('cfdi:Traslado', {
    Base: subtotal,
    Impuesto: '002',
    TipoFactor: 'Tasa',
    TasaOCuota: rateOf(spec),
    Importe: tax,
  });
  const concept = draft(
    'cfdi:Concepto',
    {
      ClaveProdServ: product,
      NoIdentificacion: `SKU-${spec.folio}`,
      Cantidad: '1',
      ClaveUnidad: 'H87',
      Unidad: 'Pieza',
      Descripcion: spec.description ?? description,
      ValorUnitario: subtotal,
      Importe: subtotal,
      ObjetoImp: spec.version === '4.0' ? '02' : null,
    },
    [draft('cfdi:Impuestos', {}, [draft('cfdi:Traslados', {}, [transfer])])],
  );
  return draft('cfdi:Conceptos', {}, [concept]);
}

function taxesDraft(spec: InvoiceSpec, subtotal: string, tax: string): XmlDraft {
  const transfer = draft('cfdi:Traslado', {
    Base: spec.version === '4.0' ? subtotal : null,
    Impuesto: '002',
    TipoFactor: 'Tasa',
    TasaOCuota: rateOf(spec),
    Importe: tax,
  });
  return draft('cfdi:Impuestos', { TotalImpuestosTrasladados: tax }, [draft('cfdi:Traslados', {}, [transfer])]);
}

/** Exports are zero-rated. */
const rateOf = (spec: InvoiceSpec): string => (spec.receiver.abroad ? '0.000000' : '0.160000');

/** The VAT included in a total, to the nearest cent. */
const taxWithin = (totalCents: bigint): bigint => (totalCents * VAT_PERCENT * 2n + 116n) / 232n;

const decimal = (cents: bigint): string => {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
