/** Texts of the search. */
import { SEARCH_COUNTED } from '@anticipa/contract/search';
import type { InvoiceStatus } from '@anticipa/domain/invoice';
import { formatCount } from '../../lib/format.ts';

const invoices = (count: number): string => formatCount(count, 'factura', 'facturas');

/** Words after the number of a payer's invoices. */
const payerStates: Readonly<Record<InvoiceStatus, string>> = {
  0: 'con rechazo',
  10: 'por vender',
  20: 'por vender',
  25: 'en validación',
  30: 'en crédito',
  40: 'ya pagadas',
};

export const es = {
  title: 'Buscar',
  label: 'Folio, cliente, importe o venta',
  results: 'Resultados',
  hint: {
    title: 'Busca en todo el portal',
    items: [
      'Una factura por folio («FAC-1026» o «1026»), UUID o importe («1,254,283.07»)',
      'Un cliente por nombre o RFC, completo o en parte',
      'Una referencia de pago por su número o su importe',
      'Una venta por su número, su depósito o la clave de rastreo',
      'Una pantalla por lo que se hace en ella («CLABE», «contrato»)',
    ],
  },
  desk: {
    label: 'Acción, pantalla, cliente o receptor',
    hint: {
      title: 'Busca en toda la mesa',
      items: [
        'Lo que quieres hacer («pagar», «cobro», «cerrar el mes»)',
        'Una pantalla por su nombre',
        'Un cliente o un receptor por nombre o RFC, completo o en parte',
      ],
    },
  },
  none: (text: string) => `Nada coincide con «${text}»`,
  failed: 'No se pudo buscar',
  searching: 'Buscando',
  found: (count: number) => (count === 0 ? 'Sin resultados' : formatCount(count, 'resultado', 'resultados')),
  groups: {
    actions: 'Acciones',
    clients: 'Clientes',
    receivers: 'Receptores',
    invoices: 'Facturas',
    payers: 'Clientes',
    references: 'Referencias de pago',
    sales: 'Ventas',
    screens: 'Pantallas',
  },
  part: (shown: number, total: number) =>
    total >= SEARCH_COUNTED ? `${shown} de ${SEARCH_COUNTED} o más` : `${shown} de ${total}`,
  deleted: 'Eliminada',
  invoices,
  payer: (count: number, status: InvoiceStatus) => `Ver ${invoices(count)} ${payerStates[status]}`,
  payerSettled: 'Ver sus facturas liquidadas',
  payerNone: 'Sin facturas vigentes',
  sale: (number: number) => `Venta ${number}`,
} as const;
