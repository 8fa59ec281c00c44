/**
 * An account statement recomputed from raw events: an arithmetic of its own, in whole cents, which reads neither the journal
 * nor the portal's rules and so disagrees when they are wrong.
 */

/** `YYYY-MM-DD`; compares as text. */
type Day = string;

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

const accounts = ['invoices', 'aforo', 'yours'] as const;
export type Account = (typeof accounts)[number];

interface Movement {
  readonly account: Account;
  readonly on: Day;
  readonly charge: bigint;
  readonly credit: bigint;
}

/** An amount on a day. */
interface Dated {
  readonly on: Day;
  readonly amount: bigint;
}

interface Life {
  readonly movements: readonly Movement[];
  readonly earned: readonly Dated[];
  readonly lateCharges: readonly Dated[];
  readonly lateChargesIva: readonly Dated[];
  readonly received: readonly Dated[];
  readonly billed: readonly (Dated & { readonly iva: bigint })[];
  /** What the lender paid for the invoice: by transfer (03) and by compensation (17). */
  readonly nodes: readonly (Dated & { readonly form: '03' | '17' })[];
  readonly interest: bigint;
  readonly iva: bigint;
  readonly deposits: readonly Dated[];
  readonly ivaRate: bigint;
}

const DAY_MS = 86_400_000;
const numberOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayOf = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10);
const latest = (...days: readonly Day[]): Day => days.toSorted().at(-1) ?? '';

function least(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

/** To the nearest whole, halves away from zero. */
const rounded = (numerator: bigint, denominator: bigint): bigint =>
  numerator < 0n ? -rounded(-numerator, denominator) : (2n * numerator + denominator) / (2n * denominator);

/** A month takes entries until the third day of the next; later ones are listed on the first open day. */
const bookedOn = (valueDate: Day, registered: Day): Day =>
  latest(valueDate, `${dayOf(numberOf(registered) - 3).slice(0, 7)}-01`);

/** Everything that follows from the events of one invoice, with the interest earned through a day. */
function lifeOf(invoice: InvoiceHistory, through: Day): Life {
  const { total, terms, soldOn, dueOn, authorisedOn, withdrawnOn, depositedOn } = invoice;
  const days = BigInt(numberOf(dueOn) - numberOf(soldOn));
  const interest = rounded(total * BigInt(terms.interest) * days, 100n * BigInt(terms.daysInYear));
  const aforo = rounded(total * BigInt(100 - terms.advance), 100n);
  const iva = rounded(interest * BigInt(terms.iva), 100n);
  const deposit = total - aforo - interest;
  const movements: Movement[] = [
    { account: 'invoices', on: authorisedOn, charge: total, credit: 0n },
    { account: 'aforo', on: authorisedOn, charge: 0n, credit: aforo },
  ];
  const lateCharges: Dated[] = [];
  const lateChargesIva: Dated[] = [];
  const received: Dated[] = [];
  const billed: (Dated & { iva: bigint })[] = [];
  const deposits: Dated[] = [];
  const nodes: (Dated & { form: '03' | '17' })[] = [];
  const ivaRate = BigInt(terms.iva);
  const life = { movements, lateCharges, lateChargesIva, received, billed, nodes, deposits, interest, iva, ivaRate };
  if (withdrawnOn !== null) {
    movements.push({ account: 'invoices', on: withdrawnOn, charge: 0n, credit: total });
    movements.push({ account: 'aforo', on: withdrawnOn, charge: aforo, credit: 0n });
  }
  if (depositedOn === null) return { ...life, earned: [] };
  deposits.push({ on: depositedOn, amount: deposit });
  nodes.push({ on: depositedOn, form: '03', amount: deposit }, { on: depositedOn, form: '17', amount: interest });

  let owed = total;
  let aforoLeft = aforo;
  /** What the client owes beyond its invoices; below zero, it is owed to the client. */
  let client = 0n;
  let chargedLate = 0n;
  let chargedIva = 0n;
  let billedIva = 0n;
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
    // No more IVA is given back than was charged.
    const moreIva = -least(-rounded(more * ivaRate, 100n), chargedIva);
    chargedLate = accrued;
    chargedIva += moreIva;
    client += more + moreIva;
    lateCharges.push({ on, amount: more });
    lateChargesIva.push({ on, amount: moreIva });
    move('yours', on, more + moreIva);
    if (owed > 0n) return;
    const available = aforoLeft + (client < 0n ? -client : 0n);
    const taken = least(available, client > 0n ? client : 0n);
    const kept = least(available - taken, iva - billedIva);
    const returned = available - taken - kept;
    movements.push({ account: 'aforo', on, charge: aforoLeft, credit: 0n });
    if (client < 0n) move('yours', on, -client);
    move('yours', on, -taken);
    move('yours', on, -kept);
    withheldIva = kept;
    client = client > 0n ? client - taken : 0n;
    const byTransfer = least(returned, aforo);
    nodes.push({ on, form: '03', amount: byTransfer }, { on, form: '17', amount: aforo - byTransfer });
    settled = { on: registered, valueDate };
  };

  for (const event of invoice.events) {
    if (event.kind === 'payment') {
      const on = bookedOn(event.valueDate, event.on);
      const applied = least(event.amount, owed);
      received.push({ on, amount: event.amount });
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
      billedIva += event.iva;
      client += event.iva - kept;
    }
  }
  return { ...life, earned: earnedOf(invoice, { interest, depositedOn, settled, through }) };
}

/** Day by day from the day after the due date to the last change, on what was owed at the end of the day before. */
function lateChargesOf({ total, terms, dueOn }: InvoiceHistory, reductions: readonly Dated[]): bigint {
  const last = numberOf(latest(dueOn, ...reductions.map(({ on }) => on)));
  let owedDays = 0n;
  for (let day = numberOf(dueOn) + 1; day <= last; day += 1) {
    const before = reductions.filter(({ on }) => numberOf(on) < day).reduce((so, { amount }) => so + amount, 0n);
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
    readonly through: Day;
  },
): Dated[] {
  const { interest, depositedOn, settled, through } = end;
  const [sold, due] = [numberOf(soldOn), numberOf(dueOn)];
  const lastDay = Math.min(numberOf(settled?.on ?? through), Math.max(due, numberOf(depositedOn)));
  const earned: Dated[] = [];
  let so = 0n;
  for (let day = numberOf(depositedOn); day <= lastDay; day += 1) {
    const until = rounded(interest * BigInt(Math.min(day, due) - sold), BigInt(due - sold));
    earned.push({ on: dayOf(day), amount: until - so });
    so = until;
  }
  if (settled) earned.push({ on: settled.valueDate, amount: interest - so });
  return earned;
}

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
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((so, amount) => so + amount, 0n);

/** The statement of a period of whole months. */
export function recount(
  invoices: readonly InvoiceHistory[],
  currency: 'MXN' | 'USD',
  { from, to, through }: { readonly from: Day; readonly to: Day; readonly through: Day },
): Recount {
  const lives = invoices.filter((each) => each.currency === currency).map((each) => lifeOf(each, through));
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
  };
}

/** Each month's IVA is rounded; the month that completes the interest has what is left of the whole. */
function ivaEarned({ earned, interest, iva, ivaRate }: Life, { from, to }: { from: Day; to: Day }): bigint {
  const months = Map.groupBy(earned, ({ on }) => on.slice(0, 7));
  let soInterest = 0n;
  let soIva = 0n;
  let inPeriod = 0n;
  for (const [month, amounts] of [...months].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const ofMonth = sumOf(amounts.map(({ amount }) => amount));
    soInterest += ofMonth;
    const rest = iva - soIva;
    const share = soInterest === interest ? rest : least(rounded(ofMonth * ivaRate, 100n), rest);
    soIva += share;
    if (month >= from.slice(0, 7) && month <= to.slice(0, 7)) inPeriod += share;
  }
  return inPeriod;
}
