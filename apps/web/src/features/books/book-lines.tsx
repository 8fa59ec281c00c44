import type { BalanceRow, BookLine } from '@anticipa/contract/books';
import { bookEventNames } from '@anticipa/texts/ledger-texts';
import { accountName, byNature, journalName } from '@anticipa/texts/tables/books';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { FileButtons } from '../../ui/table/file-buttons.tsx';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import { downloadLines, type LinesFilter, linesQuery } from './api.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { es } from './es.ts';
import { accountColumn, documentColumn, plainColumn, sideColumns } from './line-columns.tsx';

const texts = es.lines;
const rowId = ({ clientId, entryNumber, lineNumber }: BookLine): string => `${clientId} ${entryNumber} ${lineNumber}`;

interface Client {
  readonly id: string;
  readonly name: string;
}

function columnsFor(isAccount: boolean, on: { entry: (line: BookLine) => void; client: (client: Client) => void }) {
  const columns: Column<BookLine>[] = [
    {
      id: 'booked',
      header: texts.booked,
      value: ({ bookedOn }) => bookedOn,
      text: ({ bookedOn }) => formatDate(bookedOn),
      cell: ({ bookedOn, valueDate }) => (
        <CellPair note={valueDate === bookedOn ? null : texts.value(formatDate(valueDate))}>
          {formatDate(bookedOn)}
        </CellPair>
      ),
      width: '8.25rem',
      card: 'note',
    },
    {
      id: 'event',
      header: texts.event,
      value: ({ event }) => bookEventNames[event],
      text: (line) => `${bookEventNames[line.event]} · ${texts.entry(line.entryNumber)} · ${journalName(line)}`,
      cell: (line) => (
        <CellPair note={<JournalOf line={line} onClient={on.client} />}>
          <TextButton
            aria-label={texts.openEntry(bookEventNames[line.event], line.entryNumber, journalName(line))}
            onClick={() => on.entry(line)}
          >
            {bookEventNames[line.event]}
          </TextButton>
        </CellPair>
      ),
      width: 'minmax(12rem, 1.4fr)',
      breaks: true,
      card: 'title',
    },
    ...(isAccount ? [] : [accountColumn]),
    documentColumn,
    ...sideColumns,
  ];
  if (isAccount)
    columns.push(
      plainColumn('balance', ({ account, balance, currency }) =>
        balance === null ? null : byNature(account, balance, currency),
      ),
    );
  return columns;
}

/** The number of the entry and its journal; a client's name keeps only the lines of that client. */
function JournalOf({ line, onClient }: { line: BookLine; onClient: (client: Client) => void }) {
  const { clientId, entryNumber } = line;
  const name = journalName(line);
  return (
    <>
      {texts.entry(entryNumber)} ·{' '}
      {clientId === null ? (
        name
      ) : (
        <TextButton aria-label={texts.onlyOf(name)} onClick={() => onClient({ id: clientId, name })}>
          {name}
        </TextButton>
      )}
    </>
  );
}

/** An account, or one of the bank accounts of BANCOS. */
export type OpenedAccount = Pick<BalanceRow, 'account' | 'currency' | 'bank'>;

/** [LIB-22] The journal of some days, or with `of` the lines of one account with its balance after each. */
export function BookLines(props: { filter: LinesFilter; of?: OpenedAccount; onBack?: () => void }) {
  const { of, onBack } = props;
  const [only, setOnly] = useState<Client | null>(null);
  const [entry, openEntry] = useState<BookLine | null>(null);
  const filter = { ...props.filter, ...(only && { clientId: only.id }) };
  const list = useInfiniteQuery(linesQuery(filter));
  const columns = useMemo(() => columnsFor(of !== undefined, { entry: openEntry, client: setOnly }), [of]);
  const opening = list.data?.pages[0]?.opening ?? null;
  const title = of ? texts.account(accountName(of), of.currency) : texts.journal;
  return (
    <Card
      title={title}
      aside={
        <ButtonRow>
          <FileButtons download={(format) => downloadLines({ format, ...filter })} />
        </ButtonRow>
      }
    >
      {onBack || only ? (
        <ButtonRow>
          {onBack ? (
            <Button variant="quiet" size="small" icon="arrowLeft" onClick={onBack}>
              {texts.back}
            </Button>
          ) : null}
          {only ? (
            <span>
              {texts.only(only.name)}{' '}
              <Button variant="quiet" size="small" onClick={() => setOnly(null)}>
                {texts.all}
              </Button>
            </span>
          ) : null}
        </ButtonRow>
      ) : null}
      {of && opening !== null ? (
        <p>{unbroken(texts.opening(formatMoney(byNature(of.account, opening, of.currency))))}</p>
      ) : null}
      <PagedTable
        list={list}
        label={title}
        noun={texts.noun}
        columns={columns}
        rowId={rowId}
        empty={
          <EmptyState drawing="papers" level={3} title={texts.emptyTitle}>
            {texts.empty}
          </EmptyState>
        }
        more={texts.more}
        failed={texts.failed}
        lines={8}
      />
      {entry ? <EntryDialog line={entry} onClose={() => openEntry(null)} /> : null}
    </Card>
  );
}
