/** Rules of the model by which invoices enter, leave and return. */
import { daysAfter } from './arithmetic.ts';
import {
  type Bill,
  isDeleted,
  type Refusal,
  receiverStatus,
  refusal,
  type Standing,
  type State,
  todayOf,
} from './state.ts';

const MAX_AGE = 180;

/** The status of a sound invoice that the tax authority confirms. */
export function entered(state: State, bill: Pick<Bill, 'receiver' | 'emittedOn'>): Standing {
  const { status } = bill.receiver;
  const isTooOld = daysAfter(bill.emittedOn, todayOf(state)) >= MAX_AGE;
  const ofReceiver: Record<number, string> = {
    [receiverStatus.rejected]: 'RECEIVER_REJECTED',
    [receiverStatus.disabled]: 'RECEIVER_DISABLED',
  };
  const motive = isTooOld ? 'EMITTED_TOO_OLD' : (ofReceiver[status] ?? null);
  if (motive !== null) return { status: 'RECHAZADA', motive, rejectedOn: todayOf(state) };
  return { status: status === receiverStatus.approved ? 'AUTORIZADA' : 'REGISTRADO', motive: null, rejectedOn: null };
}

/** The lender's own decisions do not change with another upload. */
const isDecided = (motive: string | null): boolean => motive?.startsWith('LENDER_') === true;

/** Uploads an invoice that is already known; returns whether it came back. */
export function uploadAgain(state: State, bill: Bill): 'invoice' | 'existing' {
  const { motive } = bill.standing;
  if (motive === null || isDecided(motive)) return 'existing';
  const before = bill.deleted;
  if (before !== null && isDecided(before.motive)) return comeBack(bill, before);
  const now = entered(state, bill);
  if (now.status !== 'RECHAZADA') return comeBack(bill, now);
  if (before === null) return 'existing';
  return comeBack(bill, now.motive === before.motive ? before : now);
}

function comeBack(bill: Bill, standing: Standing): 'invoice' {
  bill.standing = standing;
  bill.deleted = null;
  return 'invoice';
}

/** A user takes an invoice that is in no sale off the lists. */
export function remove(state: State, bill: Bill): Refusal | null {
  if (isDeleted(bill)) return null;
  const { status, rejectedOn } = bill.standing;
  if (!['AUTORIZADA', 'REGISTRADO', 'RECHAZADA'].includes(status)) return refusal('INVOICE_NOT_DELETABLE');
  bill.deleted = bill.standing;
  bill.standing = { status: 'RECHAZADA', motive: 'DELETED_BY_USER', rejectedOn: rejectedOn ?? todayOf(state) };
  return null;
}

/** Only an invoice deleted by a user comes back: to be checked again, or still rejected. */
export function restore(bill: Bill): Refusal | null {
  const before = bill.deleted;
  if (!isDeleted(bill) || before === null) return refusal('INVOICE_NOT_RESTORABLE');
  comeBack(bill, before.status === 'RECHAZADA' ? before : { status: 'REGISTRADO', motive: null, rejectedOn: null });
  return null;
}
