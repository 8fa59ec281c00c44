/** Why a file or an invoice is refused, and what to do about it, in Spanish. Texts from the specification are verbatim. */
import type { Motive } from '@anticipa/domain/motives';

export interface MotiveText {
  readonly reason: string;
  readonly remedy: string;
}

/** "línea 3, columna 20, Descripcion": where a file is not as it should be. */
export const placeText = ({ line, column, name }: { line: number; column: number; name: string | null }): string =>
  [`línea ${line}`, `columna ${column}`, ...(name === null ? [] : [`«${name}»`])].join(', ');

const adviser = 'Contacta a tu asesor.';
const download = 'Descarga de nuevo el XML desde el portal del SAT o pídelo a tu proveedor de facturación.';

export const motiveTexts: Record<Motive, MotiveText> = {
  FILE_NOT_XML: { reason: 'El archivo no es XML', remedy: 'Sube el archivo .xml de la factura, no el PDF.' },
  FILE_TOO_LARGE: { reason: 'El archivo pesa más de 1.5 MB', remedy: adviser },
  FILE_EMPTY: { reason: 'El archivo está vacío', remedy: download },
  XML_ENCODING: {
    reason: 'El archivo tiene caracteres que no corresponden a la codificación que declara',
    remedy: download,
  },
  XML_DOCTYPE: { reason: 'El archivo contiene instrucciones que un CFDI no debe llevar', remedy: download },
  XML_TOO_COMPLEX: { reason: 'El archivo es demasiado complejo para un CFDI', remedy: adviser },
  XML_MALFORMED: { reason: 'XML mal formado', remedy: download },
  XML_PIPE_IN_ATTRIBUTE: {
    reason: 'La factura usa el carácter «|», que el CFDI no permite',
    remedy: 'Pide que se emita de nuevo sin ese carácter.',
  },
  XML_ATTRIBUTE_TOO_LONG: {
    reason: 'Un dato de la factura es más largo de lo que permite el CFDI, sin contar espacios repetidos',
    remedy: 'Pide que se emita de nuevo con ese dato más corto.',
  },
  NOT_CFDI: { reason: 'El XML no es un CFDI', remedy: 'Sube el XML de la factura timbrada.' },
  CFDI_VERSION_UNSUPPORTED: {
    reason: 'La versión del CFDI no es 3.3 ni 4.0',
    remedy: 'Emite la factura en la versión 4.0.',
  },
  CFDI_FIELDS_INVALID: { reason: 'Faltan datos obligatorios del CFDI o no son válidos', remedy: download },
  NOT_STAMPED: { reason: 'La factura no está timbrada', remedy: 'Tímbrala y sube el XML timbrado.' },
  NOT_INCOME: {
    reason: 'El CFDI no es de tipo Ingreso',
    remedy: 'Solo se venden facturas de ingreso; una nota de crédito debe nombrar la factura que reduce.',
  },
  ISSUER_NOT_CLIENT: {
    reason: 'La factura no fue emitida por tu empresa',
    remedy: 'Sube facturas emitidas con el RFC de tu empresa.',
  },
  RECEIVER_IS_ISSUER: {
    reason: 'El receptor es el mismo que el emisor',
    remedy: 'Sube facturas emitidas a otra empresa.',
  },
  RECEIVER_GENERIC_PUBLIC: {
    reason: 'La factura se emitió al público en general',
    remedy: 'Sube facturas emitidas a una empresa identificada.',
  },
  CERTIFICATE_UNREADABLE: { reason: 'El certificado de la factura no se puede leer', remedy: download },
  CERTIFICATE_NOT_SEALING: {
    reason: 'La factura se selló con un certificado que no es de sello digital',
    remedy: 'Emítela con el certificado de sello digital (CSD).',
  },
  CERTIFICATE_NOT_ISSUER: { reason: 'El certificado no pertenece al emisor de la factura', remedy: download },
  CERTIFICATE_NOT_VALID_ON_DATE: {
    reason: 'El certificado no estaba vigente en la fecha de la factura',
    remedy: 'Emítela de nuevo con un certificado vigente.',
  },
  CERTIFICATE_UNTRUSTED: { reason: 'El certificado no fue emitido por el SAT', remedy: download },
  SEAL_BROKEN: { reason: 'El sello no corresponde al contenido: el archivo fue modificado', remedy: download },
  STAMP_SEAL_MISMATCH: { reason: 'El timbre no corresponde al sello de la factura', remedy: download },
  STAMP_BROKEN: { reason: 'El timbre fiscal no es auténtico', remedy: download },
  TOTAL_NOT_SUM: {
    reason: 'El total de la factura no es la suma de sus importes',
    remedy: 'Pide que se emita de nuevo con el total correcto.',
  },
  ALREADY_UPLOADED: { reason: 'La factura ya estaba en tu lista', remedy: 'No necesitas subirla otra vez.' },
  CURRENCY_UNSUPPORTED: {
    reason: 'La moneda de la factura no se financia',
    remedy: 'Se financian facturas en MXN y USD.',
  },
  TOTAL_NOT_POSITIVE: {
    reason: 'El total de la factura no es mayor a cero',
    remedy: 'Sube facturas con un total por cobrar.',
  },
  EMITTED_IN_FUTURE: {
    reason: 'La fecha de emisión es posterior a hoy',
    remedy: 'Se revisa sola a partir de su fecha de emisión.',
  },
  EMITTED_TOO_OLD: {
    reason: 'La factura tiene 180 días o más de haberse emitido',
    remedy: 'Sube facturas más recientes.',
  },
  ALREADY_FINANCED: { reason: 'La factura ya está registrada para financiamiento', remedy: adviser },
  REPLACED: {
    reason: 'Otra factura sustituye a esta',
    remedy: 'Vende la factura que la sustituye.',
  },
  REPLACES_SOLD: {
    reason: 'Sustituye una factura que ya se vendió',
    remedy: 'Consulta a tu asesor qué hacer con la que se vendió.',
  },
  ADVANCE_RECEIVED: {
    reason: 'La factura es de un anticipo que tu cliente ya pagó',
    remedy: 'Sube la factura de lo que falta por pagar.',
  },
  ADVANCE_APPLIED: {
    reason: 'La factura aplica un anticipo y no dice cuánto falta por pagar',
    remedy: 'Sube también el CFDI de egreso que aplica el anticipo; se venderá lo que falta por pagar.',
  },
  PAID_BY_ADVANCE: {
    reason: 'La factura se pagó con un anticipo (forma de pago 30)',
    remedy: 'Sube facturas que tu cliente todavía no paga.',
  },
  CREDITED: {
    reason: 'Las notas de crédito no dejan nada por cobrar de la factura, o no se sabe cuánto',
    remedy: 'Si una nota se canceló ante el SAT, súbela de nuevo. Si no, consulta a tu asesor.',
  },
  RECEIVER_REJECTED: { reason: 'El receptor no es aceptado por la financiera', remedy: adviser },
  RECEIVER_DISABLED: { reason: 'El receptor está deshabilitado', remedy: adviser },
  ISSUER_LISTED: { reason: 'Tu empresa está en la lista definitiva del artículo 69-B del SAT', remedy: adviser },
  RECEIVER_LISTED: { reason: 'El receptor está en la lista definitiva del artículo 69-B del SAT', remedy: adviser },
  PPD_REQUIRED: {
    reason: 'La factura no es de pago en parcialidades o diferido (PPD)',
    remedy: 'Emite la factura con método de pago PPD.',
  },
  CANCELLED_AT_TAX_AUTHORITY: {
    reason: 'La factura está cancelada ante el SAT',
    remedy: 'Si se sustituyó, sube la factura que la sustituye.',
  },
  CANCELLATION_IN_PROGRESS: {
    reason: 'La factura tiene una cancelación en proceso',
    remedy: 'Espera a que se resuelva y súbela de nuevo.',
  },
  UNKNOWN_AT_TAX_AUTHORITY: {
    reason: 'El SAT no encuentra la factura',
    remedy: 'Verifica la factura en el portal de la autoridad y súbela de nuevo.',
  },
  DELETED_BY_USER: { reason: 'Un usuario eliminó la factura', remedy: 'Restáurala o súbela de nuevo.' },
  LENDER_DOCUMENTS: { reason: 'La documentación de la operación está incompleta', remedy: adviser },
  LENDER_PAYER_DECLINED: {
    reason: 'El pagador no confirmó la factura',
    remedy: 'Verifica la factura con tu cliente y vuelve a venderla.',
  },
  LENDER_RISK_LIMIT: {
    reason: 'Se alcanzó el límite de riesgo del pagador',
    remedy: 'Intenta de nuevo cuando se liquiden otras facturas de este pagador.',
  },
  PAYER_PAID: {
    reason: 'El pagador informa que ya pagó la factura',
    remedy: 'Revisa si recibiste el pago; si no, acláralo con tu cliente.',
  },
  PAYER_CURRENCY_MISMATCH: {
    reason: 'El pagador tiene registrada la factura en otra moneda',
    remedy: 'Pide a tu cliente que corrija la moneda o sustituye la factura.',
  },
  PAYER_RESERVED_ELSEWHERE: {
    reason: 'El pagador tiene reservada la factura para otra financiera',
    remedy: 'Pide a la otra financiera que la libere antes de venderla aquí.',
  },
  PAYER_NOT_VALIDATED: {
    reason: 'El pagador todavía no valida la factura',
    remedy: 'Espera a que tu cliente la valide y vuelve a venderla.',
  },
  PAYER_WITHHOLDS_PAYMENT: {
    reason: 'El pagador tiene retenido el pago de la factura',
    remedy: 'Aclara con tu cliente por qué retiene el pago.',
  },
  PAYER_SUPPLIER_DISABLED: {
    reason: 'El pagador te tiene dado de baja como proveedor',
    remedy: 'Pide a tu cliente que te reactive como proveedor.',
  },
  PAYER_AMOUNT_DIFFERS: {
    reason: 'El importe que registró el pagador es distinto al de la factura',
    remedy: 'Revisa con tu cliente descuentos, devoluciones y notas de crédito.',
  },
  PAYER_NOT_REGISTERED: {
    reason: 'El pagador no tiene registrada la factura',
    remedy: 'Entrega la factura a tu cliente para que la registre.',
  },
  PAYER_NOT_ELIGIBLE: {
    reason: 'El pagador no acepta ceder esta factura',
    remedy: 'Elige otra factura de este cliente o consulta a tu asesor.',
  },
};

/** Shown for a rejected invoice whose motive is unknown. */
export const UNKNOWN_MOTIVE = 'Factura inválida';
