/** The rows of each exported table. */
import type { ExportedTable, exportTable } from '@anticipa/contract/exports';
import type { QueryOf } from '@anticipa/contract/route';
import type { CurrencyStatement } from '@anticipa/contract/statements';
import { dateAt, dateOf, MEXICO_CITY } from '@anticipa/domain/calendar';
import { costMonths } from '@anticipa/domain/costs';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { monthOf } from '@anticipa/domain/month';
import { productCodes } from '@anticipa/domain/product';
import { costTable } from '@anticipa/texts/tables/costs';
import { interestColumns, interestInvoiceColumns } from '@anticipa/texts/tables/interest';
import { settledColumns, statusTables } from '@anticipa/texts/tables/invoices';
import { payerTable } from '@anticipa/texts/tables/payers';
import { referenceTable } from '@anticipa/texts/tables/references';
import { saleTable } from '@anticipa/texts/tables/sales';
import {
  cededTable,
  complementTable,
  issuedTable,
  movementTable,
  receivedTable,
  transferTable,
} from '@anticipa/texts/tables/statement';
import type { Cell, TableColumn } from '@anticipa/texts/tables/table';
import type { SheetColumn } from '../../platform/documents/xlsx.ts';
import type { Work } from '../../platform/work/work.ts';
import { interestRows } from '../interest/earned-queries.ts';
import { interestInvoices } from '../interest/queries.ts';
import { type InvoiceFilter, invoicesInParts } from '../invoices/portal/list-queries.ts';
import { costCentres } from '../payers/queries.ts';
import { paymentReferences } from '../references/queries.ts';
import { sentSales } from '../sales/sent-queries.ts';
import { costsOf } from '../statements/costs.ts';
import { statementOf } from '../statements/statement.ts';

export type Range = Omit<QueryOf<typeof exportTable>, 'format'>;

interface Exported {
  /** Spanish name of the sheet, and start of the file's name. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Rows in groups; none without rows. */
  readonly rows: (work: Work, range: Range) => AsyncIterable<readonly (readonly (Cell | null)[])[]>;
}

function exported<Row>(
  name: string,
  columns: readonly TableColumn<Row>[],
  read: (work: Work, range: Range) => AsyncIterable<readonly Row[]>,
): Exported {
  return {
    name,
    columns,
    async *rows(work, range) {
      for await (const rows of read(work, range)) {
        if (rows.length > 0) yield rows.map((row) => columns.map(({ cell }) => cell(row)));
      }
    },
  };
}

/** Invoices as on their screen: without deleted ones. */
const invoices = (filter: (range: Range) => InvoiceFilter) => (work: Work, range: Range) =>
  invoicesInParts(work, {
    ...filter(range),
    products: range.product && [range.product],
    currency: range.currency,
    isDeletedShown: false,
  });

const ofStatus = (name: string, table: keyof typeof statusTables, status: keyof typeof invoiceStatus): Exported =>
  exported(
    name,
    statusTables[table],
    invoices(({ from, to }) => ({ statuses: [invoiceStatus[status]], emittedFrom: from, emittedUntil: to })),
  );

/** Whether an instant is within the days of a range, in Mexico City. */
const isWithin = (instant: string, { from, to }: Range): boolean => {
  const day = dateAt(new Date(instant), MEXICO_CITY);
  return (from === undefined || day >= from) && (to === undefined || day <= to);
};

const BEGINNING = dateOf('1900-01-01');

/** Days end today at the latest: later ones have no interest and no invoices yet. */
const daysOf = ({ today }: Work, { from, to = today }: Range) => ({
  from: from === undefined ? BEGINNING : dateOf(from),
  to: to < today ? dateOf(to) : today,
});

/** A block of the account statement. */
const ofStatement = <Row>(
  name: string,
  columns: readonly TableColumn<Row>[],
  pick: (statement: CurrencyStatement) => readonly Row[],
): Exported =>
  exported(name, columns, async function* (work, range) {
    const { currencies } = await statementOf(work, { ...daysOf(work, range), knownAt: work.at });
    for (const each of currencies.filter(({ currency }) => isOf(currency, range))) yield pick(each);
  });

export const exportedTables: Readonly<Record<ExportedTable, Exported>> = {
  pending: ofStatus('Pendientes', 'pending', 'REGISTRADO'),
  authorised: ofStatus('Autorizadas', 'authorised', 'AUTORIZADA'),
  validation: ofStatus('En Validación', 'validation', 'PREVENTA'),
  credit: ofStatus('En crédito', 'credit', 'CREDITO'),
  rejected: ofStatus('Rechazadas', 'rejected', 'RECHAZADA'),
  settled: exported(
    'Facturas Liquidadas',
    Object.values(settledColumns),
    invoices(({ from, to }) => ({ statuses: [invoiceStatus.LIQUIDADO], paidFrom: from, paidUntil: to })),
  ),
  interest: exported('Detalle de Intereses', Object.values(interestColumns), async function* (work, range) {
    const products = range.product ? [range.product] : productCodes;
    const rows = await interestRows(work, { ...daysOf(work, range), products });
    yield rows.filter(({ interest, currency }) => Number(interest) > 0 && isOf(currency, range));
  }),
  movements: exported('Estado de cuenta', movementTable, async function* (work, range) {
    const { currencies } = await statementOf(work, { ...daysOf(work, range), knownAt: work.at });
    for (const { accounts } of currencies.filter(({ currency }) => isOf(currency, range))) {
      for (const { movements } of accounts) yield movements;
    }
  }),
  complements: ofStatement('Complementos de pago', complementTable, ({ complements }) => complements),
  ceded: ofStatement('Facturas cedidas', cededTable, ({ invoices }) => invoices),
  received: ofStatement('Cobros', receivedTable, ({ collections }) => collections),
  transfers: ofStatement('Depósitos y devoluciones', transferTable, ({ transfers }) => transfers),
  issued: ofStatement('CFDI', issuedTable, ({ interestInvoices }) => interestInvoices),
  costs: exported('Costos', costTable, async function* (work, range) {
    const { from, to } = daysOf(work, range);
    for (const { currency, byPayerAndMonth } of await costsOf(work, costMonths(monthOf(from), monthOf(to))))
      if (isOf(currency, range)) yield byPayerAndMonth.map((line) => ({ ...line, currency }));
  }),
  'interest-invoices': exported(
    'Historial de Facturación',
    Object.values(interestInvoiceColumns),
    async function* (work, range) {
      const rows = await interestInvoices(work, { ...daysOf(work, range), isEmission: true, active: undefined });
      yield rows.filter(({ product, currency }) => isOf(currency, range) && (range.product ?? product) === product);
    },
  ),
  sales: exported('Mis ventas', saleTable, async function* (work, range) {
    let before: number | undefined;
    do {
      const { data, next } = await sentSales(work, before);
      yield data.filter(
        ({ requestedAt, currency, product }) =>
          isWithin(requestedAt, range) && isOf(currency, range) && (range.product ?? product) === product,
      );
      before = next ?? undefined;
    } while (before !== undefined);
  }),
  references: exported('Referencias de pago', referenceTable, async function* (work, range) {
    const references = await paymentReferences(work);
    yield references.filter(({ date, currency }) => isWithin(date, range) && isOf(currency, range));
  }),
  payers: exported('Mis clientes', payerTable, async function* (work) {
    yield await costCentres(work);
  }),
};

const isOf = (currency: string, range: Range): boolean => (range.currency ?? currency) === currency;
