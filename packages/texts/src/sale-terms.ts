/** Terms of sales in words: for operators, and in a proposal of others. */
import type { SaleTerms, StatedTerms } from '@anticipa/contract/sale-terms';
import type { IvaRegime } from '@anticipa/domain/iva-regime';
import { yesNo } from './approval-values.ts';
import type { KindTexts } from './approvals.ts';
import { formatDate } from './format.ts';

export const ivaRegimeNames: Readonly<Record<IvaRegime, string>> = {
  devengado: 'Devengado: IVA por mes',
  exento: 'Exento: sin IVA',
  flujo: 'Flujo: IVA al depositar',
};

/** Meaning of a regime for the CFDI of a sale. */
export const ivaRegimeMeanings: Readonly<Record<IvaRegime, string>> = {
  devengado:
    'Un CFDI por mes con el interés devengado y su IVA, que se causa ese mes; PPD, con complemento al liquidar.',
  exento: 'Un CFDI por mes con el interés devengado, exento (LIVA 15, fracción X, inciso b); sin cuentas de IVA.',
  flujo:
    'Un CFDI por venta el día del depósito, PUE por compensación, con todo el interés y su IVA; el IVA se cobra con lo que se retuvo y el resto con el aforo (LIVA 1-B). Sin complemento.',
};

export const collectorNames: Readonly<Record<SaleTerms['collectedBy'], string>> = {
  lender: 'La financiera',
  client: 'El cliente',
};

/** The sentence that LIVA 1-C asks of a contract and a statement. */
export const statedTermsText = ({ ivaRegime, ivaOnCollection, collectedBy, withRecourse }: StatedTerms): string =>
  [
    ivaRegime === 'exento' ? 'El interés está exento de IVA' : 'El interés causa IVA',
    ivaOnCollection
      ? 'el cedente eligió pagar el IVA de las facturas cedidas cuando se cobran (artículo 1-C de la LIVA)'
      : 'el cedente paga el IVA de las facturas cedidas al cederlas, sin la opción del artículo 1-C de la LIVA',
    `la cobranza está a cargo ${collectedBy === 'lender' ? 'de la financiera' : 'del cedente'}`,
    `la cesión es ${withRecourse ? 'con' : 'sin'} recurso`,
  ].join('; ');

export const saleTermsLabels = {
  ivaRegime: 'IVA del interés',
  ivaRate: 'Tasa de IVA',
  earlyRebate: 'Bonificación por pago anticipado',
  ivaOnCollection: 'El cliente paga el IVA de la factura al cobrarse (LIVA 1-C)',
  collectedBy: 'Cobranza a cargo de',
  withRecourse: 'Con recurso',
  openingRate: 'Comisión por apertura, % del importe de la factura',
  openingMXN: 'Comisión fija por factura en pesos',
  openingUSD: 'Comisión fija por factura en dólares',
} satisfies Record<keyof SaleTerms, string>;

export const ivaRateNames: Readonly<Record<SaleTerms['ivaRate'], string>> = {
  '16': '16 %',
  '8': '8 %, región fronteriza',
};

const named =
  <T extends string>(names: Readonly<Record<T, string>>) =>
  (value: T): string =>
    names[value];

export const saleTermsKinds: { readonly 'sale-terms': KindTexts<'sale-terms'> } = {
  'sale-terms': {
    mail: 'Un cambio de las condiciones fiscales de las ventas',
    title: ({ about: { clientId } }, { of }) =>
      `Condiciones fiscales de las ventas${clientId === null ? '' : ` de ${of(clientId)}`}`,
    values: ({ changed, added }) => [
      added('Ventas desde', ({ from }) => from, formatDate),
      changed(saleTermsLabels.ivaRegime, (v) => v.ivaRegime, named(ivaRegimeNames)),
      changed(saleTermsLabels.ivaRate, (v) => v.ivaRate, named(ivaRateNames)),
      changed(saleTermsLabels.earlyRebate, (v) => v.earlyRebate, yesNo),
      changed(saleTermsLabels.ivaOnCollection, (v) => v.ivaOnCollection, yesNo),
      changed(saleTermsLabels.collectedBy, (v) => v.collectedBy, named(collectorNames)),
      changed(saleTermsLabels.withRecourse, (v) => v.withRecourse, yesNo),
      changed(saleTermsLabels.openingRate, (v) => v.openingRate, String),
      changed(saleTermsLabels.openingMXN, (v) => v.openingMXN, String),
      changed(saleTermsLabels.openingUSD, (v) => v.openingUSD, String),
    ],
  },
};
