/** The state of one client in the model: plain records, changed by the rules beside this file. */
import { dayAt, daysAfter, greater, halfUp, latest, lesser, sumOf } from './arithmetic.ts';

export type Status = 'RECHAZADA' | 'REGISTRADO' | 'AUTORIZADA' | 'PREVENTA' | 'CREDITO' | 'LIQUIDADO';

/** Numbers of the specification's section 3. */
export const statusNumber: Record<Status, number> = {
  RECHAZADA: 0,
  REGISTRADO: 10,
  AUTORIZADA: 20,
  PREVENTA: 25,
  CREDITO: 30,
  LIQUIDADO: 40,
};
export const receiverStatus = { rejected: 0, pending: 10, approved: 20, disabled: 30 } as const;

export interface Receiver {
  readonly companyId: string;
  readonly rfc: string;
  readonly name: string;
  /** The lender runs a programme of confirmed payments with it. */
  readonly isProgramme: boolean;
  status: number;
}

/** Annual rates of every line of the model, in per cent. */
export const terms = { interest: 24n, late: 48n, withheld: 10n, iva: 16n, daysInYear: 360n } as const;

export interface Line {
  readonly creditLineId: string;
  readonly product: 'BI' | 'FB';
  readonly currency: 'MXN' | 'USD';
  limit: bigint;
}

/** A status with its reason and its day, for RECHAZADA. */
export interface Standing {
  readonly status: Status;
  readonly motive: string | null;
  readonly rejectedOn: string | null;
}

export interface Price {
  readonly days: number;
  readonly interest: bigint;
  readonly iva: bigint;
  readonly withheld: bigint;
  readonly advance: bigint;
  readonly deposit: bigint;
}

/** A bought invoice's payments and what they cost. */
export interface Debt {
  readonly boughtOn: string;
  depositedOn: string | null;
  readonly applied: { readonly on: string; readonly amount: bigint }[];
  received: bigint;
  late: bigint;
  lateIva: bigint;
  /** IVA of the interest by the documents that bill it, once it is settled. */
  documentsIva: bigint | null;
}

export interface Bill {
  readonly id: string;
  readonly uuid: string;
  readonly product: 'BI' | 'FB';
  readonly currency: 'MXN' | 'USD';
  readonly receiver: Receiver;
  readonly total: bigint;
  readonly emittedOn: string;
  standing: Standing;
  /** Standing before a user deleted it. */
  deleted: Standing | null;
  sold: { readonly sale: Sale; readonly item: Item } | null;
  debt: Debt | null;
  reference: Reference | null;
}

type Identity = 'id' | 'uuid' | 'product' | 'currency' | 'receiver' | 'total' | 'emittedOn' | 'standing';

/** An invoice that has just entered. */
export const newBill = (bill: Pick<Bill, Identity>): Bill => ({
  ...bill,
  deleted: null,
  sold: null,
  debt: null,
  reference: null,
});

export interface Item {
  readonly bill: Bill;
  readonly before: Standing;
  readonly due: string;
  readonly price: Price;
  state: 'held' | 'authorised' | 'rejected' | 'disbursed' | 'released';
  motive: string | null;
}

/** The text that a client accepts for sales that were fixed together. */
export interface Contract {
  readonly sales: readonly Sale[];
  /** Set from the answer. */
  accepted: { readonly version: string; readonly hash: string } | null;
}

export interface Sale {
  readonly number: number;
  /** Set from the answer. */
  saleId: string;
  readonly product: 'BI' | 'FB';
  readonly currency: 'MXN' | 'USD';
  readonly items: readonly Item[];
  state: 'held' | 'quoted' | 'requested' | 'answered' | 'disbursed' | 'cancelled' | 'expired';
  expiresAt: number | null;
  isAnswered: boolean;
  contract: Contract | null;
  trackingKey: string | null;
}

export interface Reference {
  /** Both set from the answer. */
  id: string;
  text: string;
  readonly currency: 'MXN' | 'USD';
  readonly bills: readonly Bill[];
  readonly amount: bigint;
  readonly late: bigint;
  readonly validUntil: string;
  isCancelled: boolean;
  /** Expired, and its invoices were referenced or paid again. */
  isEnded: boolean;
  hasMoney: boolean;
}

export interface State {
  now: number;
  readonly lines: readonly Line[];
  readonly receivers: readonly Receiver[];
  readonly bills: Bill[];
  readonly sales: Sale[];
  readonly references: Reference[];
}

/** Why a call is refused: its code, and each failure as `path code`. Null if it succeeds. */
export interface Refusal {
  readonly code: string;
  readonly failures: readonly string[];
}
export const refusal = (code: string, paths: readonly string[] = []): Refusal => ({
  code,
  failures: paths.map((path) => `${path} ${code}`),
});

export const todayOf = ({ now }: State): string => dayAt(now);

export const isDeleted = ({ standing }: Bill): boolean => standing.motive === 'DELETED_BY_USER';

/** Sellable again until the end of the day, unless a user deleted it. */
export const isRejectedToday = (state: State, bill: Bill): boolean =>
  !isDeleted(bill) && bill.standing.rejectedOn === todayOf(state);

export const isReceiverRefused = ({ receiver: { status } }: Bill): boolean =>
  status === receiverStatus.rejected || status === receiverStatus.disabled;

/** Debt for a bought invoice. */
export const owedOf = ({ total, debt }: Bill): bigint => total - sumOf(debt?.applied.map(({ amount }) => amount) ?? []);

/** Interest on `owed` for days after the due date. */
export const lateOf = (owedDays: bigint): bigint => halfUp(owedDays * terms.late, 100n * terms.daysInYear);

/** Late charges of all payments so far: on each amount from the due date until it was paid, on the rest until the last payment. */
export function lateCharges(bill: Bill): bigint {
  const { sold, debt } = bill;
  if (!sold || !debt) return 0n;
  const from = latest(sold.item.due, debt.boughtOn);
  const until = latest(from, ...debt.applied.map(({ on }) => on));
  const ofPaid = debt.applied.map(({ on, amount }) => amount * BigInt(daysAfter(from, on)));
  return lateOf(sumOf(ofPaid) + owedOf(bill) * BigInt(daysAfter(from, until)));
}

/** The credit of a line that is held, used and left: held while the lender decides, used while the payer owes. */
export function creditOf({ bills }: State, line: Line) {
  const own = bills.filter(({ product, currency }) => product === line.product && currency === line.currency);
  const taken = (status: Status, of: (bill: Bill, advance: bigint) => bigint): bigint =>
    sumOf(
      own.flatMap((bill) =>
        bill.sold && bill.standing.status === status ? [of(bill, bill.sold.item.price.advance)] : [],
      ),
    );
  const held = taken('PREVENTA', (_, advance) => advance);
  const used = taken('CREDITO', (bill, advance) => lesser(advance, owedOf(bill)));
  return { held, used, available: line.limit - held - used };
}

/** Rest of the aforo: above zero it goes to the client, below zero the client owes it. */
export function settlementOf({ total, sold, debt }: Bill): bigint {
  if (!sold || !debt) return 0n;
  const { withheld, iva } = sold.item.price;
  return withheld + debt.received - total - debt.late - debt.lateIva - (debt.documentsIva ?? iva);
}

export const atLeastZero = (amount: bigint): bigint => greater(amount, 0n);
