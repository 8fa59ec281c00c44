/** The invoices of a tab as tiles, one per receiver. */
import { exchange } from '@anticipa/domain/credit';
import { invoiceStatus, type TileScore, tileScores } from '@anticipa/domain/invoice';
import { type FinancedCurrency, type Money, money, sum, sumPerCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import type { Offer } from './offer.ts';
import { isHeldBack, type Waiting, waitingOf } from './receivable.ts';

/** 'Mis Facturas' (uploaded, or not synced) and 'Facturas Preaprobadas' (synced). */
export type Tab = 'mine' | 'preapproved';

export interface Tile {
  readonly key: string;
  readonly rfc: string;
  readonly name: string;
  readonly offers: readonly Offer[];
  /**
   * The ids that its checkbox selects, in the order shown. An invoice rejected today can be retried, but only
   * deliberately: one by one, or where there is nothing else.
   */
  readonly selectable: readonly string[];
  readonly products: ReadonlySet<ProductCode>;
  readonly totalMXN: Money<'MXN'>;
  readonly totalUSD: Money<'USD'>;
  /** The deposits of `selectable` today, per currency; invoices without a usable date count as nothing. */
  readonly deposits: readonly Money<FinancedCurrency>[];
  /** The number that cannot be sold for a reason of their own, and the reason if they share it. */
  readonly refused: { readonly count: number; readonly reason: string | null };
  /** Invoices held back by an obstacle, which is explained once above the tiles. */
  readonly waiting: readonly Waiting[];
  /** 1 is the largest tile. */
  readonly score: TileScore;
}

/** [TAB-03] Whether an invoice belongs to a tab. */
export const isInTab = (offer: Offer, tab: Tab): boolean => offer.invoice.isSynced === (tab === 'preapproved');

/**
 * [TAB-04, TAB-05] One tile per receiver, largest first, ties by name. Totals leave out final refusals (rejected before
 * today, sold). Dollars are compared with pesos at the rate shown, published or not.
 */
export function tilesOf(offers: readonly Offer[], tipoCambio: string): readonly Tile[] {
  const groups = Map.groupBy(offers, (offer) => offer.invoice.receiverKey);
  const weighed = [...groups].map(([key, members]) => {
    const totalMXN = totalIn(members, 'MXN');
    const totalUSD = totalIn(members, 'USD');
    return { key, members, totalMXN, totalUSD, cents: totalMXN.cents + exchange(totalUSD, 'MXN', tipoCambio).cents };
  });
  const scores = tileScores(weighed);
  return weighed
    .toSorted((a, b) => (a.cents === b.cents ? byName(a.members, b.members) : a.cents < b.cents ? 1 : -1))
    .map(({ key, members, totalMXN, totalUSD }) => {
      const selectable = selectableOf(members);
      return {
        key,
        rfc: members[0]?.invoice.receiverRFC ?? '',
        name: members[0]?.invoice.receiverName ?? '',
        offers: members,
        selectable: selectable.map(({ id }) => id),
        products: new Set(members.map((offer) => offer.product)),
        totalMXN,
        totalUSD,
        deposits: sumPerCurrency(selectable.flatMap(({ price }) => (price ? [price.deposit] : []))),
        refused: refusedOf(members),
        waiting: waitingOf(members),
        score: scores.get(key) ?? 4,
      };
    });
}

const collator = new Intl.Collator('es-MX');
const byName = (a: readonly Offer[], b: readonly Offer[]): number =>
  collator.compare(a[0]?.invoice.receiverName ?? '', b[0]?.invoice.receiverName ?? '');

function totalIn<C extends FinancedCurrency>(offers: readonly Offer[], currency: C): Money<C> {
  const cents = offers
    .filter((offer) => offer.currency === currency && !offer.closed)
    .map((offer) => money(offer.total?.cents ?? 0n, currency));
  return sum<C>(currency, cents);
}

function selectableOf(offers: readonly Offer[]): readonly Offer[] {
  const sellable = offers.filter(({ refusal }) => refusal === null);
  const ready = sellable.filter(({ invoice }) => invoice.status !== invoiceStatus.RECHAZADA);
  return ready.length > 0 ? ready : sellable;
}

function refusedOf(offers: readonly Offer[]): Tile['refused'] {
  const reasons = offers.flatMap((offer) => (isHeldBack(offer) ? [] : (offer.refusal?.reason ?? [])));
  const isShared = new Set(reasons).size === 1;
  return { count: reasons.length, reason: isShared ? (reasons[0] ?? null) : null };
}

export type Tick = 'none' | 'some' | 'all';

/** Chosen part of the selectable: a tile's tri-state checkbox. */
export function tickOf(ids: readonly string[], chosen: ReadonlySet<string>): Tick {
  if (!ids.some((id) => chosen.has(id))) return 'none';
  return ids.every((id) => chosen.has(id)) ? 'all' : 'some';
}

/** The tick of a tile. An invoice that was rejected today is not selectable with the others, but counts once it is chosen. */
export function tickOfTile({ selectable, offers }: Tile, chosen: ReadonlySet<string>): Tick {
  const tick = tickOf(selectable, chosen);
  return tick === 'none' && offers.some(({ id }) => chosen.has(id)) ? 'some' : tick;
}

/** Whether a name has letters that are not Latin; some look the same, so two receivers can read alike. */
export const hasForeignLetters = (name: string): boolean =>
  /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(name);
