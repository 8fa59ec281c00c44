/**
 * Money that some invoices would bring today: those that can be sold within the credit, and why others are left out.
 */
import { invoiceStatus } from '@anticipa/domain/invoice';
import { financedCurrencies } from '@anticipa/domain/money';
import { obstacles } from '@anticipa/domain/receiving';
import type { Receivable } from '../../../lib/receivable.ts';
import type { Market, PresentObstacle } from './market.ts';
import type { Offer } from './offer.ts';
import { addToSelection, selectedOf } from './selection.ts';

/** An obstacle with the number of invoices that it holds back. */
export interface Waiting extends PresentObstacle {
  readonly count: number;
}

interface ReceivableOffers extends Receivable {
  readonly waiting: readonly Waiting[];
}

/** [TAB-13, TAB-14] Invoices that were rejected today are left out: they are tried again deliberately. */
export function receivableOf(offers: readonly Offer[], market: Market): ReceivableOffers {
  const free = offers.filter(isReady).filter(
    // A sale whose deposit waits for the account is possible.
    // One that waits in a prepared sale is offered there.
    ({ obstacle, refusal, preparedIn }) =>
      refusal === null && !preparedIn && (obstacle === null || obstacle.why === 'ACCOUNT_HELD'),
  );
  const priced = free.filter(({ price }) => price !== null);
  const { chosen, exceeding } = addToSelection(priced, new Set(), { ids: priced.map(({ id }) => id), market });
  const taken = priced.filter(({ id }) => chosen.has(id));
  return {
    ids: taken.map(({ id }) => id),
    deposits: selectedOf(priced, chosen, market).deposits,
    assumed: taken.filter(({ product, habit }) => product === 'BI' && habit.term.trim() === '').length,
    exceeding: exceeding.length,
    undated: free.length - priced.length,
    waiting: waitingOf(offers),
  };
}

/** Whether an invoice waits for the end of an obstacle, and nothing else speaks against it. */
export const isHeldBack = (offer: Offer): boolean => offer.obstacle !== null && isReady(offer);

const isReady = ({ closed, invoice }: Offer): boolean => !closed && invoice.status !== invoiceStatus.RECHAZADA;

export function waitingOf(offers: readonly Offer[]): readonly Waiting[] {
  const byObstacle = Map.groupBy(offers.filter(isHeldBack), ({ obstacle }) => obstacle);
  return [...byObstacle].flatMap(([obstacle, members]) => (obstacle ? [{ ...obstacle, count: members.length }] : []));
}

/**
 * The obstacles to name: those that hold invoices back, or, while nothing at all could be received, those that are
 * nearest to being removed, also before the first invoice.
 */
export function obstaclesToName(
  { waiting }: ReceivableOffers,
  { products, obstacles: present }: Market,
): readonly Waiting[] {
  if (waiting.length > 0) return waiting;
  const codes = [...products.values()].flatMap(({ code, authorised }) => (authorised ? code : []));
  const own = present.filter(({ product }) => codes.includes(product));
  if (own.length < codes.length * financedCurrencies.length) return [];
  const last = Math.max(...own.map(({ why }) => obstacles.indexOf(why)));
  return own.flatMap((each) => (obstacles.indexOf(each.why) === last ? [{ ...each, count: 0 }] : []));
}
