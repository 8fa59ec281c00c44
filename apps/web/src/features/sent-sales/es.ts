/** Texts of the sales that were sent to the lender. */
import { saleStages } from '@anticipa/texts/tables/sales';

const invoices = (count: number): string => (count === 1 ? '1 factura' : `${count} facturas`);

export const es = {
  title: 'Mis ventas',
  list: {
    label: 'Ventas enviadas a la financiera',
    failed: 'No se pudieron leer tus ventas',
    emptyTitle: 'Todavía no has vendido facturas',
    empty: 'Cuando vendas, aquí verás en qué va cada venta y cuándo se depositó.',
    toHome: 'Ver mis facturas',
    search: 'Buscar en tus ventas',
    dated: 'fecha de envío',
    notFound: 'Ninguna venta coincide con la búsqueda',
    more: 'Ver ventas anteriores',
    sale: (number: number) => `Venta ${number}`,
    columns: {
      sale: 'Venta',
      state: 'Estado',
      sent: 'Enviada',
      invoices: 'Facturas',
      deposit: 'Depósito',
      key: 'Clave de rastreo',
    },
  },
  states: saleStages,
  sale: {
    failed: 'No se pudo leer la venta',
    promised: (text: string) => `Al enviarla: «${text}»`,
    destination: (account: string) => `A tu cuenta ${account}`,
    notFound: 'Esta venta no existe o todavía no se ha enviado.',
    headline: {
      requested: 'Vas a recibir',
      answered: 'Vas a recibir',
      disbursed: 'Depositamos en tu cuenta',
      cancelled: 'No se depositó',
      declined: 'No se depositó',
    },
    next: {
      requested: 'La financiera revisa tus facturas. Aquí verás su respuesta; no hace falta recargar la página.',
      answered: 'La financiera ya autorizó. El siguiente paso es el depósito en tu cuenta.',
      disbursed: 'El aforo se libera cuando tu cliente pague cada factura.',
      cancelled: 'La cancelaste antes de la respuesta. Tus facturas volvieron a la lista y las puedes vender de nuevo.',
      declined: 'La financiera no autorizó ninguna factura. El motivo está junto a cada una.',
    },
    steps: {
      label: 'Avance de la venta',
      sent: 'Enviada a la financiera',
      sentBy: (name: string) => `Aceptó ${name}`,
      answered: 'Respuesta de la financiera',
      waiting: 'Pendiente',
      counts: (authorised: number, rejected: number) =>
        rejected === 0
          ? `${invoices(authorised)} autorizada${authorised === 1 ? '' : 's'}`
          : `${authorised} autorizada${authorised === 1 ? '' : 's'}, ${rejected} rechazada${rejected === 1 ? '' : 's'}`,
      deposited: 'Depósito',
      key: 'Clave de rastreo',
      cancelled: 'Cancelada',
    },
    invoices: 'Facturas',
    table: (number: number) => `Facturas de la venta ${number}`,
    price: 'Precio',
    prices: {
      total: 'Importe de las facturas',
      aforo: 'Aforo, se libera al cobrar',
      interest: 'Interés',
      deposit: 'Depósito',
      iva: (amount: string) => `El IVA del interés (${amount}) se liquida contra el aforo al final.`,
    },
    contract: 'Contrato',
    contractNote: 'El texto que aceptaste, con fecha, persona y huella. La huella cambia si cambia una sola letra.',
    hash: 'Huella (SHA-256)',
    download: 'Descargar contrato',
    downloadFailed: 'No se pudo descargar el contrato',
    mail: 'Enviarme el resumen',
    mailed: (email: string) => `Enviamos el resumen a ${email}.`,
    mailFailed: 'No se pudo enviar el resumen',
    cancel: 'Cancelar venta',
    cancelling: 'Cancelando…',
    cancelTitle: (number: number) => `¿Cancelar la venta ${number}?`,
    cancelText: (count: number, amount: string) =>
      `${invoices(count)} por ${amount} ${count === 1 ? 'vuelve' : 'vuelven'} a tu lista y tu crédito se libera. La financiera todavía no responde, así que no tiene costo.`,
    keep: 'No, conservarla',
    cancelled: (number: number) => `Cancelaste la venta ${number}.`,
    itemStates: {
      held: 'En revisión',
      authorised: 'Autorizada',
      rejected: 'Rechazada',
      disbursed: 'Depositada',
      released: 'Devuelta a tu lista',
    },
    columns: {
      folio: 'Folio',
      payer: 'Pagador',
      state: 'Situación',
      due: 'Fecha de pago',
      total: 'Importe',
      deposit: 'Depósito',
      interest: 'Interés',
    },
  },
} as const;
