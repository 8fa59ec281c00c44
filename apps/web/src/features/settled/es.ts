/** Texts of the settled invoices. The columns are the specification's. */
export const es = {
  table: (month: string) => `Facturas liquidadas en ${month}`,
  month: 'Mes de Liquidación',
  search: 'Buscar pagador, folio o producto',
  failed: 'No se pudieron leer las facturas liquidadas.',
  emptyTitle: (month: string) => `No hay facturas liquidadas en ${month}`,
  empty: (isCurrent: boolean) =>
    isCurrent
      ? 'Cuando un cliente pague una factura en crédito, aquí verás qué se te devolvió.'
      : 'Ningún pago tiene fecha de ese mes. Elige otro mes para ver sus facturas.',
  columns: {
    payer: 'Pagador',
    folio: 'Folio',
    emitted: 'F. Emisión',
    total: 'Importe',
    currency: 'Moneda',
    advance: 'Anticipo',
    deposited: 'F. Depósito',
    due: 'F. Vencimiento',
    paid: 'F. Pago',
    interest: 'Interés',
    recargos: 'Recargos',
    returned: 'Devolución',
    automatic: 'Pago automático',
    product: 'Producto',
  },
  automatic: (source: string, bank: string) => `${source} · ${bank}`,
  none: '—',
  breakdown: {
    title: 'Cómo se calcula la devolución',
    aforo: 'Aforo',
    beyond: '+ Recargos que ya traía el pago',
    recargos: '− Recargos',
    ivaRecargos: '− IVA de los recargos',
    iva: '− IVA del interés',
    result: 'Devolución',
    balanceDue: (amount: string) => `El aforo no alcanzó: quedan por pagar ${amount}. Consulta a tu asesor.`,
  },
} as const;
