/** Orders in Facturama's JSON: their shape, what it verifies in them, and the CFDI that it makes of them. */
import { namespaces } from '@anticipa/cfdi/read';
import { demoLender } from '@anticipa/cfdi/trust-store';
import { draft, type XmlDraft } from '@anticipa/cfdi/write';
import { z } from 'zod';
import { payment, paymentOf, paymentProblems } from './facturama-payments.ts';
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

const item = z.strictObject({
  ProductCode: z.string().regex(/^\d{8}$/),
  IdentificationNumber: z.string().max(100),
  Description: z.string().min(1).max(1000),
  Unit: z.string(),
  UnitCode: z.string().min(2).max(3),
  UnitPrice: positive,
  Quantity: positive,
  Subtotal: positive,
  TaxObject: z.literal('02'),
  Taxes: z.array(tax),
  Total: positive,
});
const order = z.strictObject({
  NameId: z.literal('1'),
  CfdiType: z.enum(['I', 'E']),
  Serie: z.string().min(1).max(25),
  Folio: z.string().regex(/^\d{1,40}$/),
  Date: date,
  Currency: z.enum(['MXN', 'USD']),
  CurrencyExchangeRate: positive.optional(),
  PaymentForm: z.string().regex(/^\d\d$/),
  PaymentMethod: z.enum(['PUE', 'PPD']),
  ExpeditionPlace: postalCode,
  Exportation: z.literal('01'),
  Relations: z
    .strictObject({ Type: z.enum(['01', '04']), Cfdis: z.array(z.strictObject({ Uuid: z.guid() })) })
    .optional(),
  Issuer: issuer,
  Receiver: receiver,
  Items: z.array(item).min(1),
});
type FacturamaInvoice = z.output<typeof order>;

/** An order of either kind. */
export const anyOrder = z.union([order, payment]);
export type FacturamaOrder = z.output<typeof anyOrder>;

/** Refusals of the provider, by field. */
export const problemsOf = (of: FacturamaOrder): Record<string, string[]> =>
  of.CfdiType === 'P' ? paymentProblems(of) : invoiceProblems(of);

export const comprobanteOf = (of: FacturamaOrder): XmlDraft => (of.CfdiType === 'P' ? paymentOf(of) : invoiceOf(of));

/** Its relation to another CFDI, if it has one. */
export const relationOf = (of: FacturamaOrder): FacturamaInvoice['Relations'] =>
  of.CfdiType === 'P' ? undefined : of.Relations;

function invoiceProblems(of: FacturamaInvoice): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  if (of.Issuer.Rfc !== demoLender.rfc) problems['Issuer.Rfc'] = ['No hay un CSD de este emisor.'];
  if ((of.Currency === 'MXN') !== (of.CurrencyExchangeRate === undefined))
    problems.CurrencyExchangeRate = ['El tipo de cambio no corresponde a la moneda.'];
  if ((of.PaymentMethod === 'PPD') !== (of.PaymentForm === '99'))
    problems.PaymentForm = ['La forma de pago no corresponde al método.'];
  for (const [index, { Quantity, UnitPrice, Subtotal, Taxes, Total }] of of.Items.entries()) {
    const taxes = Taxes.reduce((sum, tax) => sum + cents(tax.Total), 0);
    if (![Subtotal, ...Taxes.map((tax) => tax.Total)].every(isExact) || cents(Quantity * UnitPrice) !== cents(Subtotal))
      problems[`Items[${index}].Subtotal`] = ['El importe no es válido.'];
    if (cents(Total) !== cents(Subtotal) + taxes) problems[`Items[${index}].Total`] = ['El total no es la suma.'];
  }
  return problems;
}

function invoiceOf(of: FacturamaInvoice): XmlDraft {
  const subTotal = of.Items.reduce((sum, { Subtotal }) => sum + cents(Subtotal), 0);
  const taxes = of.Items.flatMap(({ Taxes }) => Taxes);
  const iva = taxes.reduce((sum, { Total }) => sum + cents(Total), 0);
  const transfer = (one: FacturamaInvoice['Items'][number]['Taxes'][number]): XmlDraft =>
    draft('cfdi:Traslado', { Base: one.Base.toFixed(2), Impuesto: '002', ...factorOf(one) });
  const concepts = of.Items.map((one) =>
    draft(
      'cfdi:Concepto',
      {
        ClaveProdServ: one.ProductCode,
        NoIdentificacion: one.IdentificationNumber,
        Cantidad: String(one.Quantity),
        ClaveUnidad: one.UnitCode,
        Unidad: one.Unit,
        Descripcion: one.Description,
        ValorUnitario: one.UnitPrice.toFixed(2),
        Importe: one.Subtotal.toFixed(2),
        ObjetoImp: one.TaxObject,
      },
      [draft('cfdi:Impuestos', {}, [draft('cfdi:Traslados', {}, one.Taxes.map(transfer))])],
    ),
  );
  const byRate = [...Map.groupBy(taxes, ({ Name, Rate }) => `${Name} ${Rate}`).values()].flatMap((group) =>
    group.slice(0, 1).map((one) =>
      transfer({
        ...one,
        Base: group.reduce((sum, { Base }) => sum + cents(Base), 0) / 100,
        Total: group.reduce((sum, { Total }) => sum + cents(Total), 0) / 100,
      }),
    ),
  );
  const isTaxed = taxes.some(({ Name }) => Name === 'IVA');
  const related = of.Relations?.Cfdis.map(({ Uuid }) => draft('cfdi:CfdiRelacionado', { UUID: Uuid })) ?? [];
  return draft(
    'cfdi:Comprobante',
    {
      'xmlns:cfdi': namespaces['4.0'],
      Version: '4.0',
      Serie: of.Serie,
      Folio: of.Folio,
      Fecha: of.Date.replace(' ', 'T'),
      FormaPago: of.PaymentForm,
      SubTotal: decimal(subTotal),
      Moneda: of.Currency,
      TipoCambio: of.CurrencyExchangeRate === undefined ? null : String(of.CurrencyExchangeRate),
      Total: decimal(subTotal + iva),
      TipoDeComprobante: of.CfdiType,
      Exportacion: of.Exportation,
      MetodoPago: of.PaymentMethod,
      LugarExpedicion: of.ExpeditionPlace,
    },
    [
      ...(of.Relations ? [draft('cfdi:CfdiRelacionados', { TipoRelacion: of.Relations.Type }, related)] : []),
      ...partiesOf(of),
      draft('cfdi:Conceptos', {}, concepts),
      draft('cfdi:Impuestos', isTaxed ? { TotalImpuestosTrasladados: decimal(iva) } : {}, [
        draft('cfdi:Traslados', {}, byRate),
      ]),
    ],
  );
}
