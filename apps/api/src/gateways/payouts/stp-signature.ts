/** Texts signed for STP: fields between pipes, SHA-256 with RSA (PKCS #1 v1.5), in base64. */
import { type KeyObject, sign } from 'node:crypto';

/** Fields in the order of the signature. A missing one is empty. */
const ORDER_FIELDS = [
  'institucionContraparte',
  'empresa',
  'fechaOperacion',
  'folioOrigen',
  'claveRastreo',
  'institucionOperante',
  'monto',
  'tipoPago',
  'tipoCuentaOrdenante',
  'nombreOrdenante',
  'cuentaOrdenante',
  'rfcCurpOrdenante',
  'tipoCuentaBeneficiario',
  'nombreBeneficiario',
  'cuentaBeneficiario',
  'rfcCurpBeneficiario',
  'emailBeneficiario',
  'tipoCuentaBeneficiario2',
  'nombreBeneficiario2',
  'cuentaBeneficiario2',
  'rfcCurpBeneficiario2',
  'conceptoPago',
  'conceptoPago2',
  'claveCatUsuario1',
  'claveCatUsuario2',
  'clavePago',
  'referenciaCobranza',
  'referenciaNumerica',
  'tipoOperacion',
  'topologia',
  'usuario',
  'medioEntrega',
  'prioridad',
  'iva',
] as const;

/** Fields of `ordenPago/registra`; `monto` and `iva` with two decimals. */
export type StpOrder = Readonly<Partial<Record<(typeof ORDER_FIELDS)[number], string | number>>>;

const between = (fields: readonly (string | number | undefined)[]): string =>
  `||${fields.map((field) => field ?? '').join('|')}||`;

export function orderString(order: StpOrder): string {
  return between(ORDER_FIELDS.map((name) => order[name]));
}

/** String for `consultaOrden` and, without a tracking key, for `V2/conciliacion`, whose page is not signed. */
export function queryString(query: {
  readonly empresa: string;
  readonly claveRastreo?: string;
  readonly tipoOrden: string;
  readonly fechaOperacion?: string;
}): string {
  const key = query.claveRastreo === undefined ? [] : [query.claveRastreo];
  return between([query.empresa, ...key, query.tipoOrden, query.fechaOperacion]);
}

/** String for `cuentaModule`. */
export function accountString(account: {
  readonly empresa: string;
  readonly cuenta: string;
  readonly rfcCurp: string;
}): string {
  return between([account.empresa, account.cuenta, account.rfcCurp]);
}

export function signed(text: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(text, 'utf8'), key).toString('base64');
}
