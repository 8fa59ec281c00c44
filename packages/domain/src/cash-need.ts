/**
 * The invoices to sell for an amount of money: the set that costs the least, or has the fewest invoices, and still fits the
 * credit lines and the limits of the receivers. A branch and bound that ends after a fixed number of steps, so that an answer
 * never takes long (docs/decisions/0209-cheapest-set-of-invoices.md).
 */
import type { FinancedCurrency, Money } from './money.ts';
import { money } from './money.ts';

/** Every way to choose among this many invoices is at most MAX_STEPS steps: their answer is always exact. */
export const ALWAYS_EXACT = 15;
const MAX_STEPS = 2 ** (ALWAYS_EXACT + 1);

/** An invoice that can be sold, with what it would bring. */
export interface CashOffer<C extends FinancedCurrency = FinancedCurrency> {
  readonly id: string;
  /** Above zero. */
  readonly deposit: Money<C>;
  readonly cost: Money<C>;
  /** Its credit line, and what it takes from it. */
  readonly line: string;
  readonly exposure: Money<FinancedCurrency>;
  /** Its receiver, whose limit it takes with its total; null without a limit. */
  readonly receiver: string | null;
  readonly total: Money<C>;
}

/** The centavos that are left of each line and of each receiver with a limit. */
export interface CashRoom {
  readonly lines: ReadonlyMap<string, bigint>;
  readonly receivers: ReadonlyMap<string, bigint>;
}

export const cashAims = ['cost', 'count'] as const;
/** The figure that is kept small first; the other comes second, and the deposit third. */
export type CashAim = (typeof cashAims)[number];

export interface CashSet<C extends FinancedCurrency = FinancedCurrency> {
  readonly ids: readonly string[];
  readonly deposit: Money<C>;
  readonly cost: Money<C>;
  /** Whether no set is better. */
  readonly isExact: boolean;
}

export interface Raised<C extends FinancedCurrency = FinancedCurrency> extends CashSet<C> {
  /** No set that reaches the amount costs less, or has fewer invoices, than this. */
  readonly leastCost: Money<C>;
  readonly leastCount: number;
}

interface Item {
  readonly offer: CashOffer;
  readonly deposit: bigint;
  /** The number that is minimised: the first aim, the second and the deposit as the digits of one number. */
  readonly weight: bigint;
}

/** The invoices taken so far. */
interface Taken {
  readonly indexes: number[];
  deposit: bigint;
  weight: bigint;
  readonly lines: Map<string, bigint>;
  readonly receivers: Map<string, bigint>;
}

/** The best set that reaches the amount; null if none does, or none was found within the steps. */
export function raise<C extends FinancedCurrency>(
  offers: readonly CashOffer<C>[],
  amount: Money<NoInfer<C>>,
  { room, aim }: { readonly room: CashRoom; readonly aim: CashAim },
): Raised<C> | null {
  // Larger than any sum of the digit below it, with room to round a bound up to the next whole digit.
  const base =
    2n ** 20n *
    (offers.reduce((sum, { deposit, cost }) => sum + deposit.cents + cost.cents, 0n) + BigInt(offers.length) + 1n);
  const weightOf = ({ cost, deposit }: CashOffer): bigint => {
    const [first, second] = aim === 'cost' ? [cost.cents, 1n] : [1n, cost.cents];
    return (first * base + second) * base + deposit.cents;
  };
  const items = itemsOf(offers, weightOf, (a, b) => a.weight * b.deposit - b.weight * a.deposit);
  const from = sumsFrom(items);
  const best: Best = { indexes: null, value: 0n };
  const leastFrom = (at: number, missing: bigint): bigint => {
    const floor = coverFrom(items, from, { at, missing });
    const rest = floor % (base * base);
    return rest > (base * base) / 2n ** 10n ? floor - rest + base * base : floor;
  };
  const isComplete = walk(items, room, {
    isHopeless: (at, taken, reach) => {
      const missing = amount.cents - taken.deposit;
      if (reach < missing) return true;
      return best.indexes !== null && taken.weight + leastFrom(at, missing) >= best.value;
    },
    onTaken: (taken) => {
      if (taken.deposit < amount.cents) return false;
      if (best.indexes === null || taken.weight < best.value) keep(best, taken, taken.weight);
      return true;
    },
  });
  if (best.indexes === null) return null;
  const set = setOf(items, best.indexes, { currency: amount.currency, isExact: isComplete });
  if (isComplete) return { ...set, leastCost: set.cost, leastCount: set.ids.length };
  const least = leastFrom(0, amount.cents) / (base * base);
  return {
    ...set,
    leastCost: aim === 'cost' ? money(least, amount.currency) : money(0n, amount.currency),
    leastCount: aim === 'count' ? Number(least) : 1,
  };
}

/** The set that brings the most. */
export function mostOf<C extends FinancedCurrency>(
  offers: readonly CashOffer<C>[],
  currency: C,
  room: CashRoom,
): CashSet<C> {
  const items = itemsOf(
    offers,
    ({ deposit }) => deposit.cents,
    (a, b) => b.deposit - a.deposit,
  );
  const best: Best = { indexes: null, value: 0n };
  const isComplete = walk(items, room, {
    isHopeless: (_, taken, reach) => taken.deposit + reach <= best.value,
    onTaken: (taken) => {
      if (taken.deposit > best.value) keep(best, taken, taken.deposit);
      return false;
    },
  });
  return setOf(items, best.indexes ?? [], { currency, isExact: isComplete });
}

/** The best set so far, by the indexes of its items. */
interface Best {
  indexes: readonly number[] | null;
  value: bigint;
}

function keep(best: Best, { indexes }: Taken, value: bigint): void {
  best.indexes = [...indexes];
  best.value = value;
}

function setOf<C extends FinancedCurrency>(
  items: readonly Item[],
  indexes: readonly number[],
  { currency, isExact }: { readonly currency: C; readonly isExact: boolean },
): CashSet<C> {
  const offers = indexes.flatMap((index) => items[index]?.offer ?? []);
  return {
    ids: offers.map(({ id }) => id).toSorted(),
    deposit: money(
      offers.reduce((sum, { deposit }) => sum + deposit.cents, 0n),
      currency,
    ),
    cost: money(
      offers.reduce((sum, { cost }) => sum + cost.cents, 0n),
      currency,
    ),
    isExact,
  };
}

/** The same order for the same invoices, however they come. */
function itemsOf(
  offers: readonly CashOffer[],
  weightOf: (offer: CashOffer) => bigint,
  order: (a: Item, b: Item) => bigint,
): readonly Item[] {
  return offers
    .map((offer) => ({ offer, deposit: offer.deposit.cents, weight: weightOf(offer) }))
    .sort((a, b) => Number(sign(order(a, b))) || (a.offer.id < b.offer.id ? -1 : 1));
}

const sign = (value: bigint): bigint => (value > 0n ? 1n : value < 0n ? -1n : 0n);

interface Sums {
  readonly deposit: readonly bigint[];
  readonly weight: readonly bigint[];
}

/** Sums of the first items: the sum of those from `i` to `j` is the difference of two. */
function sumsFrom(items: readonly Item[]): Sums {
  const [deposit, weight] = [[0n], [0n]];
  for (const item of items) {
    deposit.push((deposit.at(-1) ?? 0n) + item.deposit);
    weight.push((weight.at(-1) ?? 0n) + item.weight);
  }
  return { deposit, weight };
}

/** The weight that the missing deposit has at least: the items by weight per deposit, and a part of the last. */
function coverFrom(items: readonly Item[], sums: Sums, { at, missing }: { at: number; missing: bigint }): bigint {
  if (missing <= 0n) return 0n;
  const target = (sums.deposit[at] ?? 0n) + missing;
  let [low, high] = [at, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums.deposit[middle + 1] ?? 0n) >= target) high = middle;
    else low = middle + 1;
  }
  const last = items[low];
  const whole = (sums.weight[low] ?? 0n) - (sums.weight[at] ?? 0n);
  if (!last) return whole;
  const part = target - (sums.deposit[low] ?? 0n);
  return whole + (part * last.weight + last.deposit - 1n) / last.deposit;
}

interface Visitor {
  /** Whether no set that adds items from `at` on is wanted; they bring at most `reach`. */
  readonly isHopeless: (at: number, taken: Taken, reach: bigint) => boolean;
  /** Called after each item; whether adding more is of no use. */
  readonly onTaken: (taken: Taken) => boolean;
}

/** Goes through the sets that fit, those with the first items first; false if the steps ended before. */
function walk(items: readonly Item[], room: CashRoom, { isHopeless, onTaken }: Visitor): boolean {
  const taken: Taken = {
    indexes: [],
    deposit: 0n,
    weight: 0n,
    lines: new Map(room.lines),
    receivers: new Map(room.receivers),
  };
  const reach = reachOf(items);
  let at = 0;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const item = items[at];
    if (!item || isHopeless(at, taken, reach(at, taken.lines))) {
      const last = taken.indexes.pop();
      if (last === undefined) return true;
      count(items[last], taken, -1n);
      at = last + 1;
    } else if (fits(item, taken)) {
      taken.indexes.push(at);
      count(item, taken, 1n);
      at = onTaken(taken) ? items.length : at + 1;
    } else at += 1;
  }
  return false;
}

const fits = ({ offer }: Item, { lines, receivers }: Taken): boolean =>
  (lines.get(offer.line) ?? 0n) >= offer.exposure.cents &&
  (offer.receiver === null || (receivers.get(offer.receiver) ?? 0n) >= offer.total.cents);

function count(item: Item | undefined, taken: Taken, times: bigint): void {
  if (!item) return;
  const { offer } = item;
  taken.deposit += times * item.deposit;
  taken.weight += times * item.weight;
  taken.lines.set(offer.line, (taken.lines.get(offer.line) ?? 0n) - times * offer.exposure.cents);
  if (offer.receiver !== null)
    taken.receivers.set(offer.receiver, (taken.receivers.get(offer.receiver) ?? 0n) - times * offer.total.cents);
}

/** The most that the items from `at` on can bring: on each line all of them, or what is left of it at their best rate. */
function reachOf(items: readonly Item[]): (at: number, left: ReadonlyMap<string, bigint>) => bigint {
  const lines = [...Map.groupBy(items, ({ offer }) => offer.line)].map(([line, members]) => {
    const best = members.reduce((a, b) =>
      a.deposit * b.offer.exposure.cents >= b.deposit * a.offer.exposure.cents ? a : b,
    );
    const sums = [0n];
    for (const { offer, deposit } of items) sums.push((sums.at(-1) ?? 0n) + (offer.line === line ? deposit : 0n));
    return { line, best, sums };
  });
  return (at, left) =>
    lines.reduce((sum, { line, best, sums }) => {
      const all = (sums.at(-1) ?? 0n) - (sums[at] ?? 0n);
      const room = left.get(line) ?? 0n;
      const byLine = room <= 0n ? 0n : (room * best.deposit) / best.offer.exposure.cents;
      return sum + (all < byLine ? all : byLine);
    }, 0n);
}
