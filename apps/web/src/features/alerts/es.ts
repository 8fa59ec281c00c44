import type { Alert } from '@anticipa/contract/alerts';

const titles: Readonly<Record<Alert['kind'], string>> = {
  'tax-objection': 'El SAT objeta una factura vendida',
  'related-invoice': 'Otro CFDI afecta una factura vendida',
  'listed-taxpayer': 'Contribuyente en la lista 69-B',
  'invoicing-refused': 'El proveedor de facturación rechazó un CFDI',
  'list-refused': 'La lista 69-B no se actualizó',
  'certificate-expiry': 'Está por vencer un certificado',
  'books-altered': 'Libros alterados o que no cuadran',
  'receiver-answer': 'Un deudor no está de acuerdo con una factura',
  'client-message': 'Un cliente escribió sobre una factura',
  transfer: 'Una transferencia necesita atención',
};

/** Texts of the alerts, for the lender's operators. */
export const es = {
  explained:
    'Lo que alguien debe ver: lo que encontró el portal y lo que escribieron clientes y deudores. Cada alerta se da una sola vez.',
  label: 'Alertas',
  limited: (most: number) => `Se muestran las ${most.toLocaleString('es-MX')} más recientes.`,
  states: { open: 'Abiertas', closed: 'Atendidas' },
  stateLabel: 'Estado',
  search: 'Buscar cliente, RFC, clave o texto',
  titles,
  unreadableRow: (row: string) => `El renglón ${row} no se pudo leer. La lista anterior sigue en uso.`,
  expires: (day: string) => `Vence el ${day}.`,
  otherHolder: (amount: string, expected: string, holder: string) =>
    `El depósito de ${amount} era para ${expected} y el CEP nombra a ${holder}. La cuenta ya no recibe nada hasta que se corrija o dos personas la confirmen. Confírmalo con el cliente en un teléfono que ya conocías. Si la cuenta no es suya, pide al banco que regrese el dinero y propón otra cuenta.`,
  seeConversation: 'Ver la conversación',
  paysOn: (day: string) => `El deudor dice que la paga el ${day}. Revisa su respuesta.`,
  clientWaits: 'Escribió y espera respuesta.',
  seeAccounts: 'Revisar sus cuentas',
  seeReceipts: 'Ver en Cobros',
  seeTransfers: 'Ver en Transferencias',
  columns: { alert: 'Alerta', about: 'Sobre', raised: 'Desde' },
  none: '—',
  invoice: (folio: string) => `Factura ${folio}`,
  folio: (folio: string) => `Folio ${folio}`,
  list: 'Lista 69-B',
  books: 'Libros de la financiera',
  booksOfClient: 'Libros del cliente',
  altered: {
    entry: (number: string) => `El asiento ${number} fue alterado, quitado o agregado.`,
    head: (number: string) => `El asiento ${number} ya no es el que se guardó: la cadena se cortó o se reescribió.`,
    invariant: (id: string, count: string, first: string) =>
      `No se cumple ${id}. Casos: ${count}. El primero: ${first}`,
  },
  close: 'Atendida',
  closeOf: (alert: string, about: string) => `Marcar como atendida: ${alert}, ${about}`,
  closed: 'La alerta quedó como atendida.',
  money: {
    close: 'Cerrar con un motivo',
    explained:
      'Esta alerta se cierra sola cuando el depósito se paga, o el pago se identifica o se regresa. Si eso no va a pasar, escribe por qué: otra persona lo aprueba.',
    explainedBooks:
      'Compara los libros con un respaldo y con las huellas que se enviaron por correo. Cuando sepas qué pasó, escríbelo: otra persona lo aprueba.',
    submit: 'Enviar a aprobación',
    sent: 'Enviada; se cierra cuando otra persona lo apruebe.',
    waits: 'Por aprobar',
    closers: (roles: string) => `La atiende ${roles}`,
  },
  closures: {
    paid: 'Se cerró cuando se pagó el depósito.',
    identified: 'Se cerró cuando se identificó el pago.',
    'sent-back': 'Se cerró cuando el pago se regresó.',
    ended: 'Se cerró cuando se supo qué fue de la orden.',
  },
  closedBy: (name: string) => `La cerró ${name}.`,
  closedWith: (name: string, reason: string) => `La cerró ${name}: ${reason}`,
  failed: 'No se pudieron leer las alertas',
  emptyTitle: 'Ninguna alerta abierta',
  empty: 'Aquí aparece lo que el SAT, el banco o el proveedor de facturación objetan.',
  nothingClosed: 'Ninguna alerta atendida',
  nothingFound: 'No hay alertas así',
} as const;
