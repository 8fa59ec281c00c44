/** The printed close of a month: its checklist and the last entry of each chain. */
import type { ClosedMonth } from '@anticipa/contract/book-close';
import { dateOf } from '@anticipa/domain/calendar';
import { lastDayOf, monthOf } from '@anticipa/domain/month';
import { checkFigure, checkName } from '@anticipa/texts/book-close';
import { formatAmount, formatDate, formatMonth, formatTableDate } from '@anticipa/texts/format';
import { accountNames } from '@anticipa/texts/ledger-texts';
import { journalName } from '@anticipa/texts/tables/books';
import { type PdfBrand, type PdfColumn, renderPdf } from '../../platform/documents/pdf.ts';

type Row<K extends 'checks' | 'yearEnd' | 'heads'> = ClosedMonth[K][number];

const checks: readonly PdfColumn<Row<'checks'>>[] = [
  { title: 'Revisión', share: 0.3, text: checkName },
  { title: 'Estado', share: 0.12, text: ({ isDone }) => (isDone ? 'Bien' : 'Explicado') },
  { title: 'Cifra', share: 0.3, text: checkFigure },
  { title: 'Motivo', share: 0.28, text: ({ reason }) => reason ?? '' },
];
const yearEnd: readonly PdfColumn<Row<'yearEnd'>>[] = [
  { title: 'Cargo', share: 0.35, text: ({ debit }) => accountNames[debit] },
  { title: 'Abono', share: 0.35, text: ({ credit }) => accountNames[credit] },
  { title: 'Importe', share: 0.3, align: 'right', text: ({ amount, currency }) => formatAmount(amount, currency) },
];
const heads: readonly PdfColumn<Row<'heads'>>[] = [
  { title: 'Diario', share: 0.3, text: journalName },
  { title: 'Asiento', share: 0.1, align: 'right', text: ({ entryNumber }) => String(entryNumber) },
  { title: 'Hash', share: 0.6, text: ({ hash }) => hash },
];

export const closePdf = (closed: ClosedMonth, brand: PdfBrand): Promise<Buffer> => {
  const title = `Cierre de ${formatMonth(closed.month)}`;
  return renderPdf({ brand, title, madeAt: new Date(closed.closedAt) }, (page) => {
    page.heading(title);
    page.facts([
      ['Cerrado hasta el', formatDate(lastDayOf(monthOf(dateOf(`${closed.month}-01`))))],
      ['Cerró', closed.closedBy],
      ['Cuándo', formatTableDate(closed.closedAt)],
    ]);
    page.heading('Lista de revisión');
    page.table(checks, closed.checks);
    if (closed.yearEnd.length > 0) {
      page.heading('Cierre del ejercicio');
      page.table(yearEnd, closed.yearEnd);
    }
    page.heading('Último asiento de cada diario');
    page.paragraph('Con este hash se comprueba que ningún asiento anterior cambió.');
    page.table(heads, closed.heads);
  });
};
