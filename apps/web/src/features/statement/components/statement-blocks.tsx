import type { CededInvoice, Complement, CurrencyStatement, Statement } from '@anticipa/contract/statements';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { formatParty } from '@anticipa/texts/format';
import {
  cededColumns,
  complementColumns,
  discountsIn,
  issuedColumns,
  receivedColumns,
  transferColumns,
} from '@anticipa/texts/tables/statement';
import type { TableColumn } from '@anticipa/texts/tables/table';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { InvoiceLink } from '../../../ui/invoice/invoice-link.tsx';
import { Expansion } from '../../../ui/overlay/expansion.tsx';
import { tableColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { TableExport } from '../../../ui/table/table-export.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { usePrinting } from '../../../ui/use-media.ts';
import type { Period } from '../api.ts';
import { es } from '../es.ts';
import css from '../statement.module.css';

interface Numbered<Row> {
  readonly id: string;
  readonly row: Row;
}

const column = <Row,>(described: TableColumn<Row>, look?: Partial<Column<Numbered<Row>>>): Column<Numbered<Row>> =>
  tableColumn(described, ({ row }: Numbered<Row>) => row, look);

const wide = { width: 'minmax(12rem, 2fr)' } as const;
const uuid = { width: '23rem', optional: 'hidden' } as const;
/** For tables that fit a laptop's screen. */
const narrow = { width: '9.5rem' } as const;
/** Whole, to be compared with the bank's. */
const key = { width: 'minmax(17rem, 1fr)' } as const;
const figure = { card: 'figure' } as const;
const title = { card: 'title' } as const;

const complements: readonly Column<Numbered<Complement>>[] = [
  column(complementColumns.folio, { width: 'minmax(6.5rem, 1fr)', ...title }),
  column(complementColumns.paidOn, { width: '7.25rem' }),
  column(complementColumns.form, { width: '9.9rem' }),
  column(complementColumns.instalment, { width: '7rem' }),
  column(complementColumns.before, narrow),
  column(complementColumns.paid, { ...narrow, ...figure }),
  column(complementColumns.left, narrow),
  column(complementColumns.issueBy, { width: '7.25rem' }),
  column(complementColumns.base, { ...narrow, optional: 'hidden' }),
  column(complementColumns.iva, { ...narrow, optional: 'hidden' }),
  column(complementColumns.uuid, uuid),
];

const ceded: readonly Column<Numbered<CededInvoice>>[] = [
  column(cededColumns.folio, {
    cell: ({ row: { documentId, folio } }) => <InvoiceLink documentId={documentId} folio={folio} />,
    width: 'minmax(6rem, 1fr)',
    ...title,
  }),
  column(cededColumns.debtor, wide),
  column(cededColumns.due),
  column(cededColumns.total),
  column(cededColumns.collected),
  column(cededColumns.covered, { optional: 'hidden' }),
  column(cededColumns.unpaid, { optional: 'hidden' }),
  column(cededColumns.owed, figure),
  column(cededColumns.overdue, { width: '7rem' }),
  column(cededColumns.product, { width: '9rem', optional: 'hidden' }),
  column(cededColumns.invoiceIva, { optional: 'hidden' }),
  column(cededColumns.cededOn, { optional: 'hidden' }),
  column(cededColumns.deposit, { optional: 'hidden' }),
  column(cededColumns.interest, { optional: 'hidden' }),
  column(cededColumns.aforo, { optional: 'hidden' }),
  column(cededColumns.rfc, { width: '9rem', optional: 'hidden' }),
  column(cededColumns.uuid, uuid),
];

const received = [
  column(receivedColumns.valueDate),
  column(receivedColumns.debtor, { ...wide, ...title }),
  column(receivedColumns.form, { width: '7.75rem' }),
  column(receivedColumns.key, key),
  column(receivedColumns.amount, { ...narrow, ...figure }),
  column(receivedColumns.iva, narrow),
  column(receivedColumns.uuid, uuid),
];

const transfers = [
  column(transferColumns.date),
  column(transferColumns.concept, { ...wide, ...title }),
  column(transferColumns.clabe, { width: '13rem' }),
  column(transferColumns.key, key),
  column(transferColumns.amount, figure),
];

const issued = [
  column(issuedColumns.date, { width: '7.25rem' }),
  column(issuedColumns.folio, { width: '5.75rem', ...title }),
  column(issuedColumns.concept, { width: 'minmax(10rem, 2fr)', breaks: true }),
  column(issuedColumns.subTotal, narrow),
  column(issuedColumns.iva, { width: '8.75rem' }),
  column(issuedColumns.total, { ...narrow, ...figure }),
  column(issuedColumns.paidOn, { width: '7.25rem' }),
  column(issuedColumns.complements, { width: 'minmax(7.5rem, 1fr)', breaks: true }),
  column(issuedColumns.form, { width: '11rem', optional: 'hidden' }),
  column(issuedColumns.uuid, uuid),
];

/** [MOV-06] The blocks after the accounts of a currency, closed at first and open on paper; none without rows. */
export function StatementBlocks(props: {
  statement: CurrencyStatement;
  lender: Statement['lender'];
  period: Period;
  today: string;
}) {
  const { statement, lender, period, today } = props;
  const shared = { currency: statement.currency, period, today };
  return (
    <>
      <Block {...shared} name="complements" dated={es.paid} columns={complements} rows={statement.complements}>
        {es.complement(lender ? formatParty(lender) : es.lender)}
      </Block>
      <Block {...shared} name="ceded" columns={ceded} rows={statement.invoices} />
      <Block {...shared} name="received" columns={received} rows={statement.collections}>
        {discountsIn(statement.invoices)}
      </Block>
      <Block {...shared} name="transfers" columns={transfers} rows={statement.transfers} />
      <Block {...shared} name="issued" columns={issued} rows={statement.interestInvoices} />
    </>
  );
}

function Block<Row>(props: {
  name: keyof typeof es.blocks;
  currency: FinancedCurrency;
  period: Period;
  today: string;
  /** The date that limits its export. */
  dated?: string;
  columns: readonly Column<Numbered<Row>>[];
  rows: readonly Row[];
  children?: ReactNode;
}) {
  const { name, currency, period, today, dated = es.exported, columns, rows, children } = props;
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting();
  if (rows.length === 0) return null;
  const heading = `${es.blocks[name]} · ${currency}`;
  return (
    <Expansion
      title={heading}
      aside={<span className="quiet">{formatCount(rows.length, 'renglón', 'renglones')}</span>}
      level={2}
      open={isOpen || isPrinting}
      onToggle={setOpen}
    >
      <div className={css.export}>
        {children === undefined ? null : <p className={css.explained}>{children}</p>}
        <TableExport
          table={name}
          dated={dated}
          today={today}
          currency={currency}
          from={period.startDate}
          to={period.endDate}
        />
      </div>
      <DataTable
        label={heading}
        noun={['renglón', 'renglones']}
        columns={columns}
        rows={rows.map((row, index) => ({ id: `${name} ${index}`, row }))}
        rowId={({ id }) => id}
        columnsName={`statement-${name}`}
        empty={null}
      />
    </Expansion>
  );
}
