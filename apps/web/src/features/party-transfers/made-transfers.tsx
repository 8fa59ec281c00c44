import { getLenderSale } from '@anticipa/contract/lender';
import { paymentProof } from '@anticipa/contract/made-payments';
import type { MadeTransfer } from '@anticipa/contract/party-transfers';
import { moneyOf } from '@anticipa/domain/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Clabe } from '../../ui/clabe.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn, NONE } from '../../ui/table/columns.tsx';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { ProofButton, TransferBadge, transferStateNames } from '../../ui/transfer.tsx';
import { madeQuery } from './api.ts';
import { es } from './es.ts';

const texts = es.made;
const titleOf = ({ purpose, numberOfSale }: MadeTransfer): string =>
  numberOfSale === null ? texts.purposes[purpose] : `${texts.purposes[purpose]} · ${texts.sale(numberOfSale)}`;
const whyOf = ({ failure, isOrdered }: MadeTransfer): string => failure ?? (isOrdered ? '' : texts.byHand);

const proofColumn: Column<MadeTransfer> = {
  id: 'proof',
  header: es.columns.proof,
  value: () => null,
  cell: (row) =>
    row.isOrdered && row.state === 'paid' ? (
      <ButtonRow>
        <ProofButton of={{ orderId: row.id }} format="pdf" name={titleOf(row)} />
        <ProofButton of={{ orderId: row.id }} format="xml" name={titleOf(row)} />
      </ButtonRow>
    ) : (
      NONE
    ),
  sortable: false,
  only: 'screen',
  width: '9.75rem',
};

const columnsFor = (hasLinks: boolean, hasProofs: boolean): readonly Column<MadeTransfer>[] => [
  { id: 'on', header: es.columns.day, value: ({ on }) => on, text: ({ on }) => formatDate(on), width: '7.75rem' },
  {
    id: 'what',
    header: es.columns.what,
    value: titleOf,
    cell: (row) =>
      hasLinks && row.saleId ? (
        <Link to={lenderPaths.sale} params={{ saleId: row.saleId }}>
          {titleOf(row)}
        </Link>
      ) : (
        titleOf(row)
      ),
    width: 'minmax(10rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'key',
    header: es.columns.key,
    value: ({ trackingKey }) => trackingKey,
    text: ({ trackingKey, clabe }) => `${trackingKey} · ${clabe ?? texts.unknownAccount}`,
    cell: ({ trackingKey, clabe }) => (
      <CellPair note={clabe === null ? texts.unknownAccount : <Clabe of={clabe} />}>{trackingKey}</CellPair>
    ),
    width: 'minmax(13rem, 1fr)',
    breaks: true,
  },
  {
    id: 'state',
    header: es.columns.state,
    value: ({ state }) => transferStateNames[state],
    text: (row) => [transferStateNames[row.state], whyOf(row)].filter(Boolean).join(' · '),
    cell: (row) => (
      <CellPair note={whyOf(row)}>
        <TransferBadge state={row.state} />
      </CellPair>
    ),
    width: 'minmax(11rem, 1fr)',
    breaks: true,
    card: 'note',
  },
  amountColumn({
    id: 'amount',
    header: es.columns.amount,
    pick: ({ amount, currency }) => moneyOf(amount, currency),
    total: { counts: ({ state }) => state === 'paid', without: 'las no pagadas' },
    width: '10.5rem',
    card: 'figure',
  }),
  ...(hasProofs ? [proofColumn] : []),
];
const rowId = ({ id }: MadeTransfer): string => id;

/** [DIN-57] Lists the payments that were made to a client or ordered for it, with their proofs. */
export function MadeTransfers({ clientId }: { clientId: string }) {
  const list = useInfiniteQuery(madeQuery(clientId));
  const may = { sale: useMay(getLenderSale), proof: useMay(paymentProof) };
  const columns = useMemo(() => columnsFor(may.sale, may.proof), [may.sale, may.proof]);
  return (
    <Card title={texts.title}>
      <PagedTable
        list={list}
        label={texts.title}
        noun={texts.noun}
        columns={columns}
        rowId={rowId}
        empty={<p className="quiet">{texts.empty}</p>}
        more={es.more}
        failed={texts.failed}
        lines={4}
      />
    </Card>
  );
}
