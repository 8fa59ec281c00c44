import { Link } from '@tanstack/react-router';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { DeleteInvoice } from '../../../ui/invoice/delete-invoice.tsx';
import { InvoiceLink } from '../../../ui/invoice/invoice-link.tsx';
import { amountColumn, dateColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { es } from '../es.ts';
import css from '../tiles.module.css';
import { folioOf, type Offer } from '../view-model/offer.ts';
import { situationOf, totalText } from '../view-model/situation.ts';
import { stepTexts } from '../view-model/step-texts.ts';
import type { Tile } from '../view-model/tiles.ts';
import { annualText, DepositFigure } from './price.tsx';

/** The deciding columns come first: a narrow window shows them without scrolling. */
const columns: readonly Column<Offer>[] = [
  {
    id: 'folio',
    header: stepTexts.columns.folio,
    value: folioOf,
    cell: (offer) => <InvoiceLink documentId={offer.id} folio={folioOf(offer)} />,
    width: 'minmax(7.25rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'state',
    header: stepTexts.columns.state,
    value: (offer) => situationOf(offer).text,
    cell: (offer) => {
      const { tone, text, remedy } = situationOf(offer);
      return (
        <span className={css.situation} title={[text, remedy].filter(Boolean).join('. ')}>
          <StatusBadge tone={tone}>{text}</StatusBadge>
          {remedy ? <small>{remedy}</small> : null}
          {offer.preparedIn ? (
            <Link to={paths.preparedSale} params={{ id: offer.preparedIn }}>
              {stepTexts.state.seePrepared}
            </Link>
          ) : null}
        </span>
      );
    },
    width: 'minmax(11rem, 3fr)',
  },
  {
    ...amountColumn({
      id: 'total',
      header: stepTexts.columns.total,
      pick: ({ total }: Offer) => total,
      total: null,
      width: '10.25rem',
      card: 'figure',
    }),
    text: totalText,
  },
  {
    ...dateColumn({ id: 'due', header: stepTexts.columns.due, pick: ({ dueDate }: Offer) => dueDate, width: '8.5rem' }),
    text: ({ dueDate, refusal }) => (refusal || !dueDate ? '—' : formatDate(dueDate)),
  },
  amountColumn({
    id: 'deposit',
    header: stepTexts.columns.deposit,
    pick: ({ price, refusal }) => (refusal || !price ? null : price.deposit),
    total: null,
    cell: (offer) => (offer.refusal ? '—' : <DepositFigure offer={offer} />),
    width: '10.25rem',
  }),
  {
    ...amountColumn({
      id: 'cost',
      header: stepTexts.columns.cost,
      pick: ({ price, refusal }: Offer) => (refusal || !price ? null : price.interest),
      total: null,
      cell: (offer) =>
        offer.refusal || !offer.price ? (
          '—'
        ) : (
          <span className={css.cost}>
            {formatMoney(offer.price.interest)}
            <small>{stepTexts.price.annual(annualText(offer))}</small>
          </span>
        ),
      width: '9.75rem',
    }),
    text: (offer) =>
      offer.refusal || !offer.price ? '—' : `${formatMoney(offer.price.interest)} (${annualText(offer)})`,
  },
  {
    ...dateColumn({
      id: 'emitted',
      header: stepTexts.columns.emitted,
      pick: ({ invoice }: Offer) => invoice.emittedOn,
    }),
    optional: 'hidden',
  },
  {
    id: 'delete',
    header: stepTexts.columns.delete,
    value: () => null,
    cell: (offer) => <DeleteInvoice documentId={offer.id} folio={folioOf(offer)} size="small" />,
    sortable: false,
    only: 'screen',
    width: '5.5rem',
  },
];
const rowId = ({ id }: Offer): string => id;
const reason = ({ refusal }: Offer): string | null =>
  refusal && [refusal.reason, refusal.remedy].filter(Boolean).join('. ');

/** The invoices of an open tile, each with its price today or why it cannot be sold. */
export function TileInvoices(props: {
  tile: Tile;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const { tile, chosen, onChoose } = props;
  return (
    <DataTable
      label={es.tiles.list(tile.name)}
      noun={['factura', 'facturas']}
      rows={tile.offers}
      columns={columns}
      rowId={rowId}
      columnsName="tile"
      selection={{ selected: chosen, onChange: onChoose, reason }}
      empty={null}
    />
  );
}
