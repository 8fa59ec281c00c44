import type { InterestInvoice } from '@anticipa/contract/interest';
import type { PaymentReference } from '@anticipa/contract/references';
import type { SentSale } from '@anticipa/contract/sent-sales';
import { decimalOf, sumPerCurrency } from '@anticipa/domain/money';
import { describe, expect, it } from 'vitest';
import { interestColumns, interestInvoiceColumns } from './interest.ts';
import { settledColumns, statusTables } from './invoices.ts';
import { payerTable } from './payers.ts';
import { referenceTable } from './references.ts';
import { saleTable } from './sales.ts';
import { cededTable, complementTable, issuedTable, movementTable, receivedTable, transferTable } from './statement.ts';
import type { TableColumn } from './table.ts';

/** The sum of the amounts that count in a column. */
const totalIn = <Row>(columns: readonly TableColumn<Row>[], id: string, rows: readonly Row[]): string[] => {
  const cells = rows.flatMap((row) => columns.find((column) => column.id === id)?.cell(row) ?? []);
  return sumPerCurrency(cells.flatMap((cell) => (cell.type === 'money' && cell.isCounted ? [cell.value] : []))).map(
    decimalOf,
  );
};

const tables: Readonly<Record<string, readonly TableColumn<never>[]>> = {
  ...statusTables,
  settled: Object.values(settledColumns),
  interest: Object.values(interestColumns),
  interestInvoices: Object.values(interestInvoiceColumns),
  payers: payerTable,
  references: referenceTable,
  sales: saleTable,
  movements: movementTable,
  complements: complementTable,
  ceded: cededTable,
  received: receivedTable,
  transfers: transferTable,
  issued: issuedTable,
};

describe('the totals of a table', () => {
  it.each(Object.entries(tables))(
    '[EXP-01] the totals of "%s" follow one rule, which also names what it leaves out',
    (_, columns) => {
      const rules = columns.flatMap((column) => {
        if (column.type !== 'money') return [];
        expect(column.total).toBeDefined();
        return column.total ?? [];
      });
      expect(new Set(rules.map(({ counts }) => counts)).size).toBeLessThanOrEqual(1);
      expect(new Set(rules.map(({ without }) => without)).size).toBeLessThanOrEqual(1);
    },
  );

  it('[HFI-01] takes credit notes off and leaves out what was cancelled', () => {
    const invoice = { currency: 'MXN', active: true, invoiceType: true, kind: 'interest' };
    const rows = [
      { ...invoice, subTotal: '1222.78', iva: '195.64', amount: '1418.42' },
      { ...invoice, subTotal: '877.81', iva: '140.45', amount: '1018.26', invoiceType: false },
      { ...invoice, subTotal: '9.00', iva: '1.00', amount: '10.00', active: false },
      { ...invoice, subTotal: '5.00', iva: '1.00', amount: '6.00', active: false, invoiceType: false },
    ] as InterestInvoice[];
    const columns = Object.values(interestInvoiceColumns);
    expect(['subTotal', 'iva', 'amount'].flatMap((id) => totalIn(columns, id, rows))).toEqual([
      '344.97',
      '55.19',
      '400.16',
    ]);
  });

  it('[REF-01] leaves out cancelled and expired references, whose invoices may have another', () => {
    const states = ['pending', 'paid', 'cancelled', 'expired'] as const;
    const rows = states.map((state, index) => ({
      state,
      amount: `${10 ** index}.00`,
      lateCharges: '0.00',
      currency: 'MXN',
    })) as PaymentReference[];
    expect(totalIn(referenceTable, 'amount', rows)).toEqual(['11.00']);
  });

  it('[EXP-01] leaves out sales that ended without a deposit', () => {
    const states = ['requested', 'answered', 'disbursed', 'cancelled'] as const;
    const rows = states.map((state, index) => ({
      state,
      total: `${10 ** index}.00`,
      initialDeposit: `${10 ** index}.00`,
      currency: 'MXN',
    })) as SentSale[];
    expect(['total', 'deposit'].flatMap((id) => totalIn(saleTable, id, rows))).toEqual(['111.00', '111.00']);
  });
});
