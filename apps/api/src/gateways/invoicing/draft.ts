/** An order as a CFDI 4.0 to seal. */
import { namespaces } from '@anticipa/cfdi/read';
import { draft, type XmlDraft } from '@anticipa/cfdi/write';
import { hasExpenses } from '@anticipa/domain/fiscal-regime';
import { isExempt } from '@anticipa/domain/iva-regime';
import { add, decimalOf, type FinancedCurrency, type Money, sum } from '@anticipa/domain/money';
import { percent } from '@anticipa/domain/ratio';
import type { InterestConcept, InvoiceOrder } from './port.ts';

export const VERSION = '4.0';
/** Product and service code: financial institutions. */
export const FINANCIAL_SERVICE = '84121500';
/** Unit code: unit of service. */
export const SERVICE_UNIT = 'E48';
const VAT = '002';

/** "To be defined": the interest was deducted from the deposit, its IVA is settled at the end. */
const income = { type: 'I', method: 'PPD', form: '99', use: 'G03' } as const;
/** Documents that are paid in one payment, by compensation: late charges with the aforo, interest kept back from a deposit. */
const paidIncome = { ...income, method: 'PUE', form: '17' } as const;
/** Returned by transfer with the devolución, in one payment; a discount for the receiver. */
const creditNote = { type: 'E', method: 'PUE', form: '03', use: 'G02' } as const;

/** "Without effects for taxes", which every regime may state. */
const NO_EFFECTS = 'S01';

/** Type, method and form of payment, and use of an order’s CFDI. */
export const kindOf = ({ credits, isPaid, receiver }: InvoiceOrder) => {
  const paid = isPaid ? paidIncome : income;
  const kind = credits === null ? paid : creditNote;
  return hasExpenses(receiver.regime) ? kind : { ...kind, use: NO_EFFECTS };
};

/** Relation 01: credit note of the related documents; 04: their substitute. */
const related = (relation: '01' | '04', uuid: string | null): XmlDraft[] =>
  uuid === null
    ? []
    : [draft('cfdi:CfdiRelacionados', { TipoRelacion: relation }, [draft('cfdi:CfdiRelacionado', { UUID: uuid })])];

/** Issuer and receiver, which uses the invoice as the code states. */
export const partiesOf = ({ issuer, receiver }: Pick<InvoiceOrder, 'issuer' | 'receiver'>, use: string): XmlDraft[] => [
  draft('cfdi:Emisor', { Rfc: issuer.rfc, Nombre: issuer.name, RegimenFiscal: issuer.regime }),
  draft('cfdi:Receptor', {
    Rfc: receiver.rfc,
    Nombre: receiver.name,
    DomicilioFiscalReceptor: receiver.postalCode,
    RegimenFiscalReceptor: receiver.regime,
    UsoCFDI: use,
  }),
];

/** Lacks certificate and seal. */
export function comprobante(order: InvoiceOrder): XmlDraft {
  const { currency, concepts, issuer, credits, substitutes } = order;
  const kind = kindOf(order);
  const subTotal = sum<FinancedCurrency>(
    currency,
    concepts.map((concept) => concept.subTotal),
  );
  const iva = sum<FinancedCurrency>(
    currency,
    concepts.map((concept) => concept.iva),
  );
  return draft(
    'cfdi:Comprobante',
    {
      'xmlns:cfdi': namespaces[VERSION],
      Version: VERSION,
      Serie: order.serie,
      Folio: order.folio,
      Fecha: order.emittedAt,
      FormaPago: kind.form,
      SubTotal: decimalOf(subTotal),
      Moneda: currency,
      TipoCambio: order.exchangeRate,
      Total: decimalOf(add(subTotal, iva)),
      TipoDeComprobante: kind.type,
      Exportacion: '01',
      MetodoPago: kind.method,
      LugarExpedicion: issuer.postalCode,
    },
    [
      ...related('01', credits),
      ...related('04', substitutes),
      ...partiesOf(order, kind.use),
      draft('cfdi:Conceptos', {}, concepts.map(conceptDraft)),
      draft(
        'cfdi:Impuestos',
        // An exempt document has no sum of taxes.
        concepts.every(({ ivaRate }) => isExempt(ivaRate)) ? {} : { TotalImpuestosTrasladados: decimalOf(iva) },
        [draft('cfdi:Traslados', {}, transfersByRate(currency, concepts))],
      ),
    ],
  );
}

function conceptDraft({ folio, description, subTotal, iva, ivaRate }: InterestConcept): XmlDraft {
  const amount = decimalOf(subTotal);
  return draft(
    'cfdi:Concepto',
    {
      ClaveProdServ: FINANCIAL_SERVICE,
      NoIdentificacion: folio,
      Cantidad: '1',
      ClaveUnidad: SERVICE_UNIT,
      Unidad: 'Servicio',
      Descripcion: description,
      ValorUnitario: amount,
      Importe: amount,
      ObjetoImp: '02',
    },
    [draft('cfdi:Impuestos', {}, [draft('cfdi:Traslados', {}, [transfer({ base: subTotal, iva, ivaRate })])])],
  );
}

function transfersByRate(currency: FinancedCurrency, concepts: readonly InterestConcept[]): XmlDraft[] {
  return [...Map.groupBy(concepts, ({ ivaRate }) => ivaRate)].map(([ivaRate, group]) =>
    transfer({
      base: sum<FinancedCurrency>(
        currency,
        group.map(({ subTotal }) => subTotal),
      ),
      iva: sum<FinancedCurrency>(
        currency,
        group.map(({ iva }) => iva),
      ),
      ivaRate,
    }),
  );
}

const transfer = ({ base, iva, ivaRate }: { base: Money; iva: Money; ivaRate: string }): XmlDraft =>
  draft('cfdi:Traslado', {
    Base: decimalOf(base),
    Impuesto: VAT,
    ...(isExempt(ivaRate)
      ? { TipoFactor: 'Exento' }
      : { TipoFactor: 'Tasa', TasaOCuota: rateOf(ivaRate), Importe: decimalOf(iva) }),
  });

/** "16" per cent in the catalogue's form: "0.160000". */
export function rateOf(ivaRate: string): string {
  const { numerator, denominator } = percent(ivaRate);
  const millionths = ((numerator * 1_000_000n) / denominator).toString().padStart(7, '0');
  return `${millionths.slice(0, -6)}.${millionths.slice(-6)}`;
}
