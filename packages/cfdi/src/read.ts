/** Parses the bytes of a file into the fields of an invoice, or the motive to refuse it. Never throws. */
import { createHash } from 'node:crypto';
import { type IsoDate, parseDate } from '@anticipa/domain/calendar';
import { parseMoney } from '@anticipa/domain/money';
import type { FileMotive } from '@anticipa/domain/motives';
import { isRfc } from '@anticipa/domain/receiver';
import { purchaseOrderOf, type StatedOrder } from './addenda.ts';
import { base64Bytes } from './certificate.ts';
import type { CfdiVersion } from './original-string.ts';
import { sealTailOf } from './qr.ts';
import { ivaOf } from './sum.ts';
import { decodeXml } from './xml-text.ts';
import { attributeOf, childrenOf, type Place, parseXml, type XmlElement } from './xml-tree.ts';

export const namespaces = {
  '3.3': 'http://www.sat.gob.mx/cfd/3',
  '4.0': 'http://www.sat.gob.mx/cfd/4',
  stamp: 'http://www.sat.gob.mx/TimbreFiscalDigital',
} as const;

/** Unvalidated fields, white space collapsed, for displaying a refused file. */
export interface SeenCfdi {
  readonly version: CfdiVersion;
  /** Upper case. */
  readonly uuid: string | null;
  readonly type: string | null;
  readonly series: string | null;
  readonly folio: string | null;
  readonly issuerRfc: string | null;
  readonly issuerName: string | null;
  readonly receiverRfc: string | null;
  readonly receiverName: string | null;
  readonly currency: string | null;
  readonly exchangeRate: string | null;
  readonly total: string | null;
  /** The date of `Fecha`. */
  readonly emittedOn: string | null;
  readonly paymentMethod: string | null;
}

/** Other CFDI named by a CFDI: a code of the catalogue c_TipoRelacion, and the fiscal UUIDs in upper case. */
export interface CfdiRelation {
  readonly kind: string;
  readonly uuids: readonly string[];
}

/** The validated fields of a stamped income invoice, or of a credit note that names the invoices it reduces. */
export interface CfdiFields {
  readonly version: CfdiVersion;
  readonly type: 'I' | 'E';
  readonly relations: readonly CfdiRelation[];
  /** `FormaPago` as written. */
  readonly paymentForm: string | null;
  /** Set if every concept declares itself an advance payment that was received, or the remainder after one. */
  readonly advance: 'received' | 'remainder' | null;
  /** Upper case. */
  readonly uuid: string;
  readonly series: string | null;
  readonly folio: string | null;
  readonly issuer: { readonly rfc: string; readonly name: string | null };
  readonly receiver: {
    readonly rfc: string;
    readonly name: string | null;
    /** Country of a receiver abroad (`ResidenciaFiscal`). */
    readonly taxResidence: string | null;
    /** Tax registration of a receiver abroad (`NumRegIdTrib`). */
    readonly taxId: string | null;
  };
  /** Three letters; not necessarily a financed currency. */
  readonly currency: string;
  /** `TipoCambio` as written, or null. */
  readonly exchangeRate: string | null;
  /** Written as in the file, with up to 6 decimals. */
  readonly total: string;
  /** Whole cents. Further decimals are zeros in MXN, USD and EUR, and truncated in any other currency. */
  readonly totalCents: bigint;
  /** IVA charged to the receiver, rounded to cents; null if it cannot be read or exceeds the total. */
  readonly ivaCents: bigint | null;
  /** `Fecha` as written: the issuer's local time, without a zone. */
  readonly emittedAt: string;
  readonly emittedOn: IsoDate;
  /** Null when absent. */
  readonly paymentMethod: 'PPD' | 'PUE' | null;
  readonly paymentConditions: string | null;
  readonly purchaseOrder: string | null;
  /** Whether it is sealed; null without one. */
  readonly purchaseOrderSource: StatedOrder['source'] | null;
  /** Local time of the stamp in central Mexico, as written. */
  readonly stampedAt: string;
  readonly certificateNumber: string;
  readonly stampCertificateNumber: string;
  /** The last 8 characters of the seal, for the printed expression. */
  readonly sealTail: string;
  /** SHA-256 of the seal's bytes: identifies a sealed invoice even if its stamp or base64 was rewritten. */
  readonly sealSha256: string;
}

/** A parsed CFDI with the parts needed for the checks. */
export interface CfdiDocument {
  readonly version: CfdiVersion;
  readonly seen: SeenCfdi;
  readonly root: XmlElement;
  readonly stamp: XmlElement | null;
}

export type Parsed =
  | { readonly ok: true; readonly document: CfdiDocument }
  | { readonly ok: false; readonly motive: FileMotive; readonly place: Place | null };

/** Annex 20, appendix 6, prescribes product and text of an advance payment, and the text of what one leaves to be paid. */
const ADVANCE_PRODUCT = '84111506';
const ADVANCE = /^anticipo del bien o servicio/i;
const REMAINDER = /cfdi por remanente de un anticipo/i;
const RELATION = /^\d{2}$/;
const UUID = /^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const AMOUNT = /^(\d{1,18})(?:\.(\d{1,6}))?$/;
const CURRENCY = /^[A-Z]{3}$/;
/** Currencies whose amounts cannot have a fraction of a cent. */
const TWO_DECIMALS = new Set(['MXN', 'USD', 'EUR']);

/** SHA-256 of a file's bytes in hexadecimal. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Decodes strictly and parses within limits; accepts a Comprobante 3.3 or 4.0, by namespace. */
export function parseCfdi(bytes: Uint8Array): Parsed {
  const decoded = decodeXml(bytes);
  if (!decoded.ok) return decoded;
  const tree = parseXml(decoded.text);
  if (!tree.ok) return tree;
  const { root } = tree;
  if (root.local !== 'Comprobante' || !root.uri.startsWith('http://www.sat.gob.mx/cfd/')) {
    return { ok: false, motive: 'NOT_CFDI', place: null };
  }
  const version = attributeOf(root, 'Version');
  if ((version !== '3.3' && version !== '4.0') || root.uri !== namespaces[version]) {
    return { ok: false, motive: 'CFDI_VERSION_UNSUPPORTED', place: null };
  }
  const stamp = stampsOf(root)[0] ?? null;
  return { ok: true, document: { version, root, stamp, seen: seenFields(version, root, stamp) } };
}

/** Only a stamp directly inside Comprobante/Complemento counts; copies elsewhere are ignored. */
function stampsOf(root: XmlElement): XmlElement[] {
  return childrenOf(root, root.uri, 'Complemento').flatMap((complement) =>
    childrenOf(complement, namespaces.stamp, 'TimbreFiscalDigital'),
  );
}

function seenFields(version: CfdiVersion, root: XmlElement, stamp: XmlElement | null): SeenCfdi {
  const issuer = childrenOf(root, root.uri, 'Emisor')[0];
  const receiver = childrenOf(root, root.uri, 'Receptor')[0];
  return {
    version,
    uuid: stamp ? (attributeOf(stamp, 'UUID')?.toUpperCase() ?? null) : null,
    type: attributeOf(root, 'TipoDeComprobante'),
    series: attributeOf(root, 'Serie'),
    folio: attributeOf(root, 'Folio'),
    issuerRfc: issuer ? attributeOf(issuer, 'Rfc') : null,
    issuerName: issuer ? attributeOf(issuer, 'Nombre') : null,
    receiverRfc: receiver ? attributeOf(receiver, 'Rfc') : null,
    receiverName: receiver ? attributeOf(receiver, 'Nombre') : null,
    currency: attributeOf(root, 'Moneda'),
    exchangeRate: attributeOf(root, 'TipoCambio'),
    total: attributeOf(root, 'Total'),
    emittedOn: attributeOf(root, 'Fecha')?.split('T')[0] ?? null,
    paymentMethod: attributeOf(root, 'MetodoPago'),
  };
}

export type Fields =
  | { readonly ok: true; readonly fields: CfdiFields }
  | { readonly ok: false; readonly motive: FileMotive };

/** The validated fields, or the first motive of: not stamped, neither income nor a note on it, fields invalid. */
export function fieldsOf(document: CfdiDocument): Fields {
  const { root, stamp, seen, version } = document;
  if (!stamp) return { ok: false, motive: 'NOT_STAMPED' };
  const relations = relationsOf(root);
  const type = seen.type === 'I' ? 'I' : seen.type === 'E' && relations?.length !== 0 ? 'E' : null;
  if (type === null) return { ok: false, motive: 'NOT_INCOME' };
  const stated = purchaseOrderOf(root);
  const only = hasOne(root, 'Emisor') && hasOne(root, 'Receptor') && stampsOf(root).length === 1;
  const receiver = childrenOf(root, root.uri, 'Receptor')[0];
  const fields = only && receiver ? validFields(seen, root, stamp) : null;
  if (!fields || !receiver || !relations) return { ok: false, motive: 'CFDI_FIELDS_INVALID' };
  return {
    ok: true,
    fields: {
      version,
      type,
      relations,
      paymentForm: attributeOf(root, 'FormaPago'),
      advance: advanceOf(root),
      ...fields,
      series: seen.series,
      folio: seen.folio,
      receiver: {
        ...fields.receiver,
        taxResidence: attributeOf(receiver, 'ResidenciaFiscal'),
        taxId: attributeOf(receiver, 'NumRegIdTrib'),
      },
      paymentConditions: attributeOf(root, 'CondicionesDePago'),
      purchaseOrder: stated?.order ?? null,
      purchaseOrderSource: stated?.source ?? null,
      certificateNumber: attributeOf(root, 'NoCertificado') ?? '',
      stampCertificateNumber: attributeOf(stamp, 'NoCertificadoSAT') ?? '',
    },
  };
}

/** Version 4.0 repeats the element for each kind. Null if one is not as the standard has it. */
function relationsOf(root: XmlElement): CfdiRelation[] | null {
  const relations = childrenOf(root, root.uri, 'CfdiRelacionados').map((element) => ({
    kind: attributeOf(element, 'TipoRelacion') ?? '',
    uuids: childrenOf(element, root.uri, 'CfdiRelacionado').map((one) =>
      (attributeOf(one, 'UUID') ?? '').toUpperCase(),
    ),
  }));
  const isSound = relations.every(({ kind, uuids }) => RELATION.test(kind) && uuids.every((uuid) => UUID.test(uuid)));
  return isSound ? relations.filter(({ uuids }) => uuids.length > 0) : null;
}

function advanceOf(root: XmlElement): CfdiFields['advance'] {
  const concepts = childrenOf(root, root.uri, 'Conceptos')
    .flatMap((list) => childrenOf(list, root.uri, 'Concepto'))
    .map((one) => ({ product: attributeOf(one, 'ClaveProdServ'), text: attributeOf(one, 'Descripcion') ?? '' }));
  if (concepts.length === 0) return null;
  if (concepts.every(({ product, text }) => product === ADVANCE_PRODUCT && ADVANCE.test(text))) return 'received';
  return concepts.every(({ text }) => REMAINDER.test(text)) ? 'remainder' : null;
}

const hasOne = (root: XmlElement, local: string): boolean => childrenOf(root, root.uri, local).length === 1;

function validFields(seen: SeenCfdi, root: XmlElement, stamp: XmlElement) {
  const { uuid, issuerRfc, receiverRfc, currency, total, exchangeRate, emittedOn, paymentMethod } = seen;
  const emittedAt = attributeOf(root, 'Fecha') ?? '';
  const stampedAt = attributeOf(stamp, 'FechaTimbrado') ?? '';
  const date = DATE_TIME.test(emittedAt) && emittedOn !== null ? parseDate(emittedOn) : null;
  const totalCents = currency !== null && total !== null ? centsOf(total, currency) : null;
  if (uuid === null || !UUID.test(uuid) || date === null || !DATE_TIME.test(stampedAt)) return null;
  if (issuerRfc === null || !isRfc(issuerRfc) || receiverRfc === null || !isRfc(receiverRfc)) return null;
  if (currency === null || total === null || totalCents === null) return null;
  if (exchangeRate !== null && !AMOUNT.test(exchangeRate)) return null;
  if (paymentMethod !== null && paymentMethod !== 'PPD' && paymentMethod !== 'PUE') return null;
  const seal = attributeOf(root, 'Sello') ?? '';
  return {
    uuid,
    issuer: { rfc: issuerRfc, name: seen.issuerName },
    receiver: { rfc: receiverRfc, name: seen.receiverName },
    currency,
    exchangeRate,
    total,
    totalCents,
    ivaCents: ivaOf(root, totalCents),
    emittedAt,
    emittedOn: date,
    paymentMethod,
    stampedAt,
    sealTail: sealTailOf(seal),
    sealSha256: sha256(base64Bytes(seal) ?? Buffer.from(seal)),
  } as const;
}

function centsOf(total: string, currency: string): bigint | null {
  const match = CURRENCY.test(currency) ? AMOUNT.exec(total) : null;
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  if (TWO_DECIMALS.has(currency) && /[1-9]/.test(fraction.slice(2))) return null;
  return parseMoney(`${whole.replace(/^0+(?=\d)/, '')}.${fraction.padEnd(2, '0').slice(0, 2)}`, 'MXN')?.cents ?? null;
}
