/** Texts of the home screen's first lines. */
import { formatCount } from '../../lib/format.ts';

const invoices = (count: number): string => formatCount(count, 'factura', 'facturas');

export const es = {
  failed: 'No se pudo leer tu resumen de hoy',
  attention: {
    label: 'Lo que necesita tu atención',
    overdue: (late: number, today: number) => {
      if (late === 0) return `${invoices(today)} ${today === 1 ? 'vence' : 'vencen'} hoy`;
      const overdue = `${invoices(late)} ${late === 1 ? 'vencida' : 'vencidas'}`;
      return today === 0 ? overdue : `${overdue} y ${today} que ${today === 1 ? 'vence' : 'vencen'} hoy`;
    },
    charges: (charges: string) => `con ${charges} de recargos`,
    since: (date: string) => `La primera venció el ${date}`,
    returned: (sales: readonly number[]) =>
      sales.length === 1
        ? `Venta ${sales[0]} por corregir`
        : `${formatCount(sales.length, 'venta', 'ventas')} por corregir`,
    returnedNext: 'La financiera espera tu corrección para seguir.',
    correct: 'Corregir',
    soon: (count: number) => `${invoices(count)} por vencer en 7 días`,
    first: (date: string, relative: string) => `La primera, el ${date} (${relative})`,
    seeSoon: 'Ver facturas',
    rejected: (count: number) => (count === 1 ? '1 factura rechazada hoy' : `${invoices(count)} rechazadas hoy`),
    rejectedNext: 'Verás el motivo y qué hacer.',
    seeRejected: 'Ver motivos',
  },
  receive: {
    title: 'Puedes recibir hoy',
    count: (count: number) => `Por ${invoices(count)} que puedes vender.`,
    nothing: 'Ahora no hay facturas que puedas vender.',
    assumed: (count: number) =>
      `En ${invoices(count)} suponemos que te pagan a 180 días; con un plazo menor recibes más.`,
    exceeding: (count: number) =>
      count === 1 ? '1 factura más no cabe en tu crédito.' : `${invoices(count)} más no caben en tu crédito.`,
    undated: (count: number) =>
      count === 1
        ? '1 factura más necesita otra fecha de pago.'
        : `${invoices(count)} más necesitan otra fecha de pago.`,
  },
  way: {
    title: 'Tu dinero en camino',
    all: 'Mis ventas',
    none: 'No hay ventas en curso.',
    sale: (number: number) => `Venta ${number}`,
    states: { requested: 'En revisión', returned: 'Por corregir', answered: 'Autorizada', disbursed: 'Depositada hoy' },
    more: (count: number) => `y ${formatCount(count, 'venta más', 'ventas más')}`,
  },
  next: {
    title: 'Próximos vencimientos',
    none: 'Nada vence después de hoy.',
    all: 'Calendario',
    returned: (amount: string) => `Te regresa ${amount}`,
  },
} as const;
