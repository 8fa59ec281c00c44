/** The fields of logged changes and their values, in words. */
import type { AuditAction } from '@anticipa/domain/audit';
import { verdictNames } from '@anticipa/domain/confirmation';
import type { NoticeWay } from '@anticipa/domain/notice';
import type { DisputeOutcome } from '@anticipa/domain/promise';
import { type CiecStatus, ciecStatus } from '@anticipa/domain/sync';
import { adjustmentNames } from '../adjustments.ts';
import { approvalStateNames } from '../approvals.ts';
import { formatMonth, formatTableDate } from '../format.ts';
import { eventTexts } from '../key-texts.ts';
import { messageKindTexts, messageStateTexts } from '../message-texts.ts';
import { motiveTexts } from '../motive-texts.ts';
import { noticeNames } from '../notice-texts.ts';
import { defaultProductNames, invoiceStates } from '../offer-texts.ts';
import { receiverStatusNames } from '../receiver-statuses.ts';
import { roleNames } from '../roles.ts';
import { questionTypeNames } from './surveys.ts';

const fieldNames = {
  limit: 'límite',
  product: 'producto',
  currency: 'moneda',
  state: 'estado',
  status: 'estado',
  motive: 'motivo',
  kind: 'tipo',
  authorised: 'autorizado',
  rejected: 'rechazado',
  active: 'activo',
  isAdmin: 'administra',
  syncAllowed: 'sincroniza',
  saleRight: 'permiso para vender',
  acceptUpTo: 'acepta hasta',
  pesos: 'importe en pesos',
  preparedBy: 'preparó',
  email: 'correo',
  roles: 'roles',
  rfc: 'RFC',
  branch: 'sucursal',
  clientId: 'cliente',
  companyId: 'receptor',
  documentId: 'factura',
  documentIds: 'facturas',
  invoices: 'facturas',
  clients: 'clientes',
  rows: 'renglones',
  orderId: 'orden',
  attempt: 'intento',
  trackingKey: 'clave de rastreo',
  amount: 'importe',
  payOn: 'fecha prometida',
  lateCharges: 'recargos',
  unpaid: 'sin pagar',
  valueDate: 'fecha valor',
  dueDate: 'vencimiento',
  month: 'mes',
  reference: 'referencia',
  senderName: 'ordenante',
  failure: 'falla',
  terms: 'términos',
  hash: 'huella',
  sha256: 'huella',
  outcome: 'resultado',
  lastError: 'último error',
  copy: 'correo nuevo',
  view: 'vista',
  endsAt: 'termina',
  tipoCambio: 'pesos por dólar',
  source: 'fuente',
  paymentDays: 'días de pago',
  term: 'plazo',
  weekDays: 'días de la semana',
  days: 'días',
  cutOn: 'fecha de la lista',
  folio: 'folio',
  purchaseOrder: 'orden de compra',
  format: 'formato',
  search: 'búsqueda',
  who: 'quién',
  action: 'qué',
  from: 'desde',
  to: 'hasta',
  by: 'por medio de',
  rule: 'regla',
  answers: 'el robot contesta',
  proposer: 'quién propuso',
  requestId: 'solicitud',
  value: 'valor',
  displayName: 'nombre',
  promoterPhone: 'teléfono',
  name: 'nombre',
  address: 'correo',
  entityName: 'razón social',
  fiscalRegime: 'régimen',
  postalCode: 'código postal',
  title: 'título',
  finishMessage: 'despedida',
  audience: 'quiénes',
  questions: 'preguntas',
  aforo: 'aforo',
  cfdi: 'CFDI',
  clabe: 'CLABE',
  credits: 'CFDI que acredita',
  depositedOn: 'fecha del depósito',
  saleId: 'venta',
  contactId: 'contacto',
  explained: 'explicaciones',
  fileName: 'archivo',
  iva: 'IVA',
  loadId: 'carga',
  number: 'número',
  on: 'fecha',
  payments: 'pagos',
  references: 'referencias',
  totals: 'totales',
  way: 'medio',
  approved: 'aprobada',
  confirmationId: 'confirmación',
  documents: 'documentos',
  expiresOn: 'último día',
  expiry: 'vencimiento',
  isHandled: 'sin respuesta',
  lines: 'renglones',
  messageId: 'mensaje',
  mode: 'uso',
  scopes: 'permisos',
  account: 'cuenta que termina en',
  types: 'avisos',
  url: 'dirección',
  verdict: 'respuesta',
  isRequired: 'segundo factor para todos',
  freshAbove: 'confirmar ventas mayores a',
  isOn: 'encendida',
  isRemoved: 'quitada',
  addresses: 'solo desde',
  phone: 'teléfono',
  place: 'lugar',
  creditNote: 'nota de crédito',
  keepsName: 'conserva el nombre',
  recipients: 'destinatarios',
  proposal: 'propuesta',
  fields: 'datos',
  added: 'nuevos',
  layout: 'formato',
  columns: 'columnas',
} as const satisfies Readonly<Record<string, string>>;

/** A field of the log that the screens name. */
export type LoggedField = keyof typeof fieldNames;

export const isNamed = (field: string): field is LoggedField => field in fieldNames;

/** The names of values of actions that change only one, and do not name it. */
const onlyValues: Readonly<Partial<Record<AuditAction, string>>> = {
  'client.closed': 'estado',
  'client.payment-order-company': 'empresa',
  'client.reopened': 'estado',
  'client.sync': 'puede sincronizarse',
  'file.rename': 'nombre',
  'holiday.set': 'día inhábil',
  'invoice.purchase-order': 'orden de compra',
  'receiver.programme': 'programa',
  'receiver.status': 'estado',
};

export const fieldName = (field: string, action: AuditAction): string =>
  (field === 'value' && onlyValues[action]) ||
  (action === 'user.notices-chosen' && 'avisos') ||
  (isNamed(field) ? fieldNames[field] : field);

const values: Readonly<Record<string, string>> = {
  ...defaultProductNames,
  ...roleNames,
  true: 'sí',
  false: 'no',
  line: 'más línea',
  account: 'otra cuenta',
  read: 'consultar',
  upload: 'subir',
  prepare: 'preparar',
  sell: 'vender',
  monday: 'lunes',
  tuesday: 'martes',
  wednesday: 'miércoles',
  thursday: 'jueves',
  friday: 'viernes',
};

const messageTexts: Readonly<Record<string, string>> = { ...messageKindTexts, ...messageStateTexts };

const stateNames: Readonly<Record<string, string>> = approvalStateNames;

const receiverStatuses: Readonly<Record<string, string>> = receiverStatusNames;

const disputes: Readonly<Record<DisputeOutcome, string>> = {
  owed: 'se debe',
  'credit-note': 'nota de crédito',
  recourse: 'la recompra el cliente',
  mistaken: 'se registró por error',
};

/** The motives of the tax authority for which a CFDI is cancelled. */
const cancellations = {
  '01': 'con errores, con relación',
  '02': 'con errores, sin relación',
  '03': 'no se llevó a cabo',
  '04': 'está en una factura global',
} as const;

const clientStates: Readonly<Record<string, string>> = { open: 'abierto', closed: 'cerrado' };

const credentialStates: Readonly<Record<CiecStatus, string>> = {
  [ciecStatus.PENDING]: 'en revisión',
  [ciecStatus.VALID]: 'aceptada',
  [ciecStatus.INVALID]: 'rechazada',
  [ciecStatus.DEACTIVATED]: 'desactivada',
  [ciecStatus.ERROR]: 'con error',
};

/** Values of one field only: elsewhere the same word is a person's text. */
const valuesOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audience: { everyone: 'todos', administrators: 'administradores' },
  kind: adjustmentNames,
  motive: {
    ...Object.fromEntries(Object.entries(motiveTexts).map(([motive, { reason }]) => [motive, reason])),
    ...cancellations,
  },
  status: { ...invoiceStates, ...credentialStates },
  types: eventTexts,
  fields: {
    ...noticeNames,
    first_name: 'nombre',
    last_name: 'apellido paterno',
    mother_surname: 'apellido materno',
    phone: 'teléfono',
    mobile: 'celular',
    notify_initial_deposit: noticeNames['sale-deposited'],
    notify_desync_sat: noticeNames['sync-lost'],
    notify_sales: noticeNames['sale-sent'],
  },
  way: {
    mail: 'correo con acuse',
    'in-person': 'en persona',
    notary: 'notario o corredor',
    portal: 'portal del receptor',
  } satisfies Record<NoticeWay, string>,
  rule: { sale: 'por venta', day: 'por cliente y día' },
  outcome: {
    paid: 'se pagó',
    identified: 'se identificó',
    'sent-back': 'se regresó',
    ended: 'se supo',
    invoice: 'factura',
    existing: 'ya estaba',
    refused: 'rechazado',
    ...disputes,
  },
  saleRight: { consult: 'consulta', prepare: 'prepara', accept: 'acepta' },
  mode: { live: 'real', test: 'de prueba' },
  verdict: verdictNames,
  by: { invitation: 'invitación', recovery: 'recuperación', 'sign-in': 'inicio de sesión' },
};

/** The items of a logged list, the number of its rows, or the keys that are on in a logged object; null for a text. */
const listOf = (json: string): readonly string[] | null => {
  if (!/^[[{]/.test(json)) return null;
  try {
    const parsed: Readonly<Record<string, unknown>> | readonly unknown[] = JSON.parse(json);
    if (Array.isArray(parsed) && parsed.some((item) => typeof item === 'object' && item !== null))
      return [String(parsed.length)];
    return Array.isArray(parsed)
      ? parsed.map((item) => (item === null ? '—' : String(item)))
      : Object.entries(parsed).flatMap(([key, isOn]) => (isOn === true ? [key] : []));
  } catch {
    return null; // a person's text that starts with a bracket
  }
};

const typeNames: Readonly<Record<string, string>> = questionTypeNames;

/** A logged question: "¿Qué tan fácil fue? * · rating · Difícil / Fácil" with its type in words. */
const questionText = (question: string): string =>
  question.replace(
    /( \*)? · (string|text|ratingZero|rating)(?= · |$)/,
    (_, required: string | undefined, type: string) =>
      `${required ? ' (obligatoria)' : ''} · ${(typeNames[type] ?? type).toLowerCase()}`,
  );

/** Shortens ids as in the subjects, and formats dates, instants and amounts as on screens. */
const short = (value: string): string =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value)
    ? value.slice(0, 8)
    : value
        .replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
        .replace(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/, formatTableDate)
        .replace(/^-?\d{4,}(?=\.\d{2}$)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

/** A logged value in words. */
export function valueText(value: string | null, field: string, action: AuditAction): string {
  if (value === null) return field === 'acceptUpTo' ? 'cualquier monto' : '—';
  if (field === 'month') return formatMonth(value);
  if (action === 'proposal.decided' && field === 'state') return (stateNames[value] ?? value).toLowerCase();
  if (action === 'receiver.status' && field === 'value') return receiverStatuses[value] ?? value;
  if ((action === 'client.closed' || action === 'client.reopened') && field === 'value')
    return clientStates[value] ?? value;
  if (action === 'survey.write' && field === 'questions') return listOf(value)?.map(questionText).join('; ') ?? value;
  if (action === 'message.repeat') return messageTexts[value] ?? short(value);
  return (
    valuesOf[field]?.[value] ??
    values[value] ??
    listOf(value)
      ?.map((item) => short(valuesOf[field]?.[item] ?? values[item] ?? item))
      .join(', ') ??
    short(value)
  );
}
