/** Texts of the question how much money is needed. */
import type { Shortage } from '@anticipa/contract/cash-need';
import { formatCount } from '../../../lib/format.ts';

const invoices = (count: number): string => formatCount(count, 'factura', 'facturas');
const shortDay = new Intl.DateTimeFormat('es-MX', { timeZone: 'UTC', weekday: 'short', day: 'numeric' });
const longDay = new Intl.DateTimeFormat('es-MX', { timeZone: 'UTC', weekday: 'long', day: 'numeric' });

interface SetText {
  readonly count: number;
  readonly deposit: string;
  readonly cost: string;
}

export const needTexts = {
  title: '¿Cuánto necesitas?',
  amount: 'Importe',
  currency: 'Moneda',
  day: 'Para cuándo',
  dayOf: (date: string, today: string) => (date === today ? 'Hoy' : shortDay.format(new Date(date))),
  invalid: 'Escribe un importe mayor que cero',
  failed: 'No se pudo calcular qué facturas vender',
  counting: 'Se está calculando otra vez',
  aims: { cost: 'Menos costo', count: 'Menos facturas' },
  brings: ({ count, deposit, cost }: SetText) =>
    `Con ${invoices(count)} recibes ${deposit} y te cuesta ${cost} más IVA.`,
  arrives: (date: string) => `Llega a más tardar el ${longDay.format(new Date(date))}.`,
  assumed: (count: number) =>
    `En ${invoices(count)} suponemos que te pagan a 180 días: al vender escribes su fecha de pago, y si es menor te cuesta menos.`,
  boundCost: (amount: string) => `No comparamos todas las combinaciones: otra podría costar hasta ${amount} menos.`,
  boundCount: (count: number) =>
    count > 0
      ? `No comparamos todas las combinaciones: otra podría tener hasta ${invoices(count)} menos.`
      : 'Con menos facturas no se alcanza; otra del mismo tamaño podría costar menos.',
  withoutOrder: (count: number, amount: string) =>
    `${invoices(count)} por ${amount} ${count === 1 ? 'queda' : 'quedan'} fuera: ${count === 1 ? 'le' : 'les'} falta la orden de compra.`,
  bringOrders: 'Traer órdenes de Excel',
  sell: 'Vender',
  sellAim: { cost: 'Vender con menos costo', count: 'Vender menos facturas' },
  sellMost: 'Vender lo más que se puede',
  short: 'No alcanza.',
  most: ({ count, deposit }: SetText, isExact: boolean) =>
    `${isExact ? 'Lo más que puedes recibir son' : 'Lo más que encontramos son'} ${deposit}, con ${invoices(count)}.`,
  nothing: (amount: string) => `Ahora no puedes recibir nada de los ${amount}.`,
  ask: { LINE: 'Pedir una línea mayor', NO_ACCOUNT: 'Proponer una cuenta' },
  missing: {
    INVOICES: (_, amount) => `Te faltan facturas por vender: con todas quedarías a ${amount}.`,
    LINE: (count, amount) =>
      `Tu línea de crédito no cubre ${count === 1 ? 'la factura' : `las ${count} facturas`}: le faltan ${amount}.`,
    RECEIVER: (count) =>
      count === 1
        ? 'Un cliente tuyo llegó al límite que la financiera le acepta.'
        : `${count} clientes tuyos llegaron al límite que la financiera les acepta.`,
    DAY: (count, amount) => `El dinero de ${invoices(count)} por ${amount} llega después de ese día.`,
    NO_ACCOUNT: (count, amount) => `${invoices(count)} por ${amount} esperan una cuenta bancaria.`,
    NO_LINE: (count, amount) => `${invoices(count)} por ${amount} no tienen una línea de crédito vigente.`,
    NO_PRODUCT: (count, amount) => `${invoices(count)} por ${amount} son de un producto que no tienes activo.`,
    NO_RATE: (count, amount) => `${invoices(count)} por ${amount} esperan el tipo de cambio del día.`,
    ORDER: (count, amount) => `${invoices(count)} por ${amount} no tienen orden de compra: escríbela en la venta.`,
    DATE: (count, amount) => `${invoices(count)} por ${amount} necesitan otra fecha de pago.`,
  } satisfies Record<Shortage, (count: number, amount: string) => string>,
} as const;
