/** Orders in Facturama's JSON. */
import { decimalOf, type Money } from '@anticipa/domain/money';
import { paymentAmounts } from '@anticipa/domain/payment-complement';
import { percent } from '@anticipa/domain/ratio';
import { FINANCIAL_SERVICE, kindOf, SERVICE_UNIT } from './draft.ts';
import { momentOf, paymentConcept } from './payment-draft.ts';
import type { InterestConcept, InvoiceOrder, PaymentOrder } from './port.ts';

/** Exact: amounts have at most fifteen digits. */
const numberOf = (amount: Money): number => Number(decimalOf(amount));

/** An invoice, credit note or substitute. */
export function cfdi(order: InvoiceOrder): object {
  const { issuer, receiver, credits, substitutes } = order;
  const kind = kindOf(order);
  const related = credits ?? substitutes;
  return {
    NameId: '1',
    CfdiType: kind.type,
    Serie: order.serie,
    Folio: order.folio,
    Date: order.emittedAt.replace('T', ' '),
    Currency: order.currency,
    ...(order.exchangeRate === null ? {} : { CurrencyExchangeRate: Number(order.exchangeRate) }),
    PaymentForm: kind.form,
    PaymentMethod: kind.method,
    ExpeditionPlace: issuer.postalCode,
    Exportation: '01',
    ...(related === null ? {} : { Relations: { Type: credits === null ? '04' : '01', Cfdis: [{ Uuid: related }] } }),
    Issuer: { Rfc: issuer.rfc, Name: issuer.name, FiscalRegime: issuer.regime },
    Receiver: {
      Rfc: receiver.rfc,
      Name: receiver.name,
      CfdiUse: kind.use,
      FiscalRegime: receiver.regime,
      TaxZipCode: receiver.postalCode,
    },
    Items: order.concepts.map(item),
  };
}

/** "16" per cent as 0.16. */
function fractionOf(ivaRate: string): number {
  const { numerator, denominator } = percent(ivaRate);
  return Number(numerator) / Number(denominator);
}

function item({ folio, description, subTotal, iva, ivaRate }: InterestConcept): object {
  const amount = numberOf(subTotal);
  return {
    ProductCode: FINANCIAL_SERVICE,
    IdentificationNumber: folio,
    Description: description,
    Unit: 'Servicio',
    UnitCode: SERVICE_UNIT,
    UnitPrice: amount,
    Quantity: 1,
    Subtotal: amount,
    TaxObject: '02',
    Taxes: [
      {
        Name: 'IVA',
        Rate: fractionOf(ivaRate),
        Base: amount,
        Total: numberOf(iva),
        IsRetention: false,
      },
    ],
    Total: Number(decimalOf({ ...subTotal, cents: subTotal.cents + iva.cents })),
  };
}

/** A payment complement; Facturama adds its concept, and the totals in pesos. */
export function paymentCfdi(order: PaymentOrder): object {
  const { issuer, receiver, document, part, exchangeRate } = order;
  const { paid, balanceAfter } = paymentAmounts(part, document.balanceBefore, exchangeRate);
  return {
    NameId: '14',
    CfdiType: 'P',
    Serie: order.serie,
    Folio: order.folio,
    Date: order.emittedAt.replace('T', ' '),
    ExpeditionPlace: issuer.postalCode,
    Exportation: '01',
    Issuer: { Rfc: issuer.rfc, Name: issuer.name, FiscalRegime: issuer.regime },
    Receiver: {
      Rfc: receiver.rfc,
      Name: receiver.name,
      CfdiUse: paymentConcept.use,
      FiscalRegime: receiver.regime,
      TaxZipCode: receiver.postalCode,
    },
    Complemento: {
      Payments: [
        {
          Date: momentOf(order).replace('T', ' '),
          PaymentForm: order.form,
          Currency: order.currency,
          ...(exchangeRate === null ? {} : { ExchangeRate: Number(exchangeRate) }),
          Amount: numberOf(paid),
          RelatedDocuments: [
            {
              Uuid: document.uuid,
              Serie: document.serie,
              Folio: document.folio,
              Currency: order.currency,
              PaymentMethod: 'PPD',
              PartialityNumber: document.instalment,
              PreviousBalanceAmount: numberOf(document.balanceBefore),
              AmountPaid: numberOf(paid),
              ImpSaldoInsoluto: numberOf(balanceAfter),
              TaxObject: '02',
              Taxes: [
                {
                  Name: 'IVA',
                  Rate: fractionOf(order.ivaRate),
                  Base: numberOf(part.subTotal),
                  Total: numberOf(part.iva),
                  IsRetention: false,
                },
              ],
            },
          ],
        },
      ],
    },
  };
}
