/** Names of what one CFDI states of another (c_TipoRelacion), as seen from an invoice. */

interface Relation {
  readonly kind: string;
  /** Type of the CFDI that states the relation. */
  readonly type: 'I' | 'E';
  /** The other one names the invoice. */
  readonly isNewer: boolean;
}

const notes: Readonly<Record<string, string>> = {
  '01': 'Nota de crédito',
  '03': 'Devolución',
  '07': 'Egreso por anticipo',
};
const newer: Readonly<Record<string, string>> = {
  '02': 'Nota de débito',
  '04': 'La sustituye',
  '06': 'Factura del traslado',
  '07': 'La aplica como anticipo',
};
const older: Readonly<Record<string, string>> = {
  '01': 'Nota de crédito de',
  '02': 'Nota de débito de',
  '03': 'Devolución de',
  '04': 'Sustituye a',
  '05': 'Traslado de',
  '06': 'Factura del traslado',
  '07': 'Aplica el anticipo',
};

/** "La sustituye", before the folio of the other CFDI. */
export function relationText({ kind, type, isNewer }: Relation): string {
  if (!isNewer) return older[kind] ?? 'Relacionada con';
  return type === 'E' ? (notes[kind] ?? 'Egreso') : (newer[kind] ?? 'La relaciona');
}
