/** The receivers that match the filters of home. */
import { companyStatus } from '@anticipa/domain/receiver';
import { searchText } from '@anticipa/domain/search';
import { formatFolio } from '@anticipa/texts/format';
import type { TileOrder, TileSearch } from './address.ts';
import type { Offer } from './offer.ts';
import { type Tile, tilesOf } from './tiles.ts';

export const isApproved = ({ invoice }: Offer): boolean => invoice.receiverStatus === companyStatus.APPROVED;

/** Whether every word is part of the receiver's name or tax id, or of the folio. */
function matches({ invoice }: Offer, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = searchText(`${invoice.receiverName}\n${invoice.receiverRFC}\n${formatFolio(invoice)}`);
  return words.every((word) => text.includes(word));
}

const collator = new Intl.Collator('es-MX');
const orders: Readonly<Record<TileOrder, ((a: Tile, b: Tile) => number) | null>> = {
  // Tiles come in this order: largest first.
  importe: null,
  nombre: (a, b) => collator.compare(a.name, b.name),
  facturas: (a, b) => b.offers.length - a.offers.length,
};

/** [TAB-06] The tiles of the matching invoices, in the wanted order. Without a filter they are the same tiles. */
export function narrowed(tiles: readonly Tile[], search: TileSearch, tipoCambio: string): readonly Tile[] {
  const { cliente = '', divisa, empresas, orden = 'importe' } = search;
  const words = searchText(cliente).split(/\s+/).filter(Boolean);
  const isFiltered = words.length > 0 || divisa !== undefined || empresas !== undefined;
  const kept = isFiltered
    ? tilesOf(
        tiles.flatMap(({ offers }) =>
          offers.filter(
            (offer) =>
              (divisa === undefined || offer.currency === divisa) &&
              (empresas === undefined || isApproved(offer) === (empresas === 'preaprobadas')) &&
              matches(offer, words),
          ),
        ),
        tipoCambio,
      )
    : tiles;
  const by = orders[orden];
  return by ? kept.toSorted(by) : kept;
}
