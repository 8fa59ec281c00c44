/** The printed form of an interest invoice, generated from the stamped CFDI itself. */
import { stampString } from '@anticipa/cfdi/original-string';
import { sealTailOf, statusPage } from '@anticipa/cfdi/qr';
import { parseCfdi } from '@anticipa/cfdi/read';
import { attributeOf, childrenOf, type XmlElement } from '@anticipa/cfdi/xml-tree';
import { moneyOf } from '@anticipa/domain/money';
import { amountInLetters } from '@anticipa/texts/amount-in-letters';
import { withName } from '@anticipa/texts/catalogue-keys';
import { formatAmount, formatDate, formatTableDate } from '@anticipa/texts/format';
import { type PdfBrand, type PdfColumn, type PdfPage, renderPdf } from '../../platform/documents/pdf.ts';

const text = (element: XmlElement | undefined, name: string): string =>
  (element === undefined ? null : attributeOf(element, name)) ?? '';
const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element && childrenOf(element, element.uri, name)[0];

/** "2026-01-31T11:00:00" → "31/01/2026 11:00:00". */
const moment = (local: string): string => `${formatDate(local.slice(0, 10))} ${local.slice(11)}`;

interface Concept {
  readonly folio: string;
  readonly description: string;
  readonly amount: string;
  readonly iva: string;
}

/** IVA that an element states, or that its document is exempt. */
const ivaOf = (element: XmlElement | undefined, name: string, currency: string): string =>
  text(element, name) === '' ? 'Exento' : formatAmount(text(element, name), currency);

const conceptOf = (concept: XmlElement, currency: string): Concept => {
  const transfer = child(child(child(concept, 'Impuestos'), 'Traslados'), 'Traslado');
  return {
    folio: text(concept, 'NoIdentificacion'),
    description: `${text(concept, 'Descripcion')}\n${withName(text(concept, 'ClaveProdServ'))} · ${withName(text(concept, 'ClaveUnidad'))}`,
    amount: formatAmount(text(concept, 'Importe'), currency),
    iva: ivaOf(transfer, 'Importe', currency),
  };
};

const columns: readonly PdfColumn<Concept>[] = [
  { title: 'Factura', share: 0.16, text: ({ folio }) => folio },
  { title: 'Concepto', share: 0.44, text: ({ description }) => description },
  { title: 'Importe', share: 0.2, align: 'right', text: ({ amount }) => amount },
  { title: 'IVA', share: 0.2, align: 'right', text: ({ iva }) => iva },
];

const isCreditNote = (root: XmlElement): boolean => text(root, 'TipoDeComprobante') === 'E';

const PAYMENTS = 'http://www.sat.gob.mx/Pagos20';

/** The payments of a complement; none of an invoice. */
const paymentsIn = (root: XmlElement): XmlElement[] => {
  const complement = child(root, 'Complemento');
  const [payments] = complement ? childrenOf(complement, PAYMENTS, 'Pagos') : [];
  return payments ? childrenOf(payments, PAYMENTS, 'Pago') : [];
};
const isPayment = (root: XmlElement): boolean => paymentsIn(root).length > 0;

const kindOf = (root: XmlElement): string => {
  if (isPayment(root)) return 'pago';
  return isCreditNote(root) ? 'egreso' : 'ingreso';
};

const titleOf = (root: XmlElement): string => {
  if (isPayment(root)) return 'Complemento de pago';
  if (isCreditNote(root)) return 'Nota de crédito de intereses';
  const billed = text(child(child(root, 'Conceptos'), 'Concepto'), 'Descripcion');
  return billed.startsWith('Recargos') ? 'Factura de recargos' : 'Factura de intereses';
};

/** Draws the invoice; throws on anything but a stamped CFDI. `cancelledAt`: null while it is in force. */
export const interestInvoicePdf = (xml: Uint8Array, cancelledAt: Date | null, brand: PdfBrand): Promise<Buffer> => {
  const parsed = parseCfdi(xml);
  if (!parsed.ok || !parsed.document.stamp) throw new Error('stored invoice is not a stamped CFDI');
  const { root, stamp } = parsed.document;
  const issuer = child(root, 'Emisor');
  const receiver = child(root, 'Receptor');
  const currency = text(root, 'Moneda');
  const uuid = text(stamp, 'UUID');
  const seal = text(root, 'Sello');
  const folio = `${text(root, 'Serie')}-${text(root, 'Folio')}`;
  const total = text(root, 'Total');
  // Stamps are in central Mexican time, UTC−6 all year.
  const madeAt = new Date(`${text(stamp, 'FechaTimbrado')}-06:00`);
  const related = child(child(root, 'CfdiRelacionados'), 'CfdiRelacionado');
  const title = titleOf(root);
  const payments = paymentsIn(root);
  return renderPdf({ brand, title: `${title} ${folio}`, madeAt }, (page) => {
    if (cancelledAt) page.heading(`CFDI cancelado el ${formatTableDate(cancelledAt)}: sin validez fiscal`);
    page.heading(`${title} · CFDI 4.0 de ${kindOf(root)}`);
    page.facts([
      ['Serie y folio', folio],
      ['Folio fiscal', uuid],
      ...(related ? [['CFDI relacionado', text(related, 'UUID')] as const] : []),
      ['Fecha de emisión', moment(text(root, 'Fecha'))],
      [
        'Emisor',
        `${text(issuer, 'Nombre')} · RFC ${text(issuer, 'Rfc')} · Régimen ${withName(text(issuer, 'RegimenFiscal'))}`,
      ],
      ['Receptor', `${text(receiver, 'Nombre')} · RFC ${text(receiver, 'Rfc')}`],
      [
        'Domicilio y régimen',
        `C.P. ${text(receiver, 'DomicilioFiscalReceptor')} · Régimen ${withName(text(receiver, 'RegimenFiscalReceptor'))}`,
      ],
      ['Uso del CFDI', withName(text(receiver, 'UsoCFDI'))],
      ...(isPayment(root)
        ? []
        : [
            [
              'Método y forma de pago',
              `${withName(text(root, 'MetodoPago'))} · ${withName(text(root, 'FormaPago'))}`,
            ] as const,
          ]),
      ['Lugar de expedición', text(root, 'LugarExpedicion')],
      ...(isPayment(root) ? [] : [['Moneda', rated(currency, text(root, 'TipoCambio'))] as const]),
    ]);
    if (isPayment(root)) for (const payment of payments) drawPayment(page, payment);
    else drawConcepts(page, root);
    page.heading('Timbre fiscal digital');
    page.qr(
      statusPage({
        uuid,
        issuer: { rfc: text(issuer, 'Rfc') },
        receiver: { rfc: text(receiver, 'Rfc') },
        total,
        sealTail: sealTailOf(seal),
      }),
    );
    page.facts([
      ['Fecha de certificación', moment(text(stamp, 'FechaTimbrado'))],
      ['Certificado del emisor', text(root, 'NoCertificado')],
      ['Certificado del SAT', text(stamp, 'NoCertificadoSAT')],
      ['RFC del proveedor', text(stamp, 'RfcProvCertif')],
    ]);
    page.paragraph(`Sello digital del CFDI: ${seal}`);
    page.paragraph(`Sello digital del SAT: ${text(stamp, 'SelloSAT')}`);
    page.paragraph(`Cadena original del complemento de certificación: ${stampString(stamp) ?? ''}`);
    page.paragraph('Este documento es una representación impresa de un CFDI.');
  });
};

/** The lender finances pesos and dollars. */
const inLetters = (amount: string, currency: string): string =>
  amountInLetters(moneyOf(amount, currency === 'USD' ? 'USD' : 'MXN'));

const rated = (currency: string, rate: string): string => [currency, rate].filter(Boolean).join(' · tipo de cambio ');

function drawConcepts(page: PdfPage, root: XmlElement): void {
  const currency = text(root, 'Moneda');
  page.heading('Conceptos');
  page.table(
    columns,
    childrenOf(child(root, 'Conceptos') ?? root, root.uri, 'Concepto').map((one) => conceptOf(one, currency)),
  );
  page.facts([
    ['Subtotal', formatAmount(text(root, 'SubTotal'), currency)],
    ['IVA trasladado', ivaOf(child(root, 'Impuestos'), 'TotalImpuestosTrasladados', currency)],
    ['Total', formatAmount(text(root, 'Total'), currency)],
    ['Importe con letra', inLetters(text(root, 'Total'), currency)],
  ]);
}

function drawPayment(page: PdfPage, payment: XmlElement): void {
  const currency = text(payment, 'MonedaP');
  const amount = (of: XmlElement | undefined, name: string): string => formatAmount(text(of, name), currency);
  const transfers = childrenOf(child(child(payment, 'ImpuestosP'), 'TrasladosP') ?? payment, payment.uri, 'TrasladoP');
  page.heading('Pago');
  page.facts([
    ['Fecha de pago', formatDate(text(payment, 'FechaPago').slice(0, 10))],
    ['Forma de pago', withName(text(payment, 'FormaDePagoP'))],
    ['Moneda', rated(currency, currency === 'MXN' ? '' : text(payment, 'TipoCambioP'))],
    ['Monto', amount(payment, 'Monto')],
    ['Importe con letra', inLetters(text(payment, 'Monto'), currency)],
    ...transfers.map((one) => {
      const rate = text(one, 'TasaOCuotaP');
      const name = rate === '' ? 'Base exenta e IVA' : `Base e IVA de ${Number(rate) * 100} %`;
      return [name, `${amount(one, 'BaseP')} · ${ivaOf(one, 'ImporteP', currency)}`] as const;
    }),
  ]);
  const documents = childrenOf(payment, payment.uri, 'DoctoRelacionado');
  page.heading(documents.length === 1 ? 'Factura pagada' : `${documents.length} facturas pagadas`);
  page.table(paidColumns(amount), documents);
}

const paidColumns = (amount: (of: XmlElement, name: string) => string): readonly PdfColumn<XmlElement>[] => [
  {
    title: 'Factura y folio fiscal',
    share: 0.46,
    text: (one) => `${text(one, 'Serie')}-${text(one, 'Folio')}\n${text(one, 'IdDocumento')}`,
  },
  { title: 'Parc.', share: 0.09, align: 'right', text: (one) => text(one, 'NumParcialidad') },
  { title: 'Saldo anterior', share: 0.15, align: 'right', text: (one) => amount(one, 'ImpSaldoAnt') },
  { title: 'Pagado', share: 0.15, align: 'right', text: (one) => amount(one, 'ImpPagado') },
  { title: 'Saldo insoluto', share: 0.15, align: 'right', text: (one) => amount(one, 'ImpSaldoInsoluto') },
];
