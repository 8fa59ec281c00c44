/** The contract text of sales: the lender's terms with the figures of the sales, exactly as the client accepts it. */
import type { Sale, SaleItem } from '@anticipa/contract/sales';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import { rebatePerDay } from '@anticipa/domain/settlement';
import { formatAmount, formatDate, formatDays, formatFolio } from './format.ts';
import { defaultProductNames } from './offer-texts.ts';
import { statedTermsText } from './sale-terms.ts';

export interface ContractParty {
  readonly entityName: string;
  readonly rfc: string;
}

/**
 * The terms, then one section per sale with every invoice. Deterministic: equal sales give equal texts, and any changed
 * figure a different one.
 */
export const contractText = (terms: string, party: ContractParty, sales: readonly Sale[]): string =>
  [terms.trim(), `Cedente: ${party.entityName}, RFC ${party.rfc}`, ...sales.map(saleSection)].join('\n\n');

/** Text from an invoice, marked as such so that it cannot read as a clause. */
const quoted = (text: string): string => `«${text.replaceAll(/[«»]/g, '"')}»`;

const perDay = ({ comision, currency, paymentDays }: SaleItem): string =>
  decimalOf(rebatePerDay({ interest: moneyOf(comision, currency), days: paymentDays }));

/** The commission with the separator that follows it; nothing without one. */
const openingText = (
  { openingCommission, openingIva }: Pick<Sale['totals'], 'openingCommission' | 'openingIva'>,
  currency: Sale['currency'],
): string =>
  openingCommission === undefined || openingIva === undefined
    ? ''
    : `comisión por apertura ${formatAmount(openingCommission, currency)} más IVA ${formatAmount(openingIva, currency)}, que se retienen del depósito; `;

const saleSection = (sale: Sale): string => {
  const written = (amount: string): string => formatAmount(amount, sale.currency);
  const { totals } = sale;
  return [
    `Operación ${sale.numberOfSale}: ${defaultProductNames[sale.product]}, ${sale.items.length} ${sale.items.length === 1 ? 'factura' : 'facturas'} en ${sale.currency}`,
    `Total ${written(totals.total)}; interés ${written(totals.comision)}; IVA del interés ${written(totals.iva)}; aforo ${written(totals.aforo)}; ${openingText(totals, sale.currency)}depósito ${written(totals.initialDeposit)}.`,
    ...(sale.terms ? [`${statedTermsText(sale.terms)}.`] : []),
    ...sale.items.map((item, index) =>
      [
        `${index + 1}. Factura ${quoted(formatFolio(item))} a cargo de ${quoted(item.receiverName)} (${item.receiverRFC})`,
        ...(item.purchaseOrder === null ? [] : [`orden de compra ${quoted(item.purchaseOrder)}`]),
        `emitida el ${formatDate(item.emittedOn)}, con pago el ${formatDate(item.dueDate)} (${formatDays(item.paymentDays)})`,
        `total ${written(item.total)}, tasa anual ${item.interestRate} % sobre base ${item.diasBase}`,
        `interés ${written(item.comision)}, aforo ${written(item.aforo)}, ${openingText(item, sale.currency)}depósito ${written(item.initialDeposit)}`,
        ...(item.earlyRebate
          ? [`si se paga antes, se devuelve el interés de los días que falten: ${written(perDay(item))} por día`]
          : []),
      ]
        .join('; ')
        .concat('.'),
    ),
  ].join('\n');
};
