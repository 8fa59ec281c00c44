/** Payment complements in Facturama's JSON, and the CFDI that it makes of them. */
import { namespaces } from '@anticipa/cfdi/read';
import { demoLender } from '@anticipa/cfdi/trust-store';
import { draft, type XmlDraft } from '@anticipa/cfdi/write';
import { z } from 'zod';
import {
  cents,
  date,
  decimal,
  factorOf,
  isExact,
  issuer,
  partiesOf,
  positive,
  postalCode,
  receiver,
  tax,
} from './facturama-shapes.ts';

const currency = z.enum(['MXN', 'USD']);
const related = z.strictObject({
  Uuid: z.guid(),
  Serie: z.string(),
  Folio: z.string(),
  Currency: currency,
  PaymentMethod: z.literal('PPD'),
  PartialityNumber: z.int().min(1).max(999),
  PreviousBalanceAmount: positive,
  AmountPaid: positive,
  ImpSaldoInsoluto: z.number().nonnegative(),
  TaxObject: z.literal('02'),
  Taxes: z.array(tax).min(1),
});
const paid = z.strictObject({
  Date: date,
  PaymentForm: z.string().regex(/^\d\d$/),
  Currency: currency,
  ExchangeRate: positive.optional(),
  Amount: positive,
  RelatedDocuments: z.array(related).min(1),
});
export const payment = z.strictObject({
  NameId: z.literal('14'),
  CfdiType: z.literal('P'),
  Serie: z.string().min(1).max(25),
  Folio: z.string().regex(/^\d{1,40}$/),
  Date: date,
  ExpeditionPlace: postalCode,
  Exportation: z.literal('01'),
  Issuer: issuer,
  Receiver: receiver,
  Complemento: z.strictObject({ Payments: z.array(paid).min(1) }),
});
type FacturamaPayment = z.output<typeof payment>;

export function paymentProblems({ Issuer, Receiver, Complemento }: FacturamaPayment): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  if (Issuer.Rfc !== demoLender.rfc) problems['Issuer.Rfc'] = ['No hay un CSD de este emisor.'];
  if (Receiver.CfdiUse !== 'CP01') problems['Receiver.CfdiUse'] = ['El uso debe ser CP01.'];
  for (const { Amount, Currency, ExchangeRate, RelatedDocuments } of Complemento.Payments) {
    const sum = RelatedDocuments.reduce((total, { AmountPaid }) => total + cents(AmountPaid), 0);
    if (!isExact(Amount) || cents(Amount) !== sum)
      problems.Amount = ['El monto no es la suma de los importes pagados.'];
    if ((Currency === 'MXN') !== (ExchangeRate === undefined))
      problems.ExchangeRate = ['El tipo de cambio no es válido.'];
    for (const of of RelatedDocuments) {
      const taxed = of.Taxes.reduce((total, { Base, Total }) => total + cents(Base) + cents(Total), 0);
      if (cents(of.PreviousBalanceAmount) - cents(of.AmountPaid) !== cents(of.ImpSaldoInsoluto))
        problems.ImpSaldoInsoluto = ['El saldo insoluto no es la diferencia.'];
      if (taxed !== cents(of.AmountPaid)) problems.Taxes = ['Los impuestos no corresponden al importe pagado.'];
    }
  }
  return problems;
}

/** Rounded half up, in cents. */
const pesosOf = (hundredths: number, rate: number): number => Math.round(hundredths * rate + 1e-6);

export function paymentOf(of: FacturamaPayment): XmlDraft {
  return draft(
    'cfdi:Comprobante',
    {
      'xmlns:cfdi': namespaces['4.0'],
      'xmlns:pago20': 'http://www.sat.gob.mx/Pagos20',
      Version: '4.0',
      Serie: of.Serie,
      Folio: of.Folio,
      Fecha: of.Date.replace(' ', 'T'),
      SubTotal: '0',
      Moneda: 'XXX',
      Total: '0',
      TipoDeComprobante: 'P',
      Exportacion: of.Exportation,
      LugarExpedicion: of.ExpeditionPlace,
    },
    [
      ...partiesOf(of),
      draft('cfdi:Conceptos', {}, [
        draft('cfdi:Concepto', {
          ClaveProdServ: '84111506',
          Cantidad: '1',
          ClaveUnidad: 'ACT',
          Descripcion: 'Pago',
          ValorUnitario: '0',
          Importe: '0',
          ObjetoImp: '01',
        }),
      ]),
      draft('cfdi:Complemento', {}, [
        draft('pago20:Pagos', { Version: '2.0' }, [
          totalsOf(of.Complemento.Payments),
          ...of.Complemento.Payments.map(paymentElement),
        ]),
      ]),
    ],
  );
}

type Tax = z.output<typeof tax>;
type Paid = z.output<typeof paid>;

const inAll = (taxes: readonly Tax[], of: 'Base' | 'Total'): number =>
  taxes.reduce((total, one) => total + cents(one[of]), 0);
const taxesOf = ({ RelatedDocuments }: Paid): Tax[] => RelatedDocuments.flatMap(({ Taxes }) => Taxes);

/** Totals in pesos, at one rate, because the payments are of one day and currency. */
function totalsOf(payments: readonly Paid[]): XmlDraft {
  const rate = payments[0]?.ExchangeRate ?? 1;
  const totals = [...Map.groupBy(payments.flatMap(taxesOf), ({ Rate }) => Math.round(Rate * 100))].map(
    ([percent, taxes]) => {
      const base = decimal(pesosOf(inAll(taxes, 'Base'), rate));
      if (taxes[0]?.Name === 'IVA Exento') return { TotalTrasladosBaseIVAExento: base };
      return {
        [`TotalTrasladosBaseIVA${percent}`]: base,
        [`TotalTrasladosImpuestoIVA${percent}`]: decimal(pesosOf(inAll(taxes, 'Total'), rate)),
      };
    },
  );
  const amount = payments.reduce((total, { Amount }) => total + cents(Amount), 0);
  return draft('pago20:Totales', Object.assign({}, ...totals, { MontoTotalPagos: decimal(pesosOf(amount, rate)) }));
}

function paymentElement(one: Paid): XmlDraft {
  const rate = one.ExchangeRate ?? 1;
  const taxes = [...Map.groupBy(taxesOf(one), ({ Rate }) => Rate).values()].flatMap(([first, ...more]) => {
    const all = first ? [first, ...more] : [];
    return first ? [{ ...first, Base: inAll(all, 'Base') / 100, Total: inAll(all, 'Total') / 100 }] : [];
  });
  return draft(
    'pago20:Pago',
    {
      FechaPago: one.Date.replace(' ', 'T'),
      FormaDePagoP: one.PaymentForm,
      MonedaP: one.Currency,
      TipoCambioP: String(rate),
      Monto: one.Amount.toFixed(2),
    },
    [
      ...one.RelatedDocuments.map((of) =>
        draft(
          'pago20:DoctoRelacionado',
          {
            IdDocumento: of.Uuid,
            Serie: of.Serie,
            Folio: of.Folio,
            MonedaDR: of.Currency,
            EquivalenciaDR: '1',
            NumParcialidad: String(of.PartialityNumber),
            ImpSaldoAnt: of.PreviousBalanceAmount.toFixed(2),
            ImpPagado: of.AmountPaid.toFixed(2),
            ImpSaldoInsoluto: of.ImpSaldoInsoluto.toFixed(2),
            ObjetoImpDR: of.TaxObject,
          },
          [transfers('DR', of.Taxes)],
        ),
      ),
      transfers('P', taxes),
    ],
  );
}

const transfers = (suffix: 'DR' | 'P', taxes: readonly z.output<typeof tax>[]): XmlDraft =>
  draft(`pago20:Impuestos${suffix}`, {}, [
    draft(
      `pago20:Traslados${suffix}`,
      {},
      taxes.map((one) =>
        draft(`pago20:Traslado${suffix}`, {
          [`Base${suffix}`]: one.Base.toFixed(2),
          [`Impuesto${suffix}`]: '002',
          ...factorOf(one, suffix),
        }),
      ),
    ),
  ]);
