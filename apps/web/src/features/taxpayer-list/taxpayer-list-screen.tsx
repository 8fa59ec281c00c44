import { retrySystem } from '@anticipa/contract/systems';
import {
  getTaxpayerList,
  type MetTaxpayer,
  type TaxpayerListCut,
  uploadTaxpayerList,
} from '@anticipa/contract/taxpayer-list';
import { type ListedSituation, listedSituations } from '@anticipa/domain/listed-taxpayer';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiRefusal, call } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatDecimal, formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Explanation } from '../../ui/explanation.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { PickButton } from '../../ui/pick-button.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { es } from './es.ts';
import css from './taxpayer-list.module.css';

/** Milliseconds between readings while there is no list: operators receive no events. */
const POLL_MS = 5_000;

const taxpayerListQuery = queryOptions({
  queryKey: ['taxpayer-list'],
  queryFn: async ({ signal }) => (await call(getTaxpayerList, { signal })).data,
  // The first list arrives by download.
  refetchInterval: ({ state }) => (state.data?.cut === null ? POLL_MS : false),
});

const uploadList = async (file: Blob) => (await call(uploadTaxpayerList, { file })).data;

const downloadList = () => call(retrySystem, { params: { system: 'taxpayer-list' }, body: {} });

const tones: Readonly<Record<ListedSituation, Tone>> = {
  definitivo: 'bad',
  presunto: 'warn',
  desvirtuado: 'neutral',
  'sentencia-favorable': 'neutral',
};

const roleOf = ({ clientId }: MetTaxpayer): string => (clientId === null ? es.receiver : es.client);
const rowId = (row: MetTaxpayer): string => `${row.rfc} ${roleOf(row)}`;

const columns: readonly Column<MetTaxpayer>[] = [
  {
    id: 'name',
    header: es.columns.name,
    value: ({ name }) => name,
    cell: ({ name, clientId }) =>
      clientId === null ? (
        name
      ) : (
        <Link to={lenderPaths.client} params={{ clientId }}>
          {name}
        </Link>
      ),
    width: 'minmax(14rem, 3fr)',
    breaks: true,
    card: 'title',
  },
  { id: 'rfc', header: es.columns.rfc, value: ({ rfc }) => rfc, width: '10.5rem' },
  { id: 'role', header: es.columns.role, value: roleOf, width: '7rem' },
  {
    id: 'situation',
    header: es.columns.situation,
    value: ({ situation }) => es.situations[situation],
    cell: ({ situation }) => <StatusBadge tone={tones[situation]}>{es.situations[situation]}</StatusBadge>,
    width: '12rem',
    card: 'figure',
  },
  { id: 'invoices', header: es.columns.invoices, value: ({ invoices }) => invoices, align: 'end', width: '12rem' },
];

/** The list of article 69-B in use, and who of the lender's clients and receivers is on it. */
export function TaxpayerListScreen() {
  const { data, error, refetch } = useQuery(taxpayerListQuery);
  if (!data) {
    return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  }
  const { cut, met } = data;
  return (
    <div className="blocks">
      <Explanation>{es.explained}</Explanation>
      <InForce cut={cut} />
      {cut ? (
        <Card title={es.met}>
          <DataTable
            label={es.met}
            noun={es.metNoun}
            rows={met}
            columns={columns}
            rowId={rowId}
            empty={
              <EmptyState drawing="papers" level={3} title={es.nobodyTitle}>
                {es.nobody}
              </EmptyState>
            }
          />
        </Card>
      ) : null}
    </div>
  );
}

/** Names the row that could not be read, if one is known. */
function refusalText(error: unknown): string {
  const path = error instanceof ApiRefusal ? error.details[0]?.path : undefined;
  const row = path?.startsWith('rows.') ? path.slice('rows.'.length) : null;
  return row === null ? failureText(error) : es.unreadableRow(row);
}

function InForce({ cut }: { cut: TaxpayerListCut | null }) {
  const queries = useQueryClient();
  const upload = useMutation({
    mutationFn: uploadList,
    onSuccess: ({ cutOn }) => showToast({ text: es.uploaded(formatDate(cutOn)), tone: 'good' }),
    onSettled: () => queries.invalidateQueries({ queryKey: taxpayerListQuery.queryKey }),
  });
  const download = useMutation({
    mutationFn: downloadList,
    onSuccess: () => showToast({ text: es.downloading }),
  });
  const mayDownload = useMay(retrySystem);
  const mayUpload = useMay(uploadTaxpayerList);
  return (
    <Card title={es.inForce} aside={<UploadList isBusy={upload.isPending} onPick={upload.mutate} />}>
      {upload.error ? (
        <Notice tone="bad" title={es.uploadFailed}>
          {refusalText(upload.error)}
        </Notice>
      ) : null}
      {download.error ? (
        <Notice tone="bad" title={es.downloadFailed}>
          {failureText(download.error)}
        </Notice>
      ) : null}
      {cut ? (
        <Cut of={cut} />
      ) : (
        <EmptyState
          drawing="papers"
          level={3}
          title={es.noneTitle}
          action={
            mayDownload ? (
              <Button busy={download.isPending} onClick={() => download.mutate()}>
                {es.download}
              </Button>
            ) : null
          }
        >
          {mayUpload ? es.noneUpload : es.none}
        </EmptyState>
      )}
    </Card>
  );
}

function Cut({ of: { cutOn, rows, situations, importedAt, importedBy } }: { of: TaxpayerListCut }) {
  const by = importedBy === null ? es.byDownload : es.byOperator(importedBy);
  return (
    <>
      <Facts
        className={css.facts}
        facts={[
          [es.cutOn, formatDate(cutOn)],
          [es.rows, formatDecimal(String(rows))],
          [es.importedAt, `${formatTableDate(importedAt)} ${by}`],
        ]}
      />
      <Facts
        className={css.facts}
        facts={listedSituations.map((situation) => [
          es.situations[situation],
          formatDecimal(String(situations[situation])),
        ])}
      />
    </>
  );
}

/** Picks the tax authority's file; for operators who may. */
function UploadList({ isBusy, onPick }: { isBusy: boolean; onPick: (file: File) => void }) {
  const mayUpload = useMay(uploadTaxpayerList);
  return mayUpload ? (
    <PickButton label={es.upload} accept=".csv,text/csv" busy={isBusy} onPick={([file]) => file && onPick(file)} />
  ) : null;
}
