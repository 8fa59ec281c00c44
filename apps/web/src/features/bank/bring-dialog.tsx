import type { Bank, BankFilePreview, bringBankFile, StatementAccount } from '@anticipa/contract/bank-files';
import type { ResponseOf } from '@anticipa/contract/route';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { useMemo, useState } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { FileField, SelectField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { Preview } from '../../ui/overlay/preview.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { type PickedFile, useBring, usePreview } from './api.ts';
import { rowColumns } from './columns.tsx';
import { es } from './es.ts';

const texts = es.new;
type Brought = PickedFile & { readonly unread?: string };

/** Picks a file of an account, shows how it is read, and takes it in. */
export function BringDialog({ bank, onClose }: { bank: Bank; onClose: () => void }) {
  const [account, choose] = useState<StatementAccount | undefined>(bank.accounts[0]);
  const [file, pick] = useState<File | null>(null);
  const bringing = useBring();
  const preview = usePreview();
  const picked = account && file ? { accountId: account.accountId, currency: account.currency, file } : null;
  const read = (of: StatementAccount | undefined, from: File | null): void => {
    choose(of);
    pick(from);
    if (of && from) preview.mutate({ accountId: of.accountId, file: from });
  };
  const unread = preview.data?.counts.unread ?? 0;
  return (
    <FormDialog<{ file: null }, Brought, ResponseOf<typeof bringBankFile>>
      title={texts.title}
      submit={texts.submit(preview.data ? preview.data.counts.new + preview.data.counts.resembles : 0)}
      reasonHelp={unread > 0 ? texts.unreadHelp(unread) : null}
      values={{ file: null }}
      errorsOf={() => ({ file: file === null ? texts.chooseFile : null })}
      changing={bringing}
      bodyOf={({ reason }) =>
        picked && preview.data
          ? { accountId: picked.accountId, file: picked.file, ...(unread > 0 && { unread: reason }) }
          : null
      }
      onDone={({ file: { counts } }) => texts.done(counts.new + counts.resembles)}
      onClose={onClose}
    >
      {({ errorOf }) => (
        <>
          <SelectField
            label={texts.account}
            value={account?.accountId ?? ''}
            options={bank.accounts.map(({ accountId, name, currency }) => ({
              value: accountId,
              label: texts.accountOf(name, currency),
            }))}
            onChange={(accountId) =>
              read(
                bank.accounts.find((each) => each.accountId === accountId),
                file,
              )
            }
          />
          <FileField
            label={texts.file}
            help={texts.fileHelp}
            error={errorOf('file')}
            file={file}
            onPick={(picked) => read(account, picked)}
            accept=".csv,.txt,.xml,text/*"
          />
          {picked ? (
            <Preview
              of={{ data: preview.data, error: preview.error, refetch: () => read(account, file) }}
              reading={texts.reading}
            >
              {(data) => <FileRows preview={data} currency={picked.currency} />}
            </Preview>
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

type Row = BankFilePreview['rows'][number];

const columnsOf = (currency: FinancedCurrency): readonly Column<Row>[] => [
  ...rowColumns<Row>(currency, ({ movement }) => movement),
  {
    id: 'kind',
    header: es.columns.state,
    value: ({ kind }) => es.kinds[kind],
    cell: ({ kind, resembles }) => <CellPair note={resembles ?? undefined}>{es.kinds[kind]}</CellPair>,
    width: 'minmax(10rem, 1fr)',
    breaks: true,
    card: 'note',
  },
];

/** Shows the rows that a file would add, with their sums and the proof of its balances. */
function FileRows({ preview, currency }: { preview: BankFilePreview; currency: FinancedCurrency }) {
  const { counts, credits, charges, opening, closing, adds, rows } = preview;
  const columns = useMemo(() => columnsOf(currency), [currency]);
  const money = (amount: string): string => formatMoney(moneyOf(amount, currency));
  return (
    <>
      <Facts
        facts={[
          [texts.facts.new, counts.new],
          [texts.facts.known, counts.known],
          [texts.facts.resembles, counts.resembles],
          [texts.facts.unread, counts.unread],
          [texts.facts.credits, money(credits)],
          [texts.facts.charges, money(charges)],
          [
            texts.facts.balances,
            opening === null || closing === null
              ? adds === false
                ? es.file.broken
                : es.file.noBalances
              : texts.balances(money(opening), money(closing)),
          ],
        ]}
      />
      {adds === false ? (
        <Notice tone="warn" title={texts.brokenTitle}>
          {texts.broken}
        </Notice>
      ) : null}
      {counts.new + counts.resembles === 0 ? <Notice tone="info">{texts.nothing}</Notice> : null}
      <DataTable
        label={texts.preview}
        noun={es.file.rowNoun}
        rows={rows}
        columns={columns}
        rowId={({ row }) => String(row)}
        height={280}
        empty={null}
      />
    </>
  );
}
