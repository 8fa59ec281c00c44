/** Texts of the inbox of sales. */
export const es = {
  title: 'Ventas',
  queues: 'Colas de ventas',
  queue: {
    answer: 'Por responder',
    confirmation: 'Segunda persona',
    correction: 'Devueltas',
    payout: 'Por depositar',
  },
  label: 'Ventas en espera',
  live: (time: string) => `Al momento · ${time}`,
  late: (count: number) => (count === 1 ? '1 fuera de la promesa' : `${count} fuera de la promesa`),
  search: 'Buscar cliente, receptor o venta',
  columns: {
    promise: 'Promesa',
    sale: 'Venta',
    client: 'Cliente',
    count: 'Facturas',
    receivers: 'Receptores',
    total: 'Importe',
    deposit: 'Depósito',
    sat: 'SAT',
  },
  sale: (number: number) => `Venta ${number}`,
  overdue: (time: string) => `Tarde ${time}`,
  left: (time: string) => `En ${time}`,
  others: (count: number) => `y ${count} más`,
  confirmed: 'Vigentes',
  unconfirmed: (count: number) => `${count} sin confirmar`,
  robot: {
    answers: {
      label: 'Contesto yo',
      help: 'Encendido: el robot de la demostración deja las ventas a los operadores.',
    },
    pays: {
      label: 'Pago yo',
      help: 'Encendido: el robot deja a los operadores los depósitos y las devoluciones de «Por pagar».',
    },
    collects: {
      label: 'Cobro yo',
      help: 'Encendido: el robot deja a los operadores los cobros, y los pagadores ya no pagan sus referencias solos.',
    },
  },
  more: 'Ver más ventas',
  failed: 'No se pudieron leer las ventas',
  stale: 'Se muestran los últimos datos recibidos.',
  emptyTitle: {
    answer: 'Nada por responder',
    confirmation: 'Nada espera una segunda persona',
    correction: 'Nada por corregir',
    payout: 'Nada por depositar',
  },
  empty: {
    answer: (payout: number) =>
      payout > 0 ? `Sigue: ${payout} por depositar.` : 'Las ventas nuevas aparecen aquí solas.',
    confirmation: 'Las respuestas que rebasan un importe de los ajustes esperan aquí a otra persona.',
    correction: 'Las ventas devueltas esperan aquí a su cliente.',
    payout: (answer: number) =>
      answer > 0 ? `Sigue: ${answer} por responder.` : 'Las ventas autorizadas aparecen aquí solas.',
  },
  notFound: 'Ninguna venta coincide',
} as const;
