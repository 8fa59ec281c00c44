/** The life of one invoice, recomputed from its raw events. */

/** `YYYY-MM-DD`; compares as text. */
export type Day = string;

/** In whole per cent; the rates a year. */
export interface Terms {
  readonly interest: number;
  readonly advance: number;
  readonly moratory: number;
  readonly iva: number;
  readonly daysInYear: 360 | 365;
}

/** Amounts in cents; `on` is the day of registration. */
export type LifeEvent =
  | { readonly kind: 'payment'; readonly on: Day; readonly valueDate: Day; readonly amount: bigint }
  /** An operator closes what the receiver did not pay. */
  | { readonly kind: 'closing'; readonly on: Day }
  /** An interest invoice bills this invoice. */
  | { readonly kind: 'cfdi'; readonly on: Day; readonly interest: bigint; readonly iva: bigint };

export interface InvoiceHistory {
  readonly documentId: string;
  readonly currency: 'MXN' | 'USD';
  readonly terms: Terms;
  readonly total: bigint;
  readonly soldOn: Day;
  readonly dueOn: Day;
  readonly authorisedOn: Day;
  readonly withdrawnOn: Day | null;
  readonly depositedOn: Day | null;
  /** In order of registration. */
  readonly events: readonly LifeEvent[];
}

export type Account = 'invoices' | 'aforo' | 'yours';

export interface Movement {
  readonly account: Account;
  readonly on: Day;
  readonly charge: bigint;
  readonly credit: bigint;
}

/** An amount on a day. */
export interface Dated {
  readonly on: Day;
  readonly amount: bigint;
}

export interface Life {
  readonly documentId: string;
  readonly movements: readonly Movement[];
  /** By the day of booking; `month` is that of the interest. */
  readonly earned: readonly (Dated & { readonly month: string })[];
  readonly lateCharges: readonly Dated[];
  readonly lateChargesIva: readonly Dated[];
  /** Payments of the debtor, in order. */
  readonly received: readonly (Dated & { readonly valueDate: Day; readonly iva: bigint })[];
  readonly total: bigint;
  readonly billed: readonly (Dated & { readonly iva: bigint })[];
  /** Payments of the lender for the invoice: by transfer (03) and by compensation (17). */
  readonly nodes: readonly (Dated & { readonly form: '03' | '17' })[];
  readonly deposits: readonly Dated[];
  readonly ivaRate: bigint;
}

const DAY_MS = 86_400_000;
const numberOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayOf = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10);
const latest = (...days: readonly Day[]): Day => days.toSorted().at(-1) ?? '';

export function least(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

function most(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** To the nearest whole, halves away from zero. */
export const rounded = (numerator: bigint, denominator: bigint): bigint =>
  numerator < 0n ? -rounded(-numerator, denominator) : (2n * numerator + denominator) / (2n * denominator);

/** A month takes entries until the third day of the next; later ones are listed on the first open day. */
const bookedOn = (valueDate: Day, registered: Day): Day =>
  latest(valueDate, `${dayOf(numberOf(registered) - 3).slice(0, 7)}-01`);

/** Everything that follows from the events of one invoice; `played` are the days on which something could happen, in order. */
export function lifeOf(invoice: InvoiceHistory, played: readonly Day[]): Life {
  const { documentId, total, terms, soldOn, dueOn, authorisedOn, withdrawnOn, depositedOn } = invoice;
  const days = BigInt(numberOf(dueOn) - numberOf(soldOn));
  const interest = rounded(total * BigInt(terms.interest) * days, 100n * BigInt(terms.daysInYear));
  const aforo = rounded(total * BigInt(100 - terms.advance), 100n);
  const deposit = total - aforo - interest;
  const movements: Movement[] = [
    { account: 'invoices', on: authorisedOn, charge: total, credit: 0n },
    { account: 'aforo', on: authorisedOn, charge: 0n, credit: aforo },
  ];
  const lateCharges: Dated[] = [];
  const lateChargesIva: Dated[] = [];
  const received: (Dated & { valueDate: Day; iva: bigint })[] = [];
  const billed: (Dated & { iva: bigint })[] = [];
  const deposits: Dated[] = [];
  const nodes: (Dated & { form: '03' | '17' })[] = [];
  const ivaRate = BigInt(terms.iva);
  const life = {
    documentId,
    total,
    movements,
    lateCharges,
    lateChargesIva,
    received,
    billed,
    nodes,
    deposits,
    ivaRate,
  };
  if (withdrawnOn !== null) {
    movements.push({ account: 'invoices', on: withdrawnOn, charge: 0n, credit: total });
    movements.push({ account: 'aforo', on: withdrawnOn, charge: aforo, credit: 0n });
  }
  if (depositedOn === null) return { ...life, earned: [] };
  deposits.push({ on: depositedOn, amount: deposit });
  nodes.push({ on: depositedOn, form: '03', amount: deposit }, { on: depositedOn, form: '17', amount: interest });

  let owed = total;
  let aforoLeft = aforo;
  /** Debt of the client beyond its invoices; below zero, it is owed to the client. */
  let client = 0n;
  let chargedLate = 0n;
  let chargedIva = 0n;
  let billedInterest = 0n;
  let withheldIva = 0n;
  const reductions: Dated[] = [];
  let settled: { readonly on: Day; readonly valueDate: Day } | null = null;

  /** A change of an account that the client owes. */
  const move = (account: Account, on: Day, change: bigint): void => {
    if (change > 0n) movements.push({ account, on, charge: change, credit: 0n });
    if (change < 0n) movements.push({ account, on, charge: 0n, credit: -change });
  };
  const reduce = (by: bigint, valueDate: Day, registered: Day): void => {
    const on = bookedOn(valueDate, registered);
    owed -= by;
    reductions.push({ on: valueDate, amount: by });
    const accrued = lateChargesOf(invoice, reductions);
    const more = accrued - chargedLate;
    const moreIva = statable(accrued, chargedIva + rounded(more * ivaRate, 100n), ivaRate) - chargedIva;
    chargedLate = accrued;
    chargedIva += moreIva;
    client += more + moreIva;
    lateCharges.push({ on, amount: more });
    lateChargesIva.push({ on, amount: moreIva });
    move('yours', on, more + moreIva);
    if (owed > 0n) return;
    const available = aforoLeft + (client < 0n ? -client : 0n);
    const taken = least(available, client > 0n ? client : 0n);
    // Every month before this one is cut: one document bills the rest.
    const kept = least(available - taken, rounded((interest - billedInterest) * ivaRate, 100n));
    const returned = available - taken - kept;
    movements.push({ account: 'aforo', on, charge: aforoLeft, credit: 0n });
    if (client < 0n) move('yours', on, -client);
    move('yours', on, -taken);
    move('yours', on, -kept);
    withheldIva = kept;
    client = client > 0n ? client - taken : 0n;
    // The lender does not pay what the debtor did not pay; a surplus beyond late charges goes back to the debtor.
    const collected = sumOf(received.map(({ amount }) => amount));
    const due = most(aforo - most(total - collected, 0n), 0n);
    const byTransfer = least(due, most(returned - most(collected - total - chargedLate, 0n), 0n));
    // Devoluciones are transferred on the day of the settlement.
    nodes.push({ on, form: '17', amount: due - byTransfer }, { on: registered, form: '03', amount: byTransfer });
    settled = { on: registered, valueDate };
  };

  for (const event of invoice.events) {
    if (event.kind === 'payment') {
      const on = bookedOn(event.valueDate, event.on);
      const applied = least(event.amount, owed);
      const before = sumOf(received.map(({ amount }) => amount));
      const ivaUntil = (paid: bigint): bigint => rounded(least(paid, total) * ivaOfCfdi(total), total);
      const contained = ivaUntil(before + event.amount) - ivaUntil(before);
      received.push({ on, amount: event.amount, valueDate: event.valueDate, iva: contained });
      move('invoices', on, -applied);
      move('yours', on, applied - event.amount);
      client -= event.amount - applied;
      reduce(applied, event.valueDate, event.on);
    } else if (event.kind === 'closing') {
      const covered = least(owed, aforoLeft);
      aforoLeft -= covered;
      move('invoices', event.on, -covered);
      movements.push({ account: 'aforo', on: event.on, charge: covered, credit: 0n });
      reduce(covered, event.on, event.on);
    } else {
      // The interest was kept back from the deposit; its IVA is charged, unless the release kept it back.
      billed.push({ on: event.on, amount: event.interest, iva: event.iva });
      movements.push({ account: 'yours', on: event.on, charge: event.interest + event.iva, credit: event.interest });
      const kept = least(withheldIva, event.iva);
      withheldIva -= kept;
      billedInterest += event.interest;
      client += event.iva - kept;
    }
  }
  return { ...life, earned: earnedOf(invoice, { interest, depositedOn, settled, played }) };
}

/** The nearest IVA that one document may state: that of half a cent less, cut off, to that of half a cent more, rounded up. */
function statable(base: bigint, wanted: bigint, rate: bigint): bigint {
  if (base === 0n) return 0n;
  const low = ((2n * base - 1n) * rate) / 200n;
  return least(most(wanted, low), ((2n * base + 1n) * rate + 199n) / 200n);
}

/** The invoices of the builders charge IVA at 16 % within their total. */
const ivaOfCfdi = (total: bigint): bigint => rounded(total * 16n, 116n);

/** Day by day from the day after the due date to the last change, on what was owed at the end of the day before. */
function lateChargesOf({ total, terms, dueOn }: InvoiceHistory, reductions: readonly Dated[]): bigint {
  const last = numberOf(latest(dueOn, ...reductions.map(({ on }) => on)));
  let owedDays = 0n;
  for (let day = numberOf(dueOn) + 1; day <= last; day += 1) {
    const before = reductions.filter(({ on }) => numberOf(on) < day).reduce((sum, { amount }) => sum + amount, 0n);
    owedDays += total - before;
  }
  return rounded(owedDays * BigInt(terms.moratory), 100n * BigInt(terms.daysInYear));
}

/**
 * The interest of each day since the deposit, which brings that of the days before it; the rest is earned at once when the
 * invoice is paid.
 */
function earnedOf(
  { soldOn, dueOn }: InvoiceHistory,
  end: {
    readonly interest: bigint;
    readonly depositedOn: Day;
    readonly settled: { readonly on: Day; readonly valueDate: Day } | null;
    readonly played: readonly Day[];
  },
): Life['earned'] {
  const { interest, depositedOn, settled, played } = end;
  const through = played.at(-1) ?? depositedOn;
  const [sold, due] = [numberOf(soldOn), numberOf(dueOn)];
  const lastDay = Math.min(numberOf(settled?.on ?? through), Math.max(due, numberOf(depositedOn)));
  const earned: (Dated & { month: string })[] = [];
  let soFar = 0n;
  for (let day = numberOf(depositedOn); day <= lastDay; day += 1) {
    const until = rounded(interest * BigInt(Math.min(day, due) - sold), BigInt(due - sold));
    // The deposit brings the days until its own; the worker books later ones, each at its next run.
    const run = played.find((each) => each >= dayOf(day));
    if (run === undefined) break;
    earned.push({ on: bookedOn(dayOf(day), run), month: dayOf(day).slice(0, 7), amount: until - soFar });
    soFar = until;
  }
  if (settled) {
    const { on, valueDate } = settled;
    earned.push({ on: bookedOn(valueDate, on), month: valueDate.slice(0, 7), amount: interest - soFar });
  }
  return earned;
}
