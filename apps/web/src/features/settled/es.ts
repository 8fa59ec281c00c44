/** Texts of the settled invoices. */
export const es = {
  table: (month: string) => `Facturas liquidadas en ${month}`,
  month: 'Mes de Liquidación',
  search: 'Buscar pagador, folio, UUID o producto',
  dated: 'fecha de pago',
  failed: 'No se pudieron leer las facturas liquidadas.',
  emptyTitle: (month: string) => `No hay facturas liquidadas en ${month}`,
  empty: (isCurrent: boolean) =>
    isCurrent
      ? 'Cuando un cliente pague una factura en crédito, aquí verás qué se te devolvió.'
      : 'Ningún pago tiene fecha de ese mes. Elige otro mes para ver sus facturas.',
  owed: (amount: string) => `Debes ${amount}`,
  breakdown: {
    title: 'Cómo se calcula la devolución',
    aforo: 'Aforo',
    beyond: '+ Recargos que ya traía el pago',
    rebate: '+ Bonificación por pago anticipado',
    recargos: '− Recargos',
    ivaRecargos: '− IVA de los recargos',
    iva: '− IVA del interés',
    result: 'Devolución',
    balanceDue: (amount: string) => `El aforo no alcanzó: quedan por pagar ${amount}. Págalos con una referencia.`,
  },
} as const;
