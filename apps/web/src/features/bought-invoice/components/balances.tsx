import type { BoughtInvoice } from '@anticipa/contract/bought-invoice';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { moneyOf } from '@anticipa/domain/money';
import { accountNames } from '@anticipa/texts/ledger-texts';
import { useMemo } from 'react';
import { amountColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { es } from '../es.ts';
import { Block } from './block.tsx';

type Balance = BoughtInvoice['balances'][number];
const texts = es.balances;
const isCredit = ({ amount }: Balance): boolean => amount.startsWith('-');

const columnsFor = (currency: FinancedCurrency): readonly Column<Balance>[] => {
  const side = (credit: boolean) => (balance: Balance) =>
    isCredit(balance) === credit ? moneyOf(balance.amount.replace('-', ''), currency) : null;
  return [
    {
      id: 'account',
      header: texts.account,
      value: ({ account }) => accountNames[account],
      width: 'minmax(12rem, 1fr)',
      card: 'title',
    },
    amountColumn({ id: 'debit', header: texts.debit, pick: side(false), total: null }),
    amountColumn({ id: 'credit', header: texts.credit, pick: side(true), total: null }),
  ];
};

/** The balances of the invoice's accounts. */
export function Balances({ invoice: { balances, currency } }: { invoice: BoughtInvoice }) {
  const columns = useMemo(() => columnsFor(currency), [currency]);
  return <Block texts={texts} rows={balances} columns={columns} rowId={({ account }) => account} folds />;
}
