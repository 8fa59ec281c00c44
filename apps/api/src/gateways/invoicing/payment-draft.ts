/** A payment complement (Pagos 2.0) as a CFDI 4.0 to seal. */
import { namespaces } from '@anticipa/cfdi/read';
import { draft, type XmlDraft } from '@anticipa/cfdi/write';
import { isExempt } from '@anticipa/domain/iva-regime';
import { decimalOf } from '@anticipa/domain/money';
import { paymentAmounts } from '@anticipa/domain/payment-complement';
import { partiesOf, rateOf, VERSION } from './draft.ts';
import type { PaymentOrder } from './port.ts';

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
      draft('cfdi:Complemento', {}, [draft('pago20:Pagos', { Version: '2.0' }, payments(order))]),
    ],
  );
}

function payments(order: PaymentOrder): XmlDraft[] {
  const { document, part, ivaRate, currency, exchangeRate } = order;
  const { paid, balanceAfter, inPesos } = paymentAmounts(part, document.balanceBefore, exchangeRate);
  const tax = (suffix: 'DR' | 'P'): XmlDraft =>
    draft(`pago20:Impuestos${suffix}`, {}, [
      draft(`pago20:Traslados${suffix}`, {}, [
        draft(`pago20:Traslado${suffix}`, {
          [`Base${suffix}`]: decimalOf(part.subTotal),
          [`Impuesto${suffix}`]: VAT,
          ...(isExempt(ivaRate)
            ? { [`TipoFactor${suffix}`]: 'Exento' }
            : {
                [`TipoFactor${suffix}`]: 'Tasa',
                [`TasaOCuota${suffix}`]: rateOf(ivaRate),
                [`Importe${suffix}`]: decimalOf(part.iva),
              }),
        }),
      ]),
    ]);
  return [
    draft('pago20:Totales', {
      ...(isExempt(ivaRate)
        ? { TotalTrasladosBaseIVAExento: decimalOf(inPesos.base) }
        : {
            [`TotalTrasladosBaseIVA${ivaRate}`]: decimalOf(inPesos.base),
            [`TotalTrasladosImpuestoIVA${ivaRate}`]: decimalOf(inPesos.iva),
          }),
      MontoTotalPagos: decimalOf(inPesos.total),
    }),
    draft(
      'pago20:Pago',
      {
        FechaPago: momentOf(order),
        FormaDePagoP: order.form,
        MonedaP: currency,
        TipoCambioP: exchangeRate ?? '1',
        Monto: decimalOf(paid),
      },
      [
        draft(
          'pago20:DoctoRelacionado',
          {
            IdDocumento: document.uuid,
            Serie: document.serie,
            Folio: document.folio,
            MonedaDR: currency,
            EquivalenciaDR: '1',
            NumParcialidad: String(document.instalment),
            ImpSaldoAnt: decimalOf(document.balanceBefore),
            ImpPagado: decimalOf(paid),
            ImpSaldoInsoluto: decimalOf(balanceAfter),
            ObjetoImpDR: '02',
          },
          [tax('DR')],
        ),
        tax('P'),
      ],
    ),
  ];
}
