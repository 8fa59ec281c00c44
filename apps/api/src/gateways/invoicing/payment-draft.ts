/** A payment complement (Pagos 2.0) as a CFDI 4.0 to seal. */
import { namespaces } from '@anticipa/cfdi/read';
import { draft, type XmlDraft } from '@anticipa/cfdi/write';
import { isExempt } from '@anticipa/domain/iva-regime';
import { decimalOf } from '@anticipa/domain/money';
import { documentAmounts, type PaidPart, paymentAmounts, totalsInPesos } from '@anticipa/domain/payment-complement';
import { partiesOf, rateOf, VERSION } from './draft.ts';
import type { PaidInvoice, PaymentOrder } from './port.ts';

/** Fixed by the tax authority for complements. */
export const paymentConcept = { product: '84111506', unit: 'ACT', description: 'Pago', use: 'CP01' } as const;

const PAYMENTS = 'http://www.sat.gob.mx/Pagos20';
const VAT = '002';

/** Noon, because the time of a payment is not known. */
export const momentOf = ({ paidOn }: PaymentOrder): string => `${paidOn}T12:00:00`;

/** Lacks certificate and seal. */
export function paymentComprobante(order: PaymentOrder): XmlDraft {
  const { product, unit, description, use } = paymentConcept;
  return draft(
    'cfdi:Comprobante',
    {
      'xmlns:cfdi': namespaces[VERSION],
      'xmlns:pago20': PAYMENTS,
      Version: VERSION,
      Serie: order.serie,
      Folio: order.folio,
      Fecha: order.emittedAt,
      SubTotal: '0',
      Moneda: 'XXX',
      Total: '0',
      TipoDeComprobante: 'P',
      Exportacion: '01',
      LugarExpedicion: order.issuer.postalCode,
    },
    [
      ...partiesOf(order, use),
      draft('cfdi:Conceptos', {}, [
        draft('cfdi:Concepto', {
          ClaveProdServ: product,
          Cantidad: '1',
          ClaveUnidad: unit,
          Descripcion: description,
          ValorUnitario: '0',
          Importe: '0',
          ObjetoImp: '01',
        }),
      ]),
      draft('cfdi:Complemento', {}, [draft('pago20:Pagos', { Version: '2.0' }, pagos(order))]),
    ],
  );
}

function pagos(order: PaymentOrder): XmlDraft[] {
  const { payments, currency, exchangeRate } = order;
  const invoices = payments.flatMap((payment) => payment.invoices);
  const { total, taxes } = totalsInPesos(currency, invoices, exchangeRate);
  const byRate = taxes.map(({ ivaRate, base, iva }) =>
    isExempt(ivaRate)
      ? { TotalTrasladosBaseIVAExento: decimalOf(base) }
      : {
          [`TotalTrasladosBaseIVA${ivaRate}`]: decimalOf(base),
          [`TotalTrasladosImpuestoIVA${ivaRate}`]: decimalOf(iva),
        },
  );
  const totals = Object.assign({}, ...byRate, { MontoTotalPagos: decimalOf(total) });
  return [draft('pago20:Totales', totals), ...payments.map((payment) => pago(order, payment))];
}

function pago(order: PaymentOrder, { form, invoices }: PaymentOrder['payments'][number]): XmlDraft {
  const { paid, taxes } = paymentAmounts(order.currency, invoices);
  return draft(
    'pago20:Pago',
    {
      FechaPago: momentOf(order),
      FormaDePagoP: form,
      MonedaP: order.currency,
      TipoCambioP: order.exchangeRate ?? '1',
      Monto: decimalOf(paid),
    },
    [...invoices.map(relatedTo), taxesOf('P', taxes)],
  );
}

function relatedTo(invoice: PaidInvoice): XmlDraft {
  const { paid, balanceAfter } = documentAmounts(invoice);
  return draft(
    'pago20:DoctoRelacionado',
    {
      IdDocumento: invoice.uuid,
      Serie: invoice.serie,
      Folio: invoice.folio,
      MonedaDR: invoice.balanceBefore.currency,
      EquivalenciaDR: '1',
      NumParcialidad: String(invoice.instalment),
      ImpSaldoAnt: decimalOf(invoice.balanceBefore),
      ImpPagado: decimalOf(paid),
      ImpSaldoInsoluto: decimalOf(balanceAfter),
      ObjetoImpDR: '02',
    },
    [taxesOf('DR', invoice.parts)],
  );
}

const taxesOf = (suffix: 'DR' | 'P', parts: readonly PaidPart[]): XmlDraft =>
  draft(`pago20:Impuestos${suffix}`, {}, [
    draft(
      `pago20:Traslados${suffix}`,
      {},
      parts.map(({ ivaRate, subTotal, iva }) =>
        draft(`pago20:Traslado${suffix}`, {
          [`Base${suffix}`]: decimalOf(subTotal),
          [`Impuesto${suffix}`]: VAT,
          ...(isExempt(ivaRate)
            ? { [`TipoFactor${suffix}`]: 'Exento' }
            : {
                [`TipoFactor${suffix}`]: 'Tasa',
                [`TasaOCuota${suffix}`]: rateOf(ivaRate),
                [`Importe${suffix}`]: decimalOf(iva),
              }),
        }),
      ),
    ),
  ]);
