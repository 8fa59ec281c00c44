/**
 * User-facing texts in es-MX, shared by the portal, the e-mails and the PDFs. The types make a code without a text a
 * compile error. Texts from the specification are verbatim.
 */
import type { DepositPromise } from '@anticipa/domain/deposit-message';
import type { ErrorCode } from '@anticipa/domain/errors';
import type { InvoiceStatusName, Unsellable } from '@anticipa/domain/invoice';
import type { ProductCode } from '@anticipa/domain/product';

/** `currencies` as a list in prose: "MXN y USD". */
export function bankAccountMissing(currencies: string): string {
  return `Las facturas en ${currencies} no pudieron ser procesadas porque no se ha asociado una cuenta bancaria en esa moneda.`;
}

const SYNC_PROBLEM = 'Tenemos problemas internos, por favor intenta más tarde';

export const errorTexts: Record<ErrorCode, string> = {
  INVALID_REQUEST: 'La solicitud no es válida. Revisa los datos e intenta de nuevo.',
  NO_SESSION: 'Tu sesión terminó. Inicia sesión para continuar.',
  NOT_ALLOWED: 'Tu usuario no tiene permiso para esta acción.',
  NOT_FOUND: 'No encontramos lo que buscas.',
  BODY_TOO_LARGE: 'El envío es demasiado grande.',
  UNSUPPORTED_MEDIA_TYPE: 'El formato del envío no se acepta.',
  TOO_MANY_REQUESTS: 'Hiciste demasiados intentos. Espera un momento y vuelve a intentar.',
  DAILY_LIMIT_REACHED: 'Tu empresa llegó al límite diario de esta acción. Intenta mañana o consulta a tu asesor.',
  REMOTE_ANSWER_INVALID: 'Un sistema de la financiera respondió con un error. Intenta más tarde o avisa a tu asesor.',
  SERVICE_UNAVAILABLE: 'El servicio no está disponible en este momento. Intenta de nuevo en unos minutos.',
  UNEXPECTED: 'Ocurrió un error inesperado. Intenta de nuevo; si continúa, contacta al administrador.',
  IDEMPOTENCY_KEY_REUSED: 'Esta operación ya se envió con otros datos.',
  REQUEST_IN_PROGRESS: 'Esta operación ya está en proceso. Espera un momento.',
  WRONG_PASSWORD: 'Usuario o contraseña invalida',
  USER_NOT_REGISTERED: 'Usuario no registrado',
  USER_NOT_ACTIVE: 'Usuario deshabilitado, contacta a tu administrador',
  MUST_CHANGE_PASSWORD: 'Cambia tu contraseña para continuar.',
  PRODUCT_INACTIVE: 'Tienes deshabilitada esta función temporalmente. Si tienes dudas, consulta a tu asesor.',
  INVOICE_NOT_SELLABLE: 'La factura ya no se puede vender en su estado actual.',
  INVOICE_ALREADY_IN_SALE: 'La factura ya está en otra venta. Actualizamos la lista.',
  INVOICE_REJECTED: 'La factura no pasó la revisión. Su motivo aparece en la lista.',
  RFC_REQUIRED: 'Campo requerido: RFC',
  RFC_FOREIGN: 'No es posible dar de alta clientes con RFC extranjero',
  RFC_TOO_SHORT: 'El RFC no puede ser menor de 12 caracteres',
  RFC_TOO_LONG: 'El RFC no puede ser mayor de 13 caracteres',
  RFC_INVALID: 'Revisa el RFC: no es el de una empresa o persona que pueda ser tu cliente.',
  RAZON_SOCIAL_REQUIRED: 'Campo requerido: RAZÓN SOCIAL',
  PAYER_REJECTED: 'Cliente rechazado',
  PAYERS_NOT_ACTIVATED: 'Esta función no está activada',
  TERM_NOT_A_NUMBER: 'Debe haber un número',
  TERM_TOO_LONG: 'El plazo no puede ser mayor a 180 días',
  NO_WEEKDAY: 'Debe seleccionar al menos un día de la semana',
  FILE_FIELD_FIXED: 'De un archivo solo se puede cambiar el nombre.',
  FILE_NAME_TAKEN: 'Ya tienes ese archivo con ese nombre.',
  INVOICE_FIELD_FIXED: 'De una factura solo se puede cambiar la orden de compra.',
  INVOICE_FILE_MISSING: 'No tienes esa factura. Para registrarla hace falta su archivo XML.',
  INVOICE_NOT_DELETABLE: 'La factura está en una venta, en crédito o liquidada y no se puede eliminar.',
  NOTHING_TO_EXPORT: 'No hay datos para exportar',
  INVOICE_NOT_RESTORABLE:
    'Solo se puede restaurar una factura eliminada por un usuario y que no esté activa en otro lugar.',
  NO_INVOICE_SELECTED: 'Selecciona las facturas que deseas vender',
  PAYMENT_DATE_MISSING: 'Verifica fecha para pago',
  PAYMENT_DATE_NOT_AFTER_TODAY: 'La fecha para pago no puede ser menor o igual al día de hoy',
  TERM_OVER_180_DAYS: 'La fecha de emisión a la de pago no puede ser mayor a 180 días',
  PAYMENT_DATE_NOT_BUSINESS_DAY: 'La fecha para pago debe ser un día hábil.',
  PURCHASE_ORDER_MISSING: 'Especifica el folio de la orden de compra',
  BANK_ACCOUNT_MISSING: bankAccountMissing('esta moneda'),
  CREDIT_LINE_MISSING: 'No tienes una línea de crédito para esta moneda. Consulta a tu asesor.',
  CREDIT_EXCEEDED: 'La venta rebasa tu crédito disponible. Quita facturas de la selección.',
  EXCHANGE_RATE_MISSING: 'Hoy no hay tipo de cambio publicado. Intenta más tarde.',
  DEPOSIT_NOT_POSITIVE: 'El costo supera el anticipo de la factura. Elige una fecha de pago más cercana.',
  QUOTE_CHANGED: 'El precio cambió desde que lo viste. Revisa el nuevo cálculo antes de confirmar.',
  SALE_EXPIRED: 'El tiempo para confirmar la venta terminó. Las facturas volvieron a tu lista; vuelve a venderlas.',
  SALE_STATE_CONFLICT: 'La venta ya no está en este paso. Actualizamos su estado.',
  TERMS_NOT_ACCEPTED: 'Los términos cambiaron o no se aceptaron. Léelos y acéptalos para continuar.',
  MOTIVE_MISSING: 'Indica el motivo de cada factura rechazada.',
  VERIFICATION_PENDING: 'Hay facturas con verificación pendiente ante la autoridad fiscal.',
  TRACKING_KEY_REUSED: 'La clave de rastreo ya se usó.',
  LIST_UNREADABLE: 'El archivo no es la lista completa del artículo 69-B en el formato del SAT.',
  LIST_INCOMPLETE: 'La lista tiene muchos menos renglones que la anterior. Descárgala de nuevo.',
  LIST_OLDER: 'La lista es anterior a la que está en uso.',
  PAYOUT_AMOUNT_DIFFERS: 'El importe no es el de las devoluciones por transferir.',
  INVOICE_WITHOUT_PAYMENT: 'La factura todavía no tiene ningún pago.',
  SHORTFALL_CLOSED: 'El faltante de esta factura ya está cerrado.',
  COLLECTION_CURRENCY_DIFFERS: 'El pago llegó en otra moneda que la factura.',
  VALUE_DATE_IN_FUTURE: 'La fecha valor del pago no puede ser posterior a hoy.',
  VALUE_DATE_BEFORE_DEPOSIT: 'La fecha valor del pago no puede ser anterior al depósito de la factura.',
  PAYMENT_NOT_WAITING: 'El cobro ya se identificó o se devolvió.',
  MONTH_NOT_OVER: 'El mes no ha terminado: su interés todavía cambia.',
  FISCAL_DATA_MISSING: 'Faltan el régimen fiscal o el código postal del cliente para emitir su factura.',
  INTEREST_INVOICE_CREDITED: 'La factura tiene una nota de crédito. Cancela primero la nota.',
  CANCELLATION_PENDING: 'El SAT todavía no confirma la cancelación. Intenta más tarde.',
  INVOICING_NOT_CONFIGURED: 'No hay un proveedor de certificación configurado para emitir facturas.',
  REFERENCE_WITHOUT_INVOICES: 'Ninguna factura seleccionada',
  REFERENCE_MIXED_CURRENCIES: 'Selecciona facturas de una sola moneda para poder generar la referencia',
  INVOICE_NOT_IN_CREDIT: 'Solo las facturas en crédito se pueden pagar o tener una referencia de pago.',
  INVOICE_ALREADY_REFERENCED: 'La factura ya tiene una referencia de pago.',
  INVOICE_PAID_AUTOMATICALLY: 'La factura se paga automáticamente y no necesita referencia.',
  REFERENCE_DAY_OUT_OF_RANGE: 'Elige un día de pago de hoy a 90 días.',
  REFERENCE_NOT_CANCELLABLE: 'La referencia ya recibió un pago y no se puede cancelar.',
  NO_PAYMENT_REFERENCE_ID: 'Falta el identificador de la referencia de pago.',
  PAYMENT_REFERENCE_RECORD_NOT_FOUND: 'No encontramos la referencia de pago.',
  ERROR_GENERATING_PAYMENT_REFERENCE: 'No se pudo generar la referencia de pago. Intenta de nuevo.',
  ERROR_GENERATING_REFERENCE: 'No se pudo generar la referencia. Intenta de nuevo.',
  ERROR_CREATING_OR_GETTING_RECORD: 'No se pudo obtener el registro de la referencia.',
  INVALID_EMAIL: 'Email invalido',
  EMAIL_ALREADY_REGISTERED: 'El correo ya se encuentra registrado',
  NAME_REQUIRED: 'El nombre es requerido',
  PHONE_INVALID: 'Escribe los 10 dígitos del teléfono.',
  USER_LIMIT_REACHED:
    'Tu empresa llegó a su máximo de usuarios con acceso. Quita el acceso a uno o consulta a tu asesor.',
  AT_LEAST_ONE_ADMIN_IS_REQUIRED: 'Al menos un usuario debe ser administrador',
  CANT_CREATE_USER: 'No se pudo crear el usuario. Intenta de nuevo; si continúa, menciona el código #USR-1.',
  CANT_UPDATE_USER: 'No se pudieron guardar los cambios. Intenta de nuevo; si continúa, menciona el código #USR-3.',
  ERROR_GETTING_USER: 'No se pudo consultar el usuario. Intenta de nuevo; si continúa, menciona el código #USR-2.',
  CANT_FIND_CLIENT: 'Cliente no encontrado',
  INVALID_KEY: 'El token de recuperación de contraseña ha expirado',
  PASSWORD_NOT_ACCEPTED: 'La contraseña debe tener de 8 a 128 caracteres, sin espacios.',
  PASSWORD_TOO_COMMON: 'Esa contraseña es demasiado común y fácil de adivinar. Elige otra.',
  PASSWORD_UNCHANGED: 'La contraseña nueva debe ser distinta de la anterior.',
  RECOVER_PASS_ERROR: 'No se pudo cambiar la contraseña. Intenta de nuevo; si continúa, menciona el código #USR-4.',
  CIEC_WRONG: 'No pudimos establecer la conexión, verifica tu contraseña',
  CIEC_NOT_VALID: SYNC_PROBLEM,
  SYNC_FAILED: SYNC_PROBLEM,
  SYNC_DOWNLOADING: 'Tus facturas se están descargando, no es posible desincronizar en este momento',
  SYNC_INACTIVE: 'Conecta primero tu empresa con la autoridad fiscal.',
  SURVEY_INCOMPLETE: 'Revisa los campos obligatorios',
  SURVEY_ALREADY_ANSWERED: 'Ya respondiste esta encuesta.',
};

export const unsellableTexts: Record<Unsellable, string> = {
  PRODUCT_NOT_AUTHORISED: 'Tu empresa no tiene autorizado este producto. Consulta a tu asesor.',
  PRODUCT_INACTIVE: 'Tienes deshabilitada esta función temporalmente. Si tienes dudas, consulta a tu asesor.',
  STATUS: 'La factura ya está en una venta o en crédito.',
  REJECTED_BEFORE_TODAY: 'La factura fue rechazada en un día anterior.',
  DELETED: 'La factura fue eliminada.',
  NO_CREDIT_LINE: 'No tienes una línea de crédito para la moneda de esta factura. Consulta a tu asesor.',
};

/** Table titles and donut labels. */
export const statusLabels: Record<InvoiceStatusName, string> = {
  RECHAZADA: 'Rechazadas',
  REGISTRADO: 'Pendientes',
  AUTORIZADA: 'Autorizadas',
  PREVENTA: 'En Validación',
  CREDITO: 'En crédito',
  LIQUIDADO: 'Liquidadas',
};

export const depositPromiseTexts: Record<DepositPromise, string> = {
  'under-4-hours': 'El depósito llegará a tu cuenta en menos de 4 horas.',
  'under-24-hours': 'El depósito llegará a tu cuenta en menos de 24 horas.',
  'next-business-day': 'El depósito llegará a tu cuenta el siguiente día hábil.',
  '4-to-6-business-days': 'El depósito llegará a tu cuenta en 4 a 6 días hábiles.',
  '24-to-72-hours': 'El depósito llegará a tu cuenta en 24 a 72 horas.',
};

/** Display names until the lender's configuration is loaded. */
export const defaultProductNames: Record<ProductCode, string> = { BI: 'Anticipo Índice', FB: 'Factoraje' };
