/** Texts of the interest detail. The columns are the specification's. */
export const es = {
  title: 'Detalle de Intereses',
  intro: 'El interés que ganó cada factura en crédito, por mes de devengo. El IVA va aparte.',
  table: (month: string) => `Intereses de ${month}`,
  month: 'Mes de devengo',
  search: 'Buscar folio o producto',
  export: 'Exportar CSV',
  retry: 'Reintentar',
  failed: 'No se pudieron leer los intereses del mes.',
  emptyTitle: (month: string) => `No hay intereses en ${month}`,
  empty: (isRunning: boolean) =>
    isRunning
      ? 'El interés de una factura corre desde el día siguiente a su venta y aparece aquí cuando se deposita el anticipo.'
      : 'Ninguna factura estaba en crédito en ese mes. Elige otro mes para ver sus intereses.',
  running: (date: string) => `El mes no ha terminado: se muestra lo devengado hasta el ${date}.`,
  exported: (rows: string) => `Se exportaron ${rows}.`,
  columns: {
    periodo: 'Periodo',
    folio: 'Folio',
    interest: 'Interés',
    iva: 'IVA',
    currency: 'Moneda',
    product: 'Producto',
  },
} as const;
