/** The printed account statement. */

import type { CededInvoice, CurrencyStatement, Statement } from '@anticipa/contract/statements';
import { decimalOf } from '@anticipa/domain/money';
import { formatAmount, formatDate, formatParty, formatTableDate } from '@anticipa/texts/format';
import { statedTermsText } from '@anticipa/texts/sale-terms';
import {
  accountNames,
  cededColumns,
  complementColumns,
  discountsIn,
  issuedColumns,
  movementColumns,
  receivedColumns,
  transferColumns,
} from '@anticipa/texts/tables/statement';
import type { Cell, TableColumn } from '@anticipa/texts/tables/table';
import { type PdfBrand, type PdfColumn, type PdfPage, renderPdf } from '../../platform/documents/pdf.ts';
import { totalCost } from './statement.ts';

/** Columns with their shares of the width, in parts. */
const sized = <Row>(columns: readonly (readonly [TableColumn<Row>, number])[]): PdfColumn<Row>[] => {
  const parts = columns.reduce((so, [, share]) => so + share, 0);
  return columns.map(([column, share]) => ({
    title: column.header,
    share: share / parts,
    align: column.type === 'money' || column.type === 'integer' ? 'right' : 'left',
    text: (row) => printed(column.cell(row)),
  }));
};

const movements = sized([
  [movementColumns.valueDate, 13],
  [movementColumns.bookedOn, 13],
  [movementColumns.concept, 24],
  [movementColumns.folio, 12],
  [movementColumns.charge, 15],
  [movementColumns.credit, 15],
  [movementColumns.balance, 15],
]);
const cededWidths: readonly (readonly [TableColumn<CededInvoice>, number])[] = [
  [cededColumns.folio, 42],
  [cededColumns.debtor, 50],
  [cededColumns.cededOn, 57],
  [cededColumns.due, 61],
  [cededColumns.total, 56],
  [cededColumns.invoiceIva, 52],
  [cededColumns.collected, 56],
  [cededColumns.covered, 54],
  [cededColumns.owed, 56],
  [cededColumns.overdue, 44],
];
const ceded = sized(cededWidths);
/** With what was credited or written off, which few statements have: the others keep its room. */
const cededWithUnpaid = sized([...cededWidths.slice(0, -2), [cededColumns.unpaid, 50], ...cededWidths.slice(-2)]);
const received = sized([
  [receivedColumns.valueDate, 13],
  [receivedColumns.uuid, 26],
  [receivedColumns.debtor, 19],
  [receivedColumns.amount, 14],
  [receivedColumns.iva, 13],
  [receivedColumns.key, 18],
]);
const transfers = sized([
  [transferColumns.date, 14],
  [transferColumns.concept, 22],
  [transferColumns.clabe, 25],
  [transferColumns.key, 29],
  [transferColumns.amount, 16],
]);
const issued = sized([
  [issuedColumns.date, 56],
  [issuedColumns.folio, 48],
  [issuedColumns.uuid, 88],
  [issuedColumns.concept, 60],
  [issuedColumns.subTotal, 55],
  [issuedColumns.iva, 50],
  [issuedColumns.total, 55],
  [issuedColumns.paidOn, 56],
  [issuedColumns.complements, 46],
]);
/** Their deadline is printed at the foot. */
const complements = sized([
  [complementColumns.uuid, 24],
  [complementColumns.paidOn, 12],
  [complementColumns.form, 16],
  [complementColumns.instalment, 11],
  [complementColumns.before, 13],
  [complementColumns.paid, 13],
  [complementColumns.left, 13],
  [complementColumns.base, 13],
  [complementColumns.iva, 12],
]);

function drawBlock<Row>(page: PdfPage, title: string, columns: readonly PdfColumn<Row>[], rows: readonly Row[]): void {
  if (rows.length === 0) return;
  page.heading(title);
  page.table(columns, rows);
}

function drawCurrency(page: PdfPage, statement: CurrencyStatement): void {
  const { currency, cost } = statement;
  const written = (amount: string): string => formatAmount(amount, currency);
  page.heading(`Resumen en ${currency}`);
  page.facts([
    ['Interés del periodo', written(cost.interest)],
    ['IVA del interés', written(cost.iva)],
    ['Recargos', written(cost.recargos)],
    ['IVA de los recargos', written(cost.ivaRecargos)],
    ...(cost.commission === undefined
      ? []
      : ([
          ['Comisión por apertura', written(cost.commission)],
          ['IVA de la comisión', written(cost.ivaCommission ?? '0.00')],
        ] as const)),
    ['Costo del periodo', written(totalCost(statement))],
    ...(statement.recargosToCome === '0.00'
      ? []
      : [['Recargos por cobrar al cierre, más IVA', written(statement.recargosToCome)] as const]),
  ]);
  for (const { account, opening, closing, movements: rows } of statement.accounts) {
    page.heading(`${accountNames[account]} · ${currency}`);
    page.facts([['Saldo inicial', written(opening)]]);
    if (rows.length > 0) page.table(movements, rows);
    page.facts([['Saldo final', written(closing)]]);
  }
  const hasUnpaid = statement.invoices.some(({ unpaid }) => unpaid !== '0.00');
  drawBlock(page, `Facturas cedidas · ${currency}`, hasUnpaid ? cededWithUnpaid : ceded, statement.invoices);
  drawBlock(page, `Cobros del periodo · ${currency}`, received, statement.collections);
  if (statement.collections.length > 0) page.paragraph(discountsIn(statement.invoices));
  drawBlock(page, `Depósitos y devoluciones · ${currency}`, transfers, statement.transfers);
  drawBlock(page, `CFDI del periodo · ${currency}`, issued, statement.interestInvoices);
  drawBlock(page, `Datos para tu complemento de pago · ${currency}`, complements, statement.complements);
}

/** The statement as PDF; without movements, a sentence instead. */
export const statementPdf = (statement: Statement, brand: PdfBrand): Promise<Buffer> => {
  const { from, to, entityName, rfc, fiscalRegime, postalCode, lender, terms, currencies } = statement;
  const knownAt = new Date(statement.knownAt);
  return renderPdf({ brand, title: 'Estado de cuenta', madeAt: knownAt }, (page) => {
    page.heading('Estado de cuenta');
    page.facts([
      ['Cliente', formatParty({ name: entityName, rfc, fiscalRegime, postalCode })],
      ...(lender ? [['Financiera', formatParty(lender)] as const] : []),
      ['Periodo', `Del ${formatDate(from)} al ${formatDate(to)}`],
      ['Información hasta el', formatTableDate(knownAt)],
      ...(terms ? [['Condiciones', `${statedTermsText(terms)}.`] as const] : []),
    ]);
    if (currencies.length === 0) page.paragraph('No hay movimientos ni saldos en el periodo.');
    for (const each of currencies) drawCurrency(page, each);
    const payee = lender ? `${lender.name}, RFC ${lender.rfc}` : 'la financiera';
    page.paragraph(
      `El aforo no es ingreso ni requiere CFDI. Emite tu complemento de pago a nombre de ${payee}, a más tardar el día 5 del mes siguiente.`,
    );
  });
};

/** A cell as printed: amounts without their currency, which heads the block; empty without a value. */
function printed(cell: Cell | null): string {
  if (cell === null) return '';
  switch (cell.type) {
    case 'money':
      return formatAmount(decimalOf(cell.value), '').trim();
    case 'date':
      return formatDate(cell.value);
    case 'instant':
      return formatTableDate(cell.value);
    default:
      return String(cell.value);
  }
}
