/** Transfers of the stand-in for STP, and what becomes of an order. */
import { addDays, clockAt, MEXICO_CITY, nextBusinessDay } from '@anticipa/domain/calendar';

/** Fields of a transfer as the queries answer them. */
export interface StpTransfer {
  readonly idEF: number;
  readonly direction: 'E' | 'R';
  readonly claveRastreo: string;
  readonly monto: number;
  readonly fechaOperacion: number;
  readonly cuentaOrdenante: string;
  readonly nombreOrdenante: string;
  readonly cuentaBeneficiario: string;
  readonly nombreBeneficiario: string;
  readonly rfcCurpBeneficiario: string;
  readonly conceptoPago: string;
  readonly referenciaNumerica: number;
  readonly institucionContraparte: number;
  readonly folioOrigen: string;
  /** 1 for one account to another. */
  readonly tipoPago: number;
  /** Tracking key of the transfer that this one gives back. */
  readonly claveRastreoDevolucion: string | null;
  estado: string;
  causaDevolucion: number | null;
  tsLiquidacion: number | null;
  /** The account's holder at its bank, once settled. */
  nombreCep: string | null;
  /** Left out of the queries. */
  isHidden: boolean;
}

/**
 * Fate of an order: 'in-flight' stays so until it is settled by hand; 'used' is stored although the answer is an error;
 * 'returned' comes back after it was paid; 'lost' never appears; 'unlisted' is unknown to `consultaOrden`; 'unanswered'
 * is stored, and the connection is cut off.
 */
export const stpOutcomes = [
  'paid',
  'in-flight',
  'used',
  'refused',
  'query-mode',
  'returned',
  'cancelled',
  'lost',
  'other-name',
  'unlisted',
  'unanswered',
] as const;
export type StpOutcome = (typeof stpOutcomes)[number];

/** Outcome by the cents of the amount, for tests that reach the server only through the portal. */
const byCents: Readonly<Record<string, StpOutcome>> = {
  '01': 'used',
  '02': 'refused',
  '03': 'query-mode',
  '04': 'returned',
  '05': 'cancelled',
  '06': 'lost',
  '07': 'other-name',
  '09': 'unlisted',
  '10': 'unanswered',
};

export const outcomeByCents = (amount: number): StpOutcome => byCents[amount.toFixed(2).slice(-2)] ?? 'paid';

const FIRST_ID = 9_300_000;
/** From this hour on, and on days when banks are closed, SPEI's operation day is the next banking day. */
const ROLL_OVER_HOUR = 18;

export class StpRecords {
  readonly transfers: StpTransfer[] = [];
  /** CLABEs that were registered, with the fields of their registration. */
  readonly accounts = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** SPEI's operation day as a number, such as 20260310. */
  today(): number {
    const { date, hour } = clockAt(this.#now(), MEXICO_CITY);
    const day = nextBusinessDay(hour < ROLL_OVER_HOUR ? date : addDays(date, 1));
    return Number(day.replaceAll('-', ''));
  }

  add(fields: Pick<StpTransfer, 'direction' | 'claveRastreo' | 'monto'> & Partial<StpTransfer>): StpTransfer {
    const transfer: StpTransfer = {
      idEF: FIRST_ID + this.transfers.length,
      fechaOperacion: this.today(),
      cuentaOrdenante: '',
      nombreOrdenante: 'null',
      cuentaBeneficiario: '',
      nombreBeneficiario: '',
      rfcCurpBeneficiario: 'ND',
      conceptoPago: '',
      referenciaNumerica: 1,
      institucionContraparte: 40012,
      folioOrigen: '',
      tipoPago: 1,
      claveRastreoDevolucion: null,
      estado: 'L',
      causaDevolucion: null,
      tsLiquidacion: null,
      nombreCep: null,
      isHidden: false,
      ...fields,
    };
    this.transfers.push(transfer);
    return transfer;
  }

  /** A tracking key is used once per operation day. */
  isUsed(claveRastreo: string): boolean {
    return this.transfers.some(
      (one) => one.direction === 'E' && one.claveRastreo === claveRastreo && one.fechaOperacion === this.today(),
    );
  }

  /** The bank of the beneficiary gives an order back: a transfer of its own among the received ones, under the key of the order. */
  giveBack({ claveRastreo, cuentaOrdenante, monto }: StpTransfer, over: Partial<StpTransfer> = {}): StpTransfer {
    const back = this.add({
      direction: 'R',
      claveRastreo,
      claveRastreoDevolucion: claveRastreo,
      cuentaBeneficiario: cuentaOrdenante,
      monto,
      tipoPago: 0,
      causaDevolucion: NO_SUCH_ACCOUNT,
      ...over,
    });
    back.estado = 'LQ';
    back.tsLiquidacion = this.#now().getTime();
    return back;
  }

  settle(transfer: StpTransfer, estado: string, nombreCep = transfer.nombreBeneficiario): void {
    transfer.estado = estado;
    if (estado === 'LQ') Object.assign(transfer, { tsLiquidacion: this.#now().getTime(), nombreCep });
    if (estado === 'D') transfer.causaDevolucion = RETURN_CAUSE;
  }
}

/** The account is blocked. */
const RETURN_CAUSE = 2;
/** Code found in a recorded return. */
const NO_SUCH_ACCOUNT = 14;
