/**
 * An account statement recomputed from raw events: an arithmetic of its own, in whole cents, which reads neither the journal
 * nor the portal's rules and so disagrees when they are wrong.
 */

import {
  type Account,
  type Dated,
  type Day,
  type InvoiceHistory,
  type Life,
  least,
  lifeOf,
  type Movement,
  rounded,
  sumOf,
} from './life.ts';

/** Figures of one currency in a period, in cents. */
export interface Recount {
  readonly cost: Readonly<Record<'interest' | 'iva' | 'recargos' | 'ivaRecargos', bigint>>;
  readonly accounts: Readonly<Record<Account, Readonly<Record<'opening' | 'charge' | 'credit' | 'closing', bigint>>>>;
  readonly received: bigint;
  readonly billed: bigint;
  readonly billedIva: bigint;
  /** Paid by the lender for the client's invoices, by form. */
  readonly byTransfer: bigint;
  readonly byCompensation: bigint;
  /** The deposits of the period. */
  readonly deposits: bigint;
  /** The rows of the blocks, sorted, each with its invoice's id. */
  readonly rows: Readonly<Record<'invoices' | 'collections' | 'complements', readonly string[]>>;
}

/** The statement of a period of whole months. */
export function recount(
  invoices: readonly InvoiceHistory[],
  currency: 'MXN' | 'USD',
  { from, to, played }: { readonly from: Day; readonly to: Day; readonly played: readonly Day[] },
): Recount {
  const lives = invoices.filter((each) => each.currency === currency).map((each) => lifeOf(each, played));
  const isIn = ({ on }: { readonly on: Day }): boolean => on >= from && on <= to;
  const total = (pick: (life: Life) => readonly Dated[]): bigint =>
    sumOf(
      lives.flatMap((life) =>
        pick(life)
          .filter(isIn)
          .map(({ amount }) => amount),
      ),
    );
  const ofForm = (form: '03' | '17') => total(({ nodes }) => nodes.filter((node) => node.form === form));
  const account = (name: Account) => {
    const all = lives.flatMap(({ movements }) => movements.filter((each) => each.account === name));
    const balance = (of: readonly Movement[]): bigint =>
      (name === 'aforo' ? -1n : 1n) * sumOf(of.map(({ charge, credit }) => charge - credit));
    return {
      opening: balance(all.filter(({ on }) => on < from)),
      charge: sumOf(all.filter(isIn).map(({ charge }) => charge)),
      credit: sumOf(all.filter(isIn).map(({ credit }) => credit)),
      closing: balance(all.filter(({ on }) => on <= to)),
    };
  };
  return {
    cost: {
      interest: total(({ earned }) => earned),
      iva: sumOf(lives.map((life) => ivaEarned(life, { from, to }))),
      recargos: total(({ lateCharges }) => lateCharges),
      ivaRecargos: total(({ lateChargesIva }) => lateChargesIva),
    },
    accounts: { invoices: account('invoices'), aforo: account('aforo'), yours: account('yours') },
    received: total(({ received }) => received),
    billed: total(({ billed }) => billed),
    billedIva: sumOf(lives.flatMap(({ billed }) => billed.filter(isIn).map(({ iva }) => iva))),
    byTransfer: ofForm('03'),
    byCompensation: ofForm('17'),
    deposits: total(({ deposits }) => deposits),
    rows: {
      invoices: lives.flatMap((life) => cededRow(life, { from, to })).toSorted(),
      collections: lives
        .flatMap(({ documentId, received }) =>
          received.filter(isIn).map(({ valueDate, amount, iva }) => [documentId, valueDate, amount, iva].join(' ')),
        )
        .toSorted(),
      complements: lives
        .flatMap(({ documentId, nodes }) =>
          nodes
            .filter((node) => isIn(node) && node.amount > 0n)
            .map(({ on, form, amount }) => [documentId, on, form, amount].join(' ')),
        )
        .toSorted(),
    },
  };
}

/** Total, collected, covered and owed of an invoice that is owed at the end of a period, or was paid in it. */
function cededRow({ documentId, total, movements, received }: Life, { from, to }: { from: Day; to: Day }): string[] {
  const moved = movements.filter(({ account, on }) => account === 'invoices' && on <= to);
  const owed = sumOf(moved.map(({ charge, credit }) => charge - credit));
  const paid = received.filter(({ on }) => on <= to);
  if (moved.length === 0 || (owed === 0n && (paid.length === 0 || moved.every(({ on }) => on < from)))) return [];
  const collected = least(sumOf(paid.map(({ amount }) => amount)), total);
  return [[documentId, total, collected, total - collected - owed, owed].join(' ')];
}

/** The IVA of what was booked until the end of the period, less that of what was booked before: each month's is rounded. */
function ivaEarned({ earned, ivaRate }: Life, { from, to }: { from: Day; to: Day }): bigint {
  const ivaOf = (booked: Life['earned']): bigint =>
    sumOf(
      [...Map.groupBy(booked, ({ month }) => month).values()].map((amounts) =>
        rounded(sumOf(amounts.map(({ amount }) => amount)) * ivaRate, 100n),
      ),
    );
  return ivaOf(earned.filter(({ on }) => on <= to)) - ivaOf(earned.filter(({ on }) => on < from));
}
