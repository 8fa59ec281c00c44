/**
 * The balances of the variants of the golden sale as a trial balance for the tax authority has them: each event is booked here by plain
 * arithmetic from the steps of the table. Neither the portal's journal nor its rules are read.
 */
import { chart } from '@anticipa/domain/chart';
import type { IvaRegime } from '@anticipa/domain/iva-regime';
import { variantsIn } from './golden-regimes.ts';
import type { Step, Variant } from './golden-variants.ts';

type Account = keyof typeof chart;
/** Cents above zero are a debit, below zero a credit. */
type Line = readonly [account: Account, cents: number];
interface Entry {
  readonly month: string;
  readonly lines: readonly Line[];
}

const SOLD = '2026-03-10';
const DUE = '2026-04-24';
const LAST_DAY = '2026-06-03';
/** Months in which the variants book. */
export const bookedMonths = ['2026-03', '2026-04', '2026-05', '2026-06'];
/** Months that are cut, by the day of the cut. */
const CUTS: Readonly<Record<string, string>> = {
  '2026-04-01': '2026-03',
  '2026-05-01': '2026-04',
  '2026-06-01': '2026-05',
};
const PESOS_PER_DOLLAR = 18.5;

const cents = (amount: string): number => Math.round(Number(amount) * 100);
const dayNumber = (day: string): number => Date.parse(day) / 86_400_000;
const positive = (amount: number): number => Math.max(amount, 0);

/** The books of one invoice. */
class Books {
  readonly entries: Entry[] = [];
  readonly #variant: Variant;
  readonly #regime: IvaRegime;
  readonly #face: number;
  /** Income of the sale in all: its interest, less a rebate. */
  readonly #earns: number;
  readonly #interest: number;
  readonly #commission: number;
  #billed = 0;
  #billedIva = 0;
  #lateCharges = 0;
  #lateIva = 0;
  /** Cents that were owed, times days late, by yearly rate. */
  readonly #lateDays = new Map<number, number>();
  #lateUntil = DUE;
  #isSettled = false;
  /** The entries of the last payment or closing, which a reversal takes back. */
  #last: readonly Line[] = [];

  constructor(variant: Variant, regime: IvaRegime) {
    this.#variant = variant;
    this.#regime = regime;
    const isDollars = variant.currency === 'USD';
    this.#face = isDollars ? 1_000_000 : 11_600_000;
    this.#interest = isDollars ? 30_000 : 348_000;
    this.#earns = variant.earned === undefined ? this.#interest : cents(variant.earned);
    const aforo = this.#face / 10;
    const deposit = this.#face - aforo - this.#interest;
    this.#book(
      SOLD,
      ['CARTERA', this.#face],
      ['AFORO_POR_DEVOLVER', -aforo],
      ['INTERES_POR_DEVENGAR', -this.#interest],
      ['POR_DEPOSITAR', -deposit],
    );
    const [commission, iva] = (variant.commission ?? ['0', '0']).map(cents) as [number, number];
    this.#commission = commission;
    this.#book(
      SOLD,
      ['POR_DEPOSITAR', commission + iva],
      ['COMISIONES_POR_DEVENGAR', -commission],
      ['IVA_COBRADO', -iva],
    );
    this.#book(SOLD, ['POR_DEPOSITAR', deposit - commission - iva], ['BANCOS', commission + iva - deposit]);
    if (regime === 'flujo') this.#bill(SOLD, this.#interest);
  }

  play(): this {
    const days = new Set([...Object.keys(CUTS), ...this.#variant.steps.map(([, day]) => day)]);
    for (const day of [...days].toSorted()) {
      const cut = CUTS[day];
      if (cut) this.#cut(cut, day);
      for (const step of this.#variant.steps.filter(([, stepDay]) => stepDay === day)) this.#take(step);
    }
    this.#billLateCharges();
    const due = -this.#balance('POR_DEPOSITAR');
    this.#book(LAST_DAY, ['POR_DEPOSITAR', due], ['BANCOS', -due]);
    return this;
  }

  #take([kind, day, third]: Step): void {
    this.#accrue(day);
    const from = this.entries.length;
    const aforo = -this.#balance('AFORO_POR_DEVOLVER');
    const owed = this.#balance('CARTERA');
    const amount = cents(third ?? '0');
    const deposit = this.#face - this.#face / 10 - this.#interest;
    switch (kind) {
      case 'refer':
      case 'extend':
        return;
      case 'deposit-again':
        this.#book(day, ['BANCOS', deposit], ['POR_DEPOSITAR', -deposit]);
        this.#book(day, ['POR_DEPOSITAR', deposit], ['BANCOS', -deposit]);
        if (third === 'elsewhere') this.#book(day, ['DEUDORES', deposit], ['BANCOS', -deposit]);
        return;
      case 'recover':
        this.#book(day, ['BANCOS', deposit], ['DEUDORES', -deposit]);
        return;
      case 'again':
        this.#book(day, ['BANCOS', this.#face], ['COBROS_POR_IDENTIFICAR', -this.#face]);
        this.#book(day, ['COBROS_POR_IDENTIFICAR', this.#face], ['POR_DEPOSITAR', -this.#face]);
        this.#book(day, ['POR_DEPOSITAR', this.#face], ['BANCOS', -this.#face]);
        return;
      case 'forward':
        this.#book(day, ['BANCOS', amount], ['COBROS_POR_IDENTIFICAR', -amount]);
        this.#book(day, ['COBROS_POR_IDENTIFICAR', amount], ['POR_DEPOSITAR', -amount]);
        return;
      case 'undo':
        this.#book(day, ...this.#last.map(([account, moved]) => [account, -moved] as const));
        this.#isSettled = false;
        return;
      case 'write-off':
        this.#writeOff(day);
        return;
      case 'paid-to-client':
        this.#book(day, ['RECOMPRA', amount], ['CARTERA', -amount]);
        return;
      case 'credit-note':
        this.#book(day, ['AFORO_POR_DEVOLVER', amount], ['CARTERA', -amount]);
        return;
      case 'recourse':
        this.#chargeLate(day);
        this.#book(day, ['RECOMPRA', owed], ['CARTERA', -owed]);
        this.#book(day, ['AFORO_POR_DEVOLVER', aforo], ['RECOMPRA', -aforo]);
        this.#setOffRebate(day);
        return;
      case 'close':
        this.#chargeLate(day);
        this.#book(day, ['AFORO_POR_DEVOLVER', Math.min(aforo, owed)], ['CARTERA', -Math.min(aforo, owed)]);
        break;
      default: {
        this.#chargeLate(day);
        const paid = cents(kind);
        const toReceiver = Math.min(paid, owed);
        const boughtBack = Math.min(paid - toReceiver, this.#balance('RECOMPRA'));
        this.#book(
          day,
          ['BANCOS', paid],
          ['CARTERA', -toReceiver],
          ['RECOMPRA', -boughtBack],
          ['CLIENTE', toReceiver + boughtBack - paid],
        );
      }
    }
    this.#settle(day);
    this.#last = this.entries.slice(from).flatMap(({ lines }) => lines);
  }

  /** Interest and commission of each day until one, cumulative; what a rebate gives back is never earned. */
  #accrue(until: string): void {
    const last = Math.min(dayNumber(until), dayNumber(DUE));
    for (let at = dayNumber(SOLD) + 1; at <= last && !this.#isSettled; at += 1) {
      const sinceSale = (whole: number) => Math.round((whole * (at - dayNumber(SOLD))) / 45);
      const earned = Math.min(sinceSale(this.#interest), this.#earns) + this.#balance('INGRESO_INTERES');
      const fee = sinceSale(this.#commission) + this.#balance('COMISIONES');
      // A day that was taken back in a later month is earned again in that one.
      const day = this.#bookedOn(at, until);
      this.#book(day, ['INTERES_POR_DEVENGAR', positive(earned)], ['INGRESO_INTERES', -positive(earned)]);
      this.#book(day, ['COMISIONES_POR_DEVENGAR', positive(fee)], ['COMISIONES', -positive(fee)]);
    }
  }

  /** A day of a month that was closed before another day is booked on the first day after. */
  #bookedOn(at: number, on: string): string {
    const day = new Date(at * 86_400_000).toISOString().slice(0, 10);
    return day.slice(0, 7) < on.slice(0, 7) && on.slice(8) > '03' ? on : day;
  }

  /** Late charges of what is owed until a day, before it changes. */
  #chargeLate(day: string): void {
    const extension = this.#variant.steps.find(([kind]) => kind === 'extend');
    const owed = this.#balance('CARTERA') + this.#balance('RECOMPRA');
    for (let at = dayNumber(this.#lateUntil) + 1; at <= dayNumber(day); at += 1) {
      const isExtended = extension && at > dayNumber(extension[1]) && at <= dayNumber(extension[2] ?? '');
      const rate = isExtended ? 24 : 48;
      this.#lateDays.set(rate, (this.#lateDays.get(rate) ?? 0) + owed);
    }
    if (day > this.#lateUntil) this.#lateUntil = day;
    const charged = [...this.#lateDays].reduce(
      (sum, [rate, owedDays]) => sum + Math.round((owedDays * rate) / 36_000),
      0,
    );
    const charge = charged - this.#lateCharges;
    const iva = this.#ivaOf(charge);
    this.#lateCharges += charge;
    this.#lateIva += iva;
    this.#book(day, ['CLIENTE', charge + iva], ['RECARGOS', -charge], ['IVA_COBRADO', -iva]);
  }

  /** A rebate is the client’s, and pays what it must buy back, as its IVA does if that is invoiced. */
  #setOffRebate(day: string): void {
    if (this.#variant.earned === undefined) return;
    this.#giveRebate(day);
    const credit = positive(-this.#balance('CLIENTE'));
    const iva = positive(this.#billedIva - this.#documentsIva());
    this.#book(day, ['CLIENTE', credit], ['IVA_POR_FACTURAR', iva], ['RECOMPRA', -credit - iva]);
  }

  #giveRebate(day: string): void {
    const rebate = -this.#balance('INTERES_POR_DEVENGAR');
    this.#book(day, ['INTERES_POR_DEVENGAR', rebate], ['CLIENTE', -rebate]);
  }

  /** Nothing is owed any more: the rest of the interest, and the release of the aforo. */
  #settle(day: string): void {
    if (this.#isSettled || this.#balance('CARTERA') + this.#balance('RECOMPRA') > 0) return;
    this.#isSettled = true;
    const rest = -this.#balance('INTERES_POR_DEVENGAR');
    if (this.#variant.earned !== undefined) this.#giveRebate(day);
    else this.#book(day, ['INTERES_POR_DEVENGAR', rest], ['INGRESO_INTERES', -rest]);
    const fee = -this.#balance('COMISIONES_POR_DEVENGAR');
    this.#book(day, ['COMISIONES_POR_DEVENGAR', fee], ['COMISIONES', -fee]);
    const client = this.#balance('CLIENTE');
    const ivaToCome = this.#documentsIva() - this.#billedIva + this.#balance('IVA_POR_FACTURAR');
    const aforo = -this.#balance('AFORO_POR_DEVOLVER');
    const available = aforo + positive(-client) + positive(-ivaToCome);
    const taken = Math.min(available, positive(client));
    const kept = Math.min(available - taken, positive(ivaToCome));
    this.#book(
      day,
      ['AFORO_POR_DEVOLVER', aforo],
      ['CLIENTE', positive(-client)],
      ['IVA_POR_FACTURAR', positive(-ivaToCome)],
      ['CLIENTE', -taken],
      ['IVA_POR_FACTURAR', -kept],
      ['POR_DEPOSITAR', taken + kept - available],
    );
    const uncollected = -this.#balance('IVA_NO_COBRADO');
    if (this.#balance('CLIENTE') <= 0) this.#book(day, ['IVA_NO_COBRADO', uncollected], ['IVA_COBRADO', -uncollected]);
  }

  #writeOff(day: string): void {
    const [owed, client] = [this.#balance('CARTERA'), this.#balance('CLIENTE')];
    const [aforo, lostIva] = [-this.#balance('AFORO_POR_DEVOLVER'), -this.#balance('IVA_NO_COBRADO')];
    const loss = owed + client - aforo - lostIva;
    this.#book(day, ['GASTO_ESTIMACION', loss], ['ESTIMACION', -loss]);
    this.#book(
      day,
      ['ESTIMACION', loss],
      ['IVA_NO_COBRADO', lostIva],
      ['AFORO_POR_DEVOLVER', aforo],
      ['CARTERA', -owed],
      ['CLIENTE', -client],
    );
    this.#isSettled = true;
  }

  /** The CFDI of a month bills what was earned until its end; a deposit’s is credited what a rebate gave back. */
  #cut(month: string, day: string): void {
    const end = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    this.#accrue(end);
    const earned = -this.#balance('INGRESO_INTERES');
    if (this.#regime !== 'flujo') this.#bill(`${month}-31`, earned - this.#billed);
    else if (this.#isSettled && this.#billed > earned) {
      const iva = this.#ivaOf(this.#billed - earned);
      this.#book(day, ['IVA_COBRADO', iva], ['IVA_POR_FACTURAR', -iva]);
      this.#billed = earned;
      this.#billedIva -= iva;
    }
  }

  #bill(day: string, interest: number): void {
    if (interest <= 0) return;
    const iva = this.#ivaOf(interest);
    const kept = Math.min(-this.#balance('IVA_POR_FACTURAR'), iva);
    // A deposit keeps the interest back: the IVA in the unpaid rest of its CFDI waits.
    const uncollected = this.#regime === 'flujo' ? Math.round((iva * iva) / (interest + iva)) : 0;
    this.#billed += interest;
    this.#billedIva += iva;
    this.#book(
      day,
      ['IVA_POR_FACTURAR', kept],
      ['CLIENTE', interest + iva - kept],
      ['CLIENTE', -interest],
      ['IVA_NO_COBRADO', -uncollected],
      ['IVA_COBRADO', uncollected - iva],
    );
  }

  /** IVA of late charges that the client still owes once they are invoiced. */
  #billLateCharges(): void {
    const unpaid = Math.min(positive(this.#balance('CLIENTE')), this.#lateCharges + this.#lateIva);
    if (!this.#isSettled || unpaid === 0) return;
    const iva = Math.round((unpaid * this.#lateIva) / (this.#lateCharges + this.#lateIva));
    this.#book(LAST_DAY, ['IVA_COBRADO', iva], ['IVA_NO_COBRADO', -iva]);
  }

  /** The IVA that the documents of the sale have in the end, from the table. */
  #documentsIva(): number {
    const { invoiced = ['259.84', '296.96'] } = this.#variant;
    return cents(invoiced[0]) + cents(invoiced[1]);
  }

  #ivaOf(amount: number): number {
    return this.#regime === 'exento' ? 0 : Math.round((amount * 16) / 100);
  }

  #balance(account: Account): number {
    return this.entries
      .flatMap(({ lines }) => lines)
      .reduce((sum, [own, moved]) => (own === account ? sum + moved : sum), 0);
  }

  #book(day: string, ...lines: readonly Line[]): void {
    const left = lines.reduce((sum, [, moved]) => sum + moved, 0);
    if (left !== 0) throw new Error(`${this.#variant.name}: an entry of ${day} is off by ${left} cents`);
    this.entries.push({ month: day.slice(0, 7), lines: lines.filter(([, moved]) => moved !== 0) });
  }
}

/** Rows of the trial balance of a month that are not zero: "account opening debit credit closing" in pesos, each level with the sums of those below it. */
export function goldenBalances(regime: IvaRegime, month: string): string[] {
  const moved = variantsIn[regime].flatMap((variant) => {
    const pesos = variant.currency === 'USD' ? PESOS_PER_DOLLAR : 1;
    return new Books(variant, regime).play().entries.flatMap((entry) =>
      entry.lines.map(([account, amount]) => ({
        account,
        month: entry.month,
        amount: Math.sign(amount) * Math.round(Math.abs(amount) * pesos),
      })),
    );
  });
  const levels = moved
    .filter((line) => line.month <= month)
    .flatMap((line) => {
      const { number, nature } = chart[line.account];
      return [number, number.split('-')[0] ?? ''].map((level) => ({
        ...line,
        level,
        sign: nature === 'deudora' ? 1 : -1,
      }));
    });
  return [...Map.groupBy(levels, ({ level }) => level)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([level, lines]) => {
      const sum = (pick: (line: (typeof lines)[number]) => number) =>
        lines.reduce((total, line) => total + pick(line), 0);
      const isNow = (line: (typeof lines)[number]) => line.month === month;
      const figures = [
        sum((line) => (isNow(line) ? 0 : line.sign * line.amount)),
        sum((line) => (isNow(line) ? positive(line.amount) : 0)),
        sum((line) => (isNow(line) ? positive(-line.amount) : 0)),
        sum((line) => line.sign * line.amount),
      ];
      if (figures.every((figure) => figure === 0)) return [];
      return [[level, ...figures.map((figure) => (figure / 100).toFixed(2))].join(' ')];
    });
}
