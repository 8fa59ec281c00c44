/** Texts of the terms of sales. */
export const es = {
  title: 'Condiciones fiscales de las ventas',
  explained:
    'Cómo se grava y factura el interés, la comisión por apertura, y lo que el contrato y el estado de cuenta dicen de la LIVA 1-C.',
  failed: 'No se pudieron leer las condiciones fiscales',
  none: 'Todavía no se decidió nada: cada línea tiene su tasa de IVA y su bonificación, y el interés se factura por mes según se devenga.',
  ofLender: 'Sin condiciones propias: tiene las de la financiera.',
  own: 'Condiciones propias',
  inForce: 'Vigentes',
  planned: 'Programadas',
  waiting: 'Por aprobar',
  since: (from: string) => `Ventas desde el ${from}`,
  between: (from: string, until: string) => `Ventas del ${from} al ${until}`,
  earlier: 'Condiciones anteriores',
  propose: 'Proponer cambio',
  proposeOwn: 'Proponer condiciones propias',
  submit: 'Enviar a aprobación',
  sent: 'Enviada; vale cuando otra persona la apruebe.',
  from: 'Ventas desde',
  fromHelp: 'Hoy o un día de los próximos 12 meses. Si se aprueba después, vale desde el día de la aprobación.',
  fromWrong: 'Elige hoy o un día posterior.',
  openingHelp:
    'Se cobra una vez, al depositar, con IVA aunque el interés esté exento, y se retiene del depósito. Cero si no se cobra.',
  rateWrong: 'Un porcentaje de 0 a 10, con 8 decimales como máximo.',
  amountWrong: 'Un importe con dos decimales como máximo.',
  yes: 'Sí',
  no: 'No',
  preview: 'Lo que cambia',
  unchanged: 'Nada cambia: son las condiciones de ese día.',
  newTerms: 'sin decidir',
  change: (before: string, after: string) => `${before} → ${after}`,
  ivaOfInterest: 'IVA de cada 100.00 de interés',
  keeps: (from: string) =>
    `Las ventas anteriores al ${from} conservan sus condiciones hasta liquidarse, con sus CFDI y su IVA.`,
  others: (count: number) =>
    count === 1
      ? 'Un cliente tiene condiciones propias y no cambia.'
      : `${count} clientes tienen condiciones propias y no cambian.`,
  onlyThis: 'Solo cambian las ventas de este cliente; ya no sigue las de la financiera.',
};
