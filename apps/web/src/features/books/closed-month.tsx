import type { ClosedMonth } from '@anticipa/contract/book-close';
import { journalName } from '@anticipa/texts/tables/books';
import { useQuery } from '@tanstack/react-query';
import { formatMonth, formatTableDate } from '../../lib/format.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { closedMonthQuery, printClose } from './api.ts';
import { checkColumns } from './check-columns.tsx';
import { es } from './es.ts';
import { YearEndTable } from './year-end-table.tsx';

const texts = es.closed;
type Check = ClosedMonth['checks'][number];
type Head = ClosedMonth['heads'][number];

const columns = checkColumns<Check>(({ isDone }) => (isDone ? ['good', es.close.done] : ['warn', texts.explained]), {
  header: texts.reason,
  value: ({ reason }) => reason ?? '',
});
const checkId = ({ id }: Check): string => id;

const headColumns: readonly Column<Head>[] = [
  { id: 'journal', header: texts.journal, value: journalName, width: 'minmax(9rem, 1fr)', breaks: true, card: 'title' },
  {
    id: 'entry',
    header: texts.entry,
    value: ({ entryNumber }) => entryNumber,
    text: ({ entryNumber }) => String(entryNumber),
    width: '6rem',
    card: 'figure',
  },
  {
    id: 'hash',
    header: texts.hash,
    value: ({ hash }) => hash,
    width: 'minmax(16rem, 2fr)',
    breaks: true,
    card: 'note',
  },
];
const headId = ({ clientId }: Head): string => clientId ?? '';

/** A closed month as it was closed, to be read and printed. */
export function ClosedMonthDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(closedMonthQuery(month));
  return (
    <Dialog title={texts.dialog(formatMonth(month))} onClose={onClose}>
      {data ? (
        <div className="stack">
          <Facts
            facts={[
              [texts.by, data.closedBy],
              [texts.at, formatTableDate(data.closedAt)],
            ]}
          />
          <div>
            <DownloadButton size="small" download={() => printClose(month)} failed={es.notSaved}>
              {texts.print}
            </DownloadButton>
          </div>
          <DataTable
            label={es.close.label}
            noun={es.close.noun}
            rows={data.checks.toSorted((one, other) => Number(one.isDone) - Number(other.isDone))}
            columns={columns}
            rowId={checkId}
            empty={null}
          />
          {data.yearEnd.length > 0 ? <YearEndTable entries={data.yearEnd} /> : null}
          <h3>{texts.heads}</h3>
          <p className="quiet">{texts.headsHelp}</p>
          <DataTable
            label={texts.heads}
            noun={texts.headNoun}
            rows={data.heads}
            columns={headColumns}
            rowId={headId}
            empty={null}
          />
        </div>
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={6} />
      )}
    </Dialog>
  );
}
