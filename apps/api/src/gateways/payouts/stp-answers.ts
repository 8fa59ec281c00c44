/** STP's answers, in the words of the port. */
import { parseDate } from '@anticipa/domain/calendar';
import { z } from 'zod';
import type { AccountRegistration, Registration, Transfer, TransferState } from './port.ts';

/** Numbers also come as texts. Anything else, such as null, is no number. */
const whole = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
]);

const registered = z.object({ resultado: z.object({ id: whole, descripcionError: z.string().nullish() }) });

/** The key is in use, or the order is a duplicate: it may be our own of an earlier attempt. */
const USED = new Set([-1, -2]);
/** The service only answers queries for the moment. */
const QUERY_MODE = -30;
/**
 * Texts of an id 0 that refuse an order before it is stored. Any other, such as a time-out within STP, leaves open whether the order was
 * stored. Accents may arrive damaged.
 */
const INVALID = /^(?:error validando la firma|firma inv\S{1,3}lida|el campo .+ es (?:obligatorio|inv\S{1,3}lido))/i;

/** Only a positive id means success: -200 is a refusal, although some clients take it for an order. */
export function registrationOf(answer: unknown): Registration {
  const parsed = registered.safeParse(answer);
  if (!parsed.success) return { kind: 'unknown' };
  const { id, descripcionError } = parsed.data.resultado;
  const reason = descripcionError ?? '';
  if (id > 0) return { kind: 'accepted', orderId: String(id) };
  if (USED.has(id) || (id === 0 && !INVALID.test(reason))) return { kind: 'unknown' };
  return id === QUERY_MODE ? { kind: 'not-now' } : { kind: 'refused', code: id, reason };
}

const registeredAccount = z.object({ id: whole, descripcion: z.string().nullish() });
/** Accepted for review, and registered by an earlier call. */
const ACCOUNT_TAKEN = new Set([0, 3]);

export function accountRegistrationOf(answer: unknown): AccountRegistration {
  const { data } = registeredAccount.safeParse(answer);
  if (data === undefined) return { kind: 'unknown' };
  if (ACCOUNT_TAKEN.has(data.id)) return { kind: 'registered' };
  return { kind: 'refused', reason: `${data.id}: ${data.descripcion ?? ''}` };
}

/** Production systems of others treat them so. All other states are in flight, also CCR, a confirmation that was rejected. */
const states: Readonly<Record<string, TransferState>> = {
  LQ: 'paid',
  TLQ: 'paid',
  CCO: 'paid',
  D: 'failed',
  CN: 'failed',
  CR: 'failed',
  CA: 'failed',
  CL: 'failed',
  TCL: 'failed',
  RL: 'failed',
  RA: 'failed',
  RB: 'failed',
};

/** Control characters, which the database cannot store, become spaces. Missing texts also come as the word "null". */
const text = z
  .string()
  .nullish()
  .transform((value) => (value === 'null' ? '' : (value ?? '').replace(/\p{Cc}/gu, ' ').trim()));
/** Its absence, or a form that is not known, loses nothing. */
const optional = z.union([z.literal('').transform(() => null), whole.nullish()]).catch(null);

/** Kinds of payment that give back an earlier transfer, as a client in production leaves them out of its deposits. */
const REFUNDS: ReadonlySet<number> = new Set([0, 16, 17, 18, 23, 24]);

const MAX_AMOUNT = 1e12;
/** The year 2100, in milliseconds. */
const MAX_INSTANT = 4_102_444_800_000;

const transfer = z
  .object({
    idEF: whole,
    claveRastreo: z.string().regex(/^[\x20-\x7e]{1,40}$/),
    estado: z.string().regex(/^[\x20-\x7e]{1,40}$/),
    fechaOperacion: whole
      .transform((number) => parseDate(String(number).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')))
      .refine((day) => day !== null),
    monto: z.number().nonnegative().max(MAX_AMOUNT),
    cuentaOrdenante: text,
    nombreOrdenante: text,
    institucionContraparte: optional,
    cuentaBeneficiario: text,
    nombreCep: text,
    rfcCep: text,
    causaDevolucion: optional,
    tsLiquidacion: optional,
    conceptoPago: text,
    referenciaNumerica: z.union([text, whole.transform(String)]),
    tipoPago: optional,
    claveRastreoDevolucion: text,
  })
  .transform(
    (one): Transfer => ({
      transferId: String(one.idEF),
      trackingKey: one.claveRastreo,
      state: states[one.estado] ?? 'in-flight',
      code: one.estado,
      operationDay: one.fechaOperacion,
      amount: one.monto.toFixed(2),
      counterpartBank: one.institucionContraparte ?? null,
      senderAccount: one.cuentaOrdenante,
      senderName: one.nombreOrdenante,
      beneficiaryAccount: one.cuentaBeneficiario,
      holder: one.nombreCep === '' ? null : { name: one.nombreCep, rfc: one.rfcCep },
      returnCause: one.causaDevolucion || null,
      settledAt: instantOf(one.tsLiquidacion),
      concept: one.conceptoPago,
      reference: one.referenciaNumerica,
      refundOf: refundOf(one),
    }),
  );

interface Kind {
  readonly claveRastreo: string;
  readonly claveRastreoDevolucion: string;
  readonly tipoPago?: number | null | undefined;
}

/** A transfer of any kind that names the key of an earlier one is no new money. */
function refundOf({ claveRastreo, claveRastreoDevolucion: earlier, tipoPago }: Kind): string | null {
  if (earlier !== '') return earlier;
  return typeof tipoPago === 'number' && REFUNDS.has(tipoPago) ? claveRastreo : null;
}

const instantOf = (milliseconds: number | null | undefined): Date | null =>
  milliseconds && milliseconds > 0 && milliseconds < MAX_INSTANT ? new Date(milliseconds) : null;

const found = z.object({ estado: z.literal(0), respuesta: transfer });
/** Lists may end in null. */
const page = z.object({ estado: z.literal(0), total: whole, datos: z.array(z.unknown()).nullable() });
const nothing = z.object({ estado: z.literal(6) });

/** Whether no transfer matches. */
export const isNothing = (answer: unknown): boolean => nothing.safeParse(answer).success;

/** Throws for anything but a transfer. */
export const transferIn = (answer: unknown): Transfer => found.parse(answer).respuesta;

interface Page {
  readonly transfers: readonly Transfer[];
  /** Rows that are no transfer. */
  readonly unreadable: number;
  readonly total: number;
}

/** A page of a reconciliation. Throws for anything else. */
export function pageIn(answer: unknown): Page {
  const { datos, total } = page.parse(answer);
  const rows = (datos ?? []).filter((row) => row !== null).map((row) => transfer.safeParse(row));
  const transfers = rows.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return { transfers, unreadable: rows.length - transfers.length, total };
}
