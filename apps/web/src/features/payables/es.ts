import type { depositObstacles } from '@anticipa/contract/payables';

type Obstacle = (typeof depositObstacles)[number];

const obstacles: Readonly<Record<Obstacle, string>> = {
  unconfirmed: 'Falta el SAT',
  'no-account': 'Sin cuenta',
  cooling: 'Cuenta recién cambiada',
};

const obstacleNotes: Readonly<Record<Obstacle, string>> = {
  unconfirmed: 'El SAT no ha confirmado todas sus facturas.',
  'no-account': 'El cliente no tiene una cuenta aprobada en esta moneda.',
  cooling: 'Recibe depósitos 24 horas después del cambio, o si dos personas la liberan.',
};

const invoices = (count: number) => (count === 1 ? '1 factura' : `${count.toLocaleString('es-MX')} facturas`);
const sales = (count: number) => (count === 1 ? '1 venta' : `${count.toLocaleString('es-MX')} ventas`);

/** Texts of what the lender must transfer, for its operators. */
export const es = {
  queues: 'Pagos por hacer',
  queue: { deposits: 'Depósitos', payouts: 'Devoluciones', returns: 'Por regresar' },
  failed: 'No se pudieron leer los pagos',
  stale: 'Se muestran los últimos datos recibidos.',
  live: (time: string) => `Al momento · ${time}`,
  limited: (shown: number, all: number) => `Se muestran las ${shown} más urgentes de ${all}.`,
  sale: (number: number) => `Venta ${number}`,
  invoices,
  obstacles,
  obstacleNotes,
  ready: 'Lista',
  byHand: 'Transferencia a mano',
  ordered: 'En el banco',
  orderedNote: 'Se registra sola cuando el banco la pague.',
  coolingUntil: (time: string) => `Desde ${time}`,
  columns: {
    promise: 'Promesa',
    sale: 'Venta',
    client: 'Cliente',
    account: 'Cuenta que recibe',
    amount: 'Importe',
    deposit: 'Depósito',
    status: 'Estado',
    action: 'Acción',
    bank: 'Banco',
    key: 'Clave de rastreo recibida',
    reference: 'Referencia',
    valueDate: 'Fecha valor',
  },
  noAccount: 'Sin cuenta',
  severalAccounts: 'Ninguna o varias cuentas',
  none: '—',
  close: 'Cerrar',
  late: (time: string) => `Tarde ${time}`,
  left: (time: string) => `En ${time}`,
  deposits: {
    label: 'Depósitos por hacer',
    emptyTitle: 'Nada por depositar',
    empty: 'Las ventas autorizadas aparecen aquí solas.',
    chosen: 'Selección de depósitos',
    selected: (count: number) => sales(count),
    order: (count: number) => (count === 1 ? 'Ordenar depósito' : `Ordenar ${count} depósitos`),
    title: 'Ordenar depósitos en el banco',
    text: (count: number) =>
      `El banco transferirá ${sales(count)}. Cada depósito se registra cuando el banco lo pague.`,
    confirm: 'Ordenar',
    allOrdered: (count: number) => (count === 1 ? 'Se ordenó 1 depósito.' : `Se ordenaron ${count} depósitos.`),
    refused: (ordered: number, refused: number) =>
      `Ordenados: ${ordered}. No se pudieron ordenar: ${refused}, que siguen seleccionados.`,
    sending: (done: number, all: number) => `Ordenando ${done} de ${all} …`,
    cannotOrder: 'Se transfiere a mano.',
    hand: 'Registrar',
    handOf: (number: number) => `Registrar el depósito de la venta ${number}`,
    handTitle: (number: number) => `Registrar depósito · Venta ${number}`,
    handText: (amount: string, count: number) =>
      `Transfiere ${amount} en tu banco y escribe aquí su clave de rastreo. Desde hoy ${count === 1 ? 'su factura está' : `sus ${count} facturas están`} en crédito y se genera interés.`,
    handDone: (number: number) => `Se registró el depósito de la venta ${number}.`,
    orderedByPortal: 'El portal puede ordenarla en el banco. Regístrala aquí solo si ya la transferiste a mano.',
  },
  payouts: {
    label: 'Devoluciones por hacer',
    noun: ['devolución', 'devoluciones'] as const,
    emptyTitle: 'Ninguna devolución por hacer',
    empty: 'Lo que sobra de las facturas liquidadas aparece aquí solo.',
    hand: 'Registrar',
    handOf: (client: string) => `Registrar la devolución de ${client}`,
    handTitle: (client: string) => `Registrar devolución · ${client}`,
    handText: (amount: string, count: number) =>
      `Transfiere ${amount} en tu banco, lo que se devuelve de ${invoices(count)}, y escribe aquí su clave de rastreo.`,
    handDone: (client: string) => `Se registró la devolución de ${client}.`,
  },
  returns: {
    label: 'Dinero por regresar',
    noun: ['pago', 'pagos'] as const,
    emptyTitle: 'Nada por regresar',
    empty: 'Aquí espera el dinero sin identificar que se decidió regresar a quien lo pagó.',
    hand: 'Registrar',
    handOf: (key: string) => `Registrar el regreso de ${key}`,
    handTitle: 'Registrar regreso',
    handText: (amount: string, bank: string, key: string) =>
      `Transfiere ${amount} a la cuenta de ${bank} que envió ${key}, y escribe aquí la clave de rastreo de tu transferencia.`,
    handDone: 'Se registró el regreso.',
  },
  hand: {
    key: 'Clave de rastreo',
    keyHelp: 'La de tu banco: letras y números, hasta 30. Queda registrada con fecha de hoy.',
    keyWrong: 'Escribe la clave de rastreo: de 1 a 30 letras y números.',
    confirm: 'Registrar pago',
    amount: 'Importe',
    to: 'A',
  },
} as const;
