import type { BoughtInvoice } from '@anticipa/contract/bought-invoice';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { useMemo } from 'react';
import { formatTableDate } from '../../../lib/format.ts';
import { amountColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { es } from '../es.ts';
import { Block } from './block.tsx';

type Cfdi = BoughtInvoice['cfdi'][number];
const texts = es.cfdi;

const columnsFor = (currency: FinancedCurrency): readonly Column<Cfdi>[] => [
  { id: 'folio', header: texts.folio, value: ({ folio }) => folio, width: '8rem', card: 'title' },
  {
    id: 'kind',
    header: texts.kind,
    value: ({ kind, invoiceType }) => texts.kinds[invoiceType ? kind : 'credit'],
    width: 'minmax(9rem, 1fr)',
  },
  {
    id: 'emitted',
    header: texts.emitted,
    value: ({ emittedAt }) => emittedAt,
    text: ({ emittedAt }) => formatTableDate(emittedAt),
    width: '12.5rem',
    card: 'note',
  },
  { id: 'state', header: texts.state, value: ({ state }) => texts.states[state], width: 'minmax(9rem, 1fr)' },
  amountColumn({
    id: 'subTotal',
    header: texts.subTotal,
    pick: ({ subTotal }) => moneyOf(subTotal, currency),
    total: null,
    card: 'figure',
  }),
  amountColumn({ id: 'iva', header: texts.iva, pick: ({ iva }) => moneyOf(iva, currency), total: null }),
];

/** The CFDI that charge interest or late charges of the invoice, with its part of each. */
export function InvoiceCfdi({ invoice: { cfdi, currency } }: { invoice: BoughtInvoice }) {
  const columns = useMemo(() => columnsFor(currency), [currency]);
  return <Block texts={texts} rows={cfdi} columns={columns} rowId={({ id }) => id} folds />;
}
