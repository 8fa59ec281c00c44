import { formatCount } from '../../lib/format.ts';

/** Texts of the monthly estimate, for accounting and risk. */
export const es = {
  failed: 'No se pudo leer la estimación',
  month: 'Mes',
  title: (month: string) => `Estimación de ${month}`,
  booked: (day: string, last: string) => `Registrada el ${day}, con lo que se debía al cierre del ${last}.`,
  coming: (last: string) =>
    `Todavía no se registra. Así quedaría con lo que se debe al cierre del ${last}; se registra sola el último día del mes.`,
  waiting: (clients: number) =>
    `Falta registrar la de ${formatCount(clients, 'cliente', 'clientes')}; se vuelve a intentar cada hora.`,
  settings: 'Cambiar las etapas en Ajustes',
  noun: ['renglón', 'renglones'] as const,
  stage: 'Etapa',
  count: 'Facturas',
  exposure: 'Expuesto',
  estimate: 'Estimación',
  change: 'Cambio',
  suspended: 'Recargos por ganar',
  memo: 'Fuera de libros',
  explained:
    'Expuesto: lo que se debe menos el aforo, el interés que falta ganar y los recargos por ganar. Recargos por ganar: se cobraron al cliente en su cuenta, pero en la etapa 3 no son ingreso hasta que pagan. Fuera de libros: recargos que corren y que ningún asiento tiene todavía.',
  open: (group: string) => `Ver facturas de ${group}`,
  emptyTitle: 'No hay nada que estimar',
  empty: 'Ese mes no se debía ninguna factura, o no se estimó.',
  invoices: {
    title: (group: string) => `Facturas de ${group}`,
    back: 'Volver a las etapas',
    noun: ['factura', 'facturas'] as const,
    invoice: 'Factura',
    due: 'Vence',
    late: (days: string) => `${days} de atraso`,
    notLate: 'Sin atraso',
    failed: 'No se pudieron leer las facturas',
    emptyTitle: 'No hay facturas en esta etapa',
    empty: 'Vuelve a las etapas y elige otra.',
    more: 'Ver más facturas',
  },
};
