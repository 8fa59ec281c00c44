/** The printed form of a CFDI, read from its XML as it was uploaded. */
export interface PrintedParty {
  readonly name: string;
  readonly rfc: string;
  readonly regime: string;
}

interface PrintedConcept {
  readonly quantity: string;
  readonly unit: string;
  readonly description: string;
  readonly unitPrice: string;
  readonly amount: string;
}

export interface PrintedCfdi {
  readonly version: string;
  readonly folio: string;
  readonly issuedAt: string;
  readonly place: string;
  readonly currency: string;
  readonly issuer: PrintedParty;
  readonly receiver: PrintedParty;
  readonly use: string;
  readonly concepts: readonly PrintedConcept[];
  readonly subtotal: string;
  /** Null without one, like the taxes. */
  readonly discount: string | null;
  readonly transferred: string | null;
  readonly withheld: string | null;
  readonly total: string;
  readonly uuid: string;
  readonly stampedAt: string;
  readonly certificate: string;
  readonly satCertificate: string;
  readonly seal: string;
  readonly satSeal: string;
  /** The tax authority's page on this invoice. */
  readonly verification: string;
}

const STATUS_PAGE = 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx';

/** Null for anything but a stamped CFDI. The parser of the browser resolves no external entities. */
export function printedOf(xml: string): PrintedCfdi | null {
  const root = new DOMParser().parseFromString(xml.replace(/^\uFEFF/, ''), 'application/xml').documentElement;
  const stamp = childOf(childOf(root, 'Complemento'), 'TimbreFiscalDigital');
  if (root.localName !== 'Comprobante' || !stamp) return null;
  const [issuer, receiver, taxes] = [childOf(root, 'Emisor'), childOf(root, 'Receptor'), childOf(root, 'Impuestos')];
  const seal = textIn(root, 'Sello');
  const total = textIn(root, 'Total');
  const uuid = textIn(stamp, 'UUID').toUpperCase();
  const query = new URLSearchParams({
    re: textIn(issuer, 'Rfc'),
    rr: textIn(receiver, 'Rfc'),
    tt: total,
    id: uuid,
    fe: seal.slice(-8),
  });
  return {
    version: textIn(root, 'Version'),
    folio: [textIn(root, 'Serie'), textIn(root, 'Folio')].filter(Boolean).join('-'),
    issuedAt: momentIn(root, 'Fecha'),
    place: textIn(root, 'LugarExpedicion'),
    currency: textIn(root, 'Moneda'),
    issuer: partyOf(issuer, 'RegimenFiscal'),
    receiver: partyOf(receiver, 'RegimenFiscalReceptor'),
    use: textIn(receiver, 'UsoCFDI'),
    concepts: childrenOf(childOf(root, 'Conceptos'), 'Concepto').map((concept) => ({
      quantity: textIn(concept, 'Cantidad'),
      unit: textIn(concept, 'Unidad') || textIn(concept, 'ClaveUnidad'),
      description: textIn(concept, 'Descripcion'),
      unitPrice: textIn(concept, 'ValorUnitario'),
      amount: textIn(concept, 'Importe'),
    })),
    subtotal: textIn(root, 'SubTotal'),
    discount: textIn(root, 'Descuento') || null,
    transferred: textIn(taxes, 'TotalImpuestosTrasladados') || null,
    withheld: textIn(taxes, 'TotalImpuestosRetenidos') || null,
    total,
    uuid,
    stampedAt: momentIn(stamp, 'FechaTimbrado'),
    certificate: textIn(root, 'NoCertificado'),
    satCertificate: textIn(stamp, 'NoCertificadoSAT'),
    seal,
    satSeal: textIn(stamp, 'SelloSAT'),
    verification: `${STATUS_PAGE}?${query}`,
  };
}

const childrenOf = (element: Element | undefined, name: string): Element[] =>
  [...(element?.children ?? [])].filter(({ localName }) => localName === name);

const childOf = (element: Element | undefined, name: string): Element | undefined => childrenOf(element, name)[0];

const textIn = (element: Element | undefined, name: string): string => element?.getAttribute(name)?.trim() ?? '';

const partyOf = (element: Element | undefined, regime: string): PrintedParty => ({
  name: textIn(element, 'Nombre'),
  rfc: textIn(element, 'Rfc'),
  regime: textIn(element, regime),
});

/** "2026-01-31T11:00:00" → "31/01/2026 11:00:00". */
function momentIn(element: Element, name: string): string {
  const [date = '', time = ''] = textIn(element, name).split('T');
  return `${date.split('-').toReversed().join('/')} ${time}`.trim();
}
