/** STP's answers, in the words of the port. */
import { dateOf } from '@anticipa/domain/calendar';
import { z } from 'zod';
import type { Registration, Transfer, TransferState } from './port.ts';

const registered = z.object({
  resultado: z.object({ id: z.coerce.number().int(), descripcionError: z.string().nullish() }),
});

/** The key is in use, or the order is a duplicate: it may be our own of an earlier attempt. */
const USED = new Set([-1, -2]);
/** The service only answers queries for the moment. */
const QUERY_MODE = -30;
/** An id 0 without an answer of STP's own system: the order may have been stored. */
const NO_RESPONSE = /no se recibi[oó] respuesta/i;

/** Only a positive id is a success: -200 is a refusal, although clients exist that take it for an order. */
export function registrationOf(answer: unknown): Registration {
  const parsed = registered.safeParse(answer);
  if (!parsed.success) return { kind: 'unknown' };
  const { id, descripcionError } = parsed.data.resultado;
  const reason = descripcionError ?? '';
  if (id > 0) return { kind: 'accepted', orderId: String(id) };
  if (USED.has(id) || NO_RESPONSE.test(reason)) return { kind: 'unknown' };
  return id === QUERY_MODE ? { kind: 'not-now' } : { kind: 'refused', code: id, reason };
}

/**
 * Production systems of others treat them so. CN, cancelled, is kept in flight by one of them: here it has failed, and
 * an operator decides what follows. All other states are in flight.
 */
const states: Readonly<Record<string, TransferState>> = {
  LQ: 'paid',
  TLQ: 'paid',
  CCO: 'paid',
  CCR: 'paid',
  D: 'failed',
  CN: 'failed',
  CL: 'failed',
  TCL: 'failed',
  RL: 'failed',
  RA: 'failed',
  RB: 'failed',
};

const text = z.string().nullish();
const whole = z.coerce.number().int();

const transfer = z
  .object({
    idEF: whole,
    claveRastreo: z.string(),
    estado: z.string(),
    fechaOperacion: whole,
    monto: z.number().nonnegative(),
    cuentaOrdenante: text,
    nombreOrdenante: text,
    institucionContraparte: whole.nullish(),
    cuentaBeneficiario: text,
    nombreCep: text,
    rfcCep: text,
    causaDevolucion: z.union([z.literal(''), whole]).nullish(),
    tsLiquidacion: z.union([z.literal(''), whole]).nullish(),
  })
  .transform(
    (one): Transfer => ({
      transferId: String(one.idEF),
      trackingKey: one.claveRastreo,
      state: states[one.estado] ?? 'in-flight',
      code: one.estado,
      operationDay: dateOf(String(one.fechaOperacion).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')),
      amount: one.monto.toFixed(2),
      counterpartBank: one.institucionContraparte ?? null,
      senderAccount: given(one.cuentaOrdenante),
      senderName: given(one.nombreOrdenante),
      beneficiaryAccount: given(one.cuentaBeneficiario),
      holder: given(one.nombreCep) === '' ? null : { name: given(one.nombreCep), rfc: given(one.rfcCep) },
      returnCause: one.causaDevolucion || null,
      settledAt: one.tsLiquidacion ? new Date(one.tsLiquidacion) : null,
    }),
  );

/** Missing texts also come as the word "null". */
const given = (value: string | null | undefined): string => (value === 'null' ? '' : (value ?? '').trim());

const found = z.object({ estado: z.literal(0), respuesta: transfer });
/** Lists may end in null. */
const page = z.object({ estado: z.literal(0), total: whole, datos: z.array(transfer.nullable()).nullable() });
const nothing = z.object({ estado: z.literal(6) });

/** Whether no transfer matches. */
export const isNothing = (answer: unknown): boolean => nothing.safeParse(answer).success;

/** Throws for anything but a transfer. */
export const transferIn = (answer: unknown): Transfer => found.parse(answer).respuesta;

/** A page of a reconciliation: `size` includes entries that are no transfer. Throws for anything else. */
export function pageIn(answer: unknown): { transfers: readonly Transfer[]; size: number; total: number } {
  const { datos, total } = page.parse(answer);
  const transfers = (datos ?? []).filter((one) => one !== null);
  return { transfers, size: datos?.length ?? 0, total };
}
