/** Checks and answers of the stand-in for STP, and its calls to the portal. */
import { type KeyObject, verify } from 'node:crypto';
import { isClabe } from '@anticipa/domain/clabe';
import { outcomeByCents, type StpRecords, type StpTransfer } from './stp-records.ts';

export type Fields = Readonly<Record<string, unknown>>;

interface Terms {
  /** Belongs to the key that signs the calls. */
  readonly publicKey: KeyObject;
  readonly company: string;
  /** Whether the cents of an amount decide what becomes of it. */
  readonly isByCents?: boolean;
}

const PAGE_SIZE = 1000;

export interface StpAnswer {
  readonly status: number;
  readonly body: Fields;
}

export const resultOf = (id: number, descripcionError: string): Fields => ({ resultado: { id, descripcionError } });

/** Names of the signed fields, in order; the amount is signed with two decimals. */
const SIGNED =
  'institucionContraparte empresa fechaOperacion folioOrigen claveRastreo institucionOperante monto tipoPago tipoCuentaOrdenante ' +
  'nombreOrdenante cuentaOrdenante rfcCurpOrdenante tipoCuentaBeneficiario nombreBeneficiario cuentaBeneficiario rfcCurpBeneficiario ' +
  'emailBeneficiario tipoCuentaBeneficiario2 nombreBeneficiario2 cuentaBeneficiario2 rfcCurpBeneficiario2 conceptoPago conceptoPago2 ' +
  'claveCatUsuario1 claveCatUsuario2 clavePago referenciaCobranza referenciaNumerica tipoOperacion topologia usuario medioEntrega ' +
  'prioridad iva';

function isSigned(body: Fields, names: readonly string[], { publicKey }: Terms): boolean {
  const values = names.map((name) => (name === 'monto' ? Number(body.monto).toFixed(2) : String(body[name] ?? '')));
  const firma = Buffer.from(String(body.firma ?? ''), 'base64');
  return verify('sha256', Buffer.from(`||${values.join('|')}||`), publicKey, firma);
}

const fits = (value: unknown, form: RegExp): boolean => form.test(String(value ?? ''));

/** Code and text of the first error of an order; null if it is good. */
export function orderProblem(body: Fields, options: Terms): readonly [number, string] | null {
  const missing = ['claveRastreo', 'conceptoPago', 'cuentaBeneficiario', 'nombreBeneficiario', 'empresa'].find(
    (name) => !fits(body[name], /./),
  );
  if (missing !== undefined) return [0, `El campo ${missing} es obligatorio`];
  if (body.empresa !== options.company || !isSigned(body, SIGNED.split(' '), options))
    return [0, 'Error validando la firma'];
  if (!fits(body.claveRastreo, /^[A-Za-z0-9]{1,29}$/)) return [-34, 'Clave de rastreo inválida'];
  if (!fits(body.nombreBeneficiario, /^[A-Z0-9 &]{1,39}$/) || !fits(body.conceptoPago, /^[\x20-\x7e]{1,39}$/))
    return [0, 'El campo nombreBeneficiario o conceptoPago es inválido'];
  if (typeof body.monto !== 'number' || body.monto <= 0) return [-20, 'El monto es inválido'];
  if (!fits(body.referenciaNumerica, /^\d{1,7}$/)) return [0, 'El campo referenciaNumerica es inválido'];
  const account = String(body.cuentaBeneficiario);
  if (!isClabe(account) || account.slice(0, 3) !== String(body.institucionContraparte).slice(-3))
    return [-22, 'La institución no corresponde a la cuenta'];
  return account === body.cuentaOrdenante ? [-24, '{MISMA_CUENTA}'] : null;
}

export const transferOf = (body: Fields) => ({
  direction: 'E' as const,
  claveRastreo: String(body.claveRastreo),
  monto: Number(body.monto),
  folioOrigen: String(body.folioOrigen ?? ''),
  cuentaOrdenante: String(body.cuentaOrdenante),
  cuentaBeneficiario: String(body.cuentaBeneficiario),
  nombreBeneficiario: String(body.nombreBeneficiario),
  rfcCurpBeneficiario: String(body.rfcCurpBeneficiario),
  conceptoPago: String(body.conceptoPago),
  referenciaNumerica: Number(body.referenciaNumerica),
  institucionContraparte: Number(body.institucionContraparte),
});

const SIGNED_ACCOUNT = ['empresa', 'cuenta', 'rfcCurp'];
const NAME = /^[A-Z0-9 &]{1,50}$/;
/** Fields of an account, in the order in which their absence is answered. */
const ACCOUNTS = {
  moral: {
    rfc: /^[A-ZÑ&]{3}\d{6}[A-Z0-9]{3}$/,
    fields: { nombre: NAME, pais: /^\d{1,3}$/, fechaConstitucion: /^\d{8}$/ },
  },
  fisica: {
    rfc: /^[A-ZÑ&]{4}\d{6}[A-Z0-9]{3}$/,
    fields: { nombre: NAME, apellidoPaterno: NAME, paisNacimiento: /^\d{1,3}$/, fechaNacimiento: /^\d{8}$/ },
  },
} as const;

/** A CLABE of a payer, registered once. */
export function accountAnswer(
  kind: 'moral' | 'fisica',
  body: Fields,
  options: Terms,
  { accounts }: StpRecords,
): StpAnswer {
  const answer = (id: number, descripcion: string): StpAnswer => ({ status: 200, body: { id, descripcion } });
  const { rfc, fields } = ACCOUNTS[kind];
  if (body.empresa !== options.company || !isSigned(body, SIGNED_ACCOUNT, options))
    return answer(1, 'Error validando la firma');
  for (const [name, form] of Object.entries(fields)) {
    if (!fits(body[name], /./)) return answer(5, `El campo es obligatorio ${name}`);
    if (!fits(body[name], form)) return answer(1, `El campo ${name} es invalido`);
  }
  if (!fits(body.rfcCurp, rfc)) return answer(1, 'rfc/curp invalido');
  if (!isClabe(String(body.cuenta)) || !fits(body.cuenta, /^646/)) return answer(1, 'El campo cuenta es invalido');
  if (accounts.has(String(body.cuenta))) return answer(3, 'Cuenta Duplicada');
  accounts.set(String(body.cuenta), body);
  return answer(0, 'Cuenta en revisión.');
}

const NOTHING = { status: 400, body: { estado: 6, mensaje: 'No se encontraron datos relacionados' } };

export function queryAnswer(body: Fields, options: Terms, answer: () => StpAnswer): StpAnswer {
  const key = 'claveRastreo' in body ? ['claveRastreo'] : [];
  return isSigned(body, ['empresa', ...key, 'tipoOrden', 'fechaOperacion'], options)
    ? answer()
    : { status: 400, body: { estado: 2, mensaje: '{firma=La firma no es válida}' } };
}

const isOf = (records: StpRecords, body: Fields) => (one: StpTransfer) =>
  !one.isHidden &&
  one.direction === body.tipoOrden &&
  one.fechaOperacion === Number(body.fechaOperacion || records.today());

export function orderAnswer(records: StpRecords, body: Fields, { isByCents }: Terms): StpAnswer {
  const found = records.transfers.filter(isOf(records, body)).find((one) => one.claveRastreo === body.claveRastreo);
  if (found === undefined || (isByCents && outcomeByCents(found.monto) === 'unlisted')) return NOTHING;
  const mensaje = 'Datos consultados correctamente';
  return { status: 200, body: { estado: 0, mensaje, respuesta: shown(found) } };
}

export function listAnswer(records: StpRecords, body: Fields): StpAnswer {
  const all = records.transfers.filter(isOf(records, body)).map(shown);
  if (all.length === 0) return NOTHING;
  const first = Number(body.page) * PAGE_SIZE;
  // Old lists end in null.
  const datos = [...all.slice(first, first + PAGE_SIZE), null];
  return { status: 200, body: { estado: 0, mensaje: 'Datos consultados correctamente', total: all.length, datos } };
}

const shown = ({ direction, isHidden, causaDevolucion, ...transfer }: StpTransfer): Fields => ({
  ...transfer,
  causaDevolucion: causaDevolucion ?? '',
  rfcCep: transfer.nombreCep === null ? null : transfer.rfcCurpBeneficiario,
  medioEntrega: 3,
});

const words = { LQ: 'LIQUIDACION', D: 'DEVOLUCION', CN: 'CANCELACION' } as const;

export function stateCall(transfer: StpTransfer, empresa: string, shape: 'new' | 'old'): Fields {
  const { idEF, estado, folioOrigen, causaDevolucion, tsLiquidacion } = transfer;
  const word = estado === 'LQ' || estado === 'D' || estado === 'CN' ? words[estado] : estado;
  if (shape === 'old') return { id: idEF, Estado: word, Detalle: String(causaDevolucion ?? 0) };
  const news = { id: String(idEF), empresa, folioOrigen, estado: word };
  return { ...news, causaDevolucion: String(causaDevolucion ?? ''), tsLiquidacion: String(tsLiquidacion ?? '') };
}

export function depositCall(transfer: StpTransfer, empresa: string): Fields {
  const { idEF, direction, isHidden, estado, folioOrigen, nombreCep, ...fields } = transfer;
  const more = { institucionOrdenante: fields.institucionContraparte, institucionBeneficiaria: 90646 };
  return { id: idEF, empresa, ...fields, ...more, tsLiquidacion: String(fields.tsLiquidacion) };
}
