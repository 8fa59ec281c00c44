import {
  BANK_FILES_LIMIT,
  type Bank,
  type BankFile,
  type BankLine,
  bringBankFile,
  decideBankLine,
  saveStatementAccount,
} from '@anticipa/contract/bank-files';
import { confirmPayout, registerCollection } from '@anticipa/contract/collections';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatDate, formatTableDate } from '../../lib/format.ts';
import type { DeskButton } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Explanation } from '../../ui/explanation.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { AccountsDialog } from './account-dialog.tsx';
import { bankQuery } from './api.ts';
import { BookDialog } from './book-dialog.tsx';
import { BringDialog } from './bring-dialog.tsx';
import { lineColumns, textOfLine } from './columns.tsx';
import { DecideDialog, ReverseDialog } from './decide-dialog.tsx';
import { es } from './es.ts';
import { FeesDialog } from './fees-dialog.tsx';
import { Reconciliation } from './reconciliation.tsx';
import { RowsDialog } from './rows-dialog.tsx';

type Opened =
  | 'bring'
  | 'accounts'
  | { readonly line: BankLine }
  | { readonly lines: readonly BankLine[] }
  | { readonly fees: readonly BankLine[] }
  | { readonly file: BankFile }
  | { readonly reversed: BankLine };

/** Movements of the lender's accounts as its banks give them, and the files that brought them. */
export function BankScreen() {
  const [named, name] = useSearchParam('cola');
  const view = named === 'files' || named === 'compare' ? named : 'open';
  const may = { bring: useMay(bringBankFile), save: useMay(saveStatementAccount) };
  const [opened, open] = useState<Opened | null>(null);
  const { data, error, refetch } = useQuery(bankQuery);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  const close = (): void => open(null);
  return (
    <>
      <Explanation>{es.explained}</Explanation>
      {may.bring || may.save ? (
        <ButtonRow>
          {may.bring ? (
            <Button
              variant="primary"
              icon="upload"
              id={'traer-archivo' satisfies DeskButton}
              onClick={() => open(data.accounts.length === 0 ? 'accounts' : 'bring')}
            >
              {es.bring}
            </Button>
          ) : null}
          {may.save ? <Button onClick={() => open('accounts')}>{es.accounts}</Button> : null}
        </ButtonRow>
      ) : null}
      <Tabs
        label={es.views}
        tabs={[
          { value: 'open', label: es.open, count: data.open.length },
          { value: 'files', label: es.files },
          { value: 'compare', label: es.compare },
        ]}
        value={view}
        onChange={(next) => name(next === 'open' ? '' : next)}
      >
        {view === 'open' ? (
          <OpenLines
            bank={data}
            onReview={(line) => open({ line })}
            onBook={(lines) => open({ lines })}
            onFees={(fees) => open({ fees })}
          />
        ) : view === 'files' ? (
          <Files bank={data} onSee={(file) => open({ file })} />
        ) : (
          <Reconciliation />
        )}
      </Tabs>
      {opened === 'bring' ? <BringDialog bank={data} onClose={close} /> : null}
      {opened === 'accounts' ? <AccountsDialog bank={data} mayEdit={may.save} onClose={close} /> : null}
      {opened !== null && typeof opened === 'object' ? (
        'line' in opened ? (
          <DecideDialog line={opened.line} onClose={close} />
        ) : 'lines' in opened ? (
          <BookDialog lines={opened.lines} onClose={close} />
        ) : 'fees' in opened ? (
          <FeesDialog lines={opened.fees} onClose={close} />
        ) : 'reversed' in opened ? (
          <ReverseDialog line={opened.reversed} onClose={close} />
        ) : (
          <RowsDialog
            file={opened.file}
            currency={currencyOf(data, opened.file)}
            onReverse={(reversed) => open({ reversed })}
            onClose={close}
          />
        )
      ) : null}
    </>
  );
}

const accountOf = ({ accounts }: Bank, { accountId }: { readonly accountId: string }) =>
  accounts.find((account) => account.accountId === accountId);
const currencyOf = (bank: Bank, file: BankFile): FinancedCurrency => accountOf(bank, file)?.currency ?? 'MXN';

const unclear: ReadonlySet<NonNullable<BankLine['plan']>['as']> = new Set(['look', 'differs', 'filed-differs']);
const isBookable = ({ cause, plan }: BankLine): boolean =>
  cause !== 'resembles' && plan !== null && !unclear.has(plan.as);

/** A charge of which only a person can tell what it is. */
const canBeFee = ({ amount, cause, plan }: BankLine): boolean =>
  amount.startsWith('-') && cause !== 'resembles' && plan?.as === 'look';

function OpenLines(props: {
  bank: Bank;
  onReview: (line: BankLine) => void;
  onBook: (lines: readonly BankLine[]) => void;
  onFees: (lines: readonly BankLine[]) => void;
}) {
  const { bank, onReview, onBook, onFees } = props;
  const mayDecide = useMay(decideBankLine);
  const may = { receive: useMay(registerCollection), pay: useMay(confirmPayout) };
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => lineColumns((line) => accountOf(bank, line)?.name ?? es.none), [bank]);
  const reason = (line: BankLine): string | null => {
    if (!(line.amount.startsWith('-') ? may.pay : may.receive)) return es.line.notYours;
    return isBookable(line) || canBeFee(line) ? null : es.line.needsPerson;
  };
  const chosen = bank.open.filter((line) => selected.has(line.lineId) && reason(line) === null);
  // Without a file nothing says that the books are complete.
  const emptyTexts = bank.files.length === 0 ? es.file : es.line;
  const [bookable, fees] = [chosen.filter(isBookable), chosen.filter(canBeFee)];
  return (
    <>
      {chosen.length > 0 ? (
        <ButtonRow>
          {bookable.length > 0 ? (
            <Button variant="primary" onClick={() => onBook(bookable)}>
              {es.book.open(bookable.length)}
            </Button>
          ) : null}
          {fees.length > 0 ? <Button onClick={() => onFees(fees)}>{es.fees.open(fees.length)}</Button> : null}
        </ButtonRow>
      ) : null}
      <DataTable
        label={es.line.label}
        noun={es.line.noun}
        rows={bank.open}
        columns={columns}
        rowId={({ lineId }) => lineId}
        {...(mayDecide && {
          selection: { selected, onChange: select, reason },
          actions: (line: BankLine) => (
            <Button size="small" aria-label={es.line.reviewOf(textOfLine(line))} onClick={() => onReview(line)}>
              {es.line.review}
            </Button>
          ),
        })}
        empty={
          <EmptyState drawing="papers" level={2} title={emptyTexts.emptyTitle}>
            {emptyTexts.empty}
          </EmptyState>
        }
      />
    </>
  );
}

const fileColumns = (bank: Bank): readonly Column<BankFile>[] => [
  {
    id: 'file',
    header: es.columns.file,
    value: ({ name }) => name,
    cell: ({ name, broughtBy, broughtAt }) => (
      <CellPair note={es.file.by(broughtBy, formatTableDate(broughtAt))}>{name}</CellPair>
    ),
    width: 'minmax(14rem, 2fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'account',
    header: es.columns.account,
    value: (file) => accountOf(bank, file)?.name ?? es.none,
    cell: (file) => <CellPair note={periodOf(file)}>{accountOf(bank, file)?.name ?? es.none}</CellPair>,
    width: 'minmax(11rem, 1fr)',
    breaks: true,
    card: 'note',
  },
  amountColumn({
    id: 'credits',
    header: es.columns.credits,
    pick: (file) => moneyOf(file.credits, currencyOf(bank, file)),
    total: everyRow,
    card: 'figure',
  }),
  amountColumn({
    id: 'charges',
    header: es.columns.charges,
    pick: (file) => moneyOf(file.charges, currencyOf(bank, file)),
    total: everyRow,
  }),
  {
    id: 'rows',
    header: es.columns.rows,
    value: ({ counts }) => es.file.counts(counts),
    cell: ({ counts, adds }) => <CellPair note={provenText(adds)}>{es.file.counts(counts)}</CellPair>,
    width: 'minmax(12rem, 1.5fr)',
    breaks: true,
    card: 'line',
  },
];

const periodOf = ({ firstDay, lastDay }: BankFile): string =>
  firstDay === null || lastDay === null ? es.none : es.file.period(formatDate(firstDay), formatDate(lastDay));
const provenText = (adds: boolean | null): string =>
  adds === null ? es.file.noBalances : adds ? es.file.adds : es.file.broken;

function Files({ bank, onSee }: { bank: Bank; onSee: (file: BankFile) => void }) {
  const columns = useMemo(() => fileColumns(bank), [bank]);
  const table = (
    <DataTable
      label={es.file.label}
      noun={es.file.noun}
      rows={bank.files}
      columns={columns}
      rowId={({ fileId }) => fileId}
      actions={(file: BankFile) => (
        <Button size="small" aria-label={es.file.seeOf(file.name)} onClick={() => onSee(file)}>
          {es.file.see}
        </Button>
      )}
      empty={
        <EmptyState drawing="papers" level={2} title={es.file.emptyTitle}>
          {es.file.empty}
        </EmptyState>
      }
    />
  );
  if (bank.files.length < BANK_FILES_LIMIT) return table;
  return (
    <>
      <p className="quiet">{es.file.limited(BANK_FILES_LIMIT)}</p>
      {table}
    </>
  );
}
