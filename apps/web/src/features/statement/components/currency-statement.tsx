import type { CurrencyStatement, Movement } from '@anticipa/contract/statements';
import { type FinancedCurrency, moneyOf, sum } from '@anticipa/domain/money';
import { accountNames, movementColumns } from '@anticipa/texts/tables/statement';
import { formatMoney } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { InvoiceLink } from '../../../ui/invoice/invoice-link.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { PhoneFoldedCard } from '../../../ui/overlay/folding-card.tsx';
import { tableColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { unbroken } from '../../../ui/unbroken.tsx';
import { es } from '../es.ts';
import css from '../statement.module.css';

interface Row {
  readonly id: string;
  readonly movement: Movement;
}

const movementOf = ({ movement }: Row): Movement => movement;

/** Leaves the concept its whole line on a laptop. */
const figureWidth = { width: '10.5rem' } as const;

const columns: readonly Column<Row>[] = [
  tableColumn(movementColumns.valueDate, movementOf, { card: 'note' }),
  tableColumn(movementColumns.concept, movementOf, { width: 'minmax(14rem, 2fr)', breaks: true, card: 'title' }),
  tableColumn(movementColumns.folio, movementOf, {
    cell: ({ movement: { documentId, folio } }) => <InvoiceLink documentId={documentId} folio={folio} />,
    width: '8rem',
    card: 'note',
  }),
  tableColumn(movementColumns.charge, movementOf, figureWidth),
  tableColumn(movementColumns.credit, movementOf, figureWidth),
  tableColumn(movementColumns.balance, movementOf, { ...figureWidth, card: 'figure' }),
  tableColumn(movementColumns.bookedOn, movementOf, { optional: 'hidden' }),
  tableColumn(movementColumns.cfdi, movementOf, { optional: 'hidden' }),
];
const rowId = ({ id }: Row): string => id;

/** The cost of the period in one currency, then its three accounts. */
export function CurrencyBlock({ statement }: { statement: CurrencyStatement }) {
  const { currency, cost, recargosToCome, accounts } = statement;
  const amount = (text = '0.00') => moneyOf<FinancedCurrency>(text, currency);
  const total = sum<FinancedCurrency>(currency, Object.values(cost).map(amount));
  return (
    <>
      <Card title={es.cost(currency)} aside={<MoneyText amount={total} size="large" strong />}>
        <Facts
          inLine
          facts={(['interest', 'iva', 'recargos', 'ivaRecargos', 'commission', 'ivaCommission'] as const).flatMap(
            (line) => {
              const figure = cost[line];
              return figure === undefined
                ? []
                : [[es.lines[line], <MoneyText key={line} amount={amount(figure)} />] as const];
            },
          )}
        />
        {recargosToCome === '0.00' ? null : (
          <p className={css.explained}>{unbroken(es.recargosToCome(formatMoney(amount(recargosToCome))))}</p>
        )}
      </Card>
      {accounts.map(({ account, opening, closing, movements }) => (
        <PhoneFoldedCard
          key={account}
          title={`${accountNames[account]} · ${currency}`}
          summary={<MoneyText amount={amount(closing)} strong />}
        >
          <p className={css.explained}>{es.accounts[account]}</p>
          <Facts
            inLine
            facts={[
              [es.opening, <MoneyText key="opening" amount={amount(opening)} />],
              [es.closing, <MoneyText key="closing" amount={amount(closing)} strong />],
            ]}
          />
          {movements.length > 0 ? (
            <DataTable
              label={es.table(accountNames[account], currency)}
              noun={['movimiento', 'movimientos']}
              columns={columns}
              rows={movements.map((movement, index) => ({ id: `${account} ${index}`, movement }))}
              rowId={rowId}
              columnsName="statement"
              empty={null}
            />
          ) : (
            <p>{es.noMovements}</p>
          )}
        </PhoneFoldedCard>
      ))}
    </>
  );
}
