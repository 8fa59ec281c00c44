import type { BookLine } from '@anticipa/contract/books';
import { getLenderSale } from '@anticipa/contract/lender';
import { bookEventNames } from '@anticipa/texts/ledger-texts';
import { journalName } from '@anticipa/texts/tables/books';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate, formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { Facts } from '../../ui/facts.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { entryQuery } from './api.ts';
import { es } from './es.ts';
import { accountColumn, documentColumn, sideColumns } from './line-columns.tsx';

const texts = es.entry;
const columns = [{ ...accountColumn, card: 'title' as const }, documentColumn, ...sideColumns];
const rowId = ({ lineNumber }: BookLine): string => String(lineNumber);

/** An entry of the books with all its lines, which lead to their invoices. */
export function EntryDialog({ line, onClose }: { line: BookLine; onClose: () => void }) {
  const { data, error, refetch } = useQuery(entryQuery(line.clientId ?? 'lender', line.entryNumber));
  const maySeeSale = useMay(getLenderSale);
  const sale = line.numberOfSale === null ? null : String(line.numberOfSale);
  const facts: (readonly [string, ReactNode])[] = [
    [texts.event, bookEventNames[line.event]],
    [texts.booked, formatDate(line.bookedOn)],
    [texts.value, formatDate(line.valueDate)],
    [texts.recorded, formatTableDate(line.recordedAt)],
    ...(line.reverses === null ? [] : [[texts.reverses, String(line.reverses)] as const]),
    ...(line.reason === null ? [] : [[texts.reason, line.reason] as const]),
    ...(line.trackingKey === null ? [] : [[texts.key, line.trackingKey] as const]),
    ...(line.cfdi === null ? [] : [[texts.cfdi, line.cfdi] as const]),
    ...(line.uuid === null ? [] : [[texts.uuid, line.uuid] as const]),
    ...(sale === null
      ? []
      : [
          [
            texts.sale,
            maySeeSale && line.saleId !== null ? (
              <Link key="sale" to={lenderPaths.sale} params={{ saleId: line.saleId }}>
                {sale}
              </Link>
            ) : (
              sale
            ),
          ] as const,
        ]),
  ];
  return (
    <Dialog title={texts.title(line.entryNumber, journalName(line))} onClose={onClose}>
      <div className="stack">
        <Facts facts={facts} />
        {data ? (
          <DataTable
            label={texts.label}
            noun={es.lines.noun}
            rows={data}
            columns={columns}
            rowId={rowId}
            empty={null}
          />
        ) : (
          <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={4} />
        )}
      </div>
    </Dialog>
  );
}
