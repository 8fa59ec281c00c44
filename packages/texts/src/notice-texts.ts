/** Words of the notices: in the portal, in the mail and on a phone. None of them has a secret. */
import type { NoticeEvent, NoticeObject } from '@anticipa/domain/notice-event';
import { formatAmount, formatDate, formatDays, formatMonth } from './format.ts';

/** Contents of a notice, as they are stored. */
export interface NoticeFacts {
  readonly event: NoticeEvent;
  readonly object: NoticeObject;
  readonly objectId: string | null;
  readonly label: string;
  readonly count: number;
  readonly amount: string | null;
  readonly currency: string | null;
  /** Owed after a payment. */
  readonly left: string | null;
  /** In the other currency. */
  readonly otherAmount: string | null;
  readonly dueOn: string | null;
  readonly step: number | null;
  readonly trackingKey: string | null;
}

export interface NoticeText {
  readonly title: string;
  readonly body: string;
}

const invoices = (count: number): string => (count === 1 ? '1 factura' : `${count} facturas`);

const amountOf = ({ amount, currency, otherAmount }: NoticeFacts): string => {
  if (amount === null || currency === null) return '';
  const other = otherAmount === null ? [] : [formatAmount(otherAmount, currency === 'MXN' ? 'USD' : 'MXN')];
  return [formatAmount(amount, currency), ...other].join(' y ');
};

const leftOf = ({ left, currency }: NoticeFacts): string =>
  left === null || currency === null
    ? ''
    : Number(left) === 0
      ? ' Ya no falta nada por pagar.'
      : ` Faltan ${formatAmount(left, currency)} por pagar.`;

const dueOf = ({ dueOn }: NoticeFacts): string => (dueOn === null ? '' : formatDate(dueOn));

const aboutInvoices = ({ count, label }: NoticeFacts): string =>
  count === 1 && label !== '' ? `La factura ${label}` : count === 1 ? '1 factura' : `${count} facturas`;

const ofInvoices = ({ count, label }: NoticeFacts): string =>
  count === 1 && label !== '' ? `la factura ${label}` : invoices(count);

const verb = ({ count }: NoticeFacts, one: string, several: string): string => (count === 1 ? one : several);

const until = ({ step }: NoticeFacts): string => (step === null || step === 0 ? 'hoy' : `en ${formatDays(-step)}`);

/** The changes of a second factor, by the name that the notice has as its label. */
const factorChanges: Readonly<Record<string, string>> = {
  'second-factor-enrolled': 'Activaste tu segundo factor',
  'second-factor-dropped': 'Se desactivó tu segundo factor',
  'passkey-added': 'Se agregó una llave de acceso',
  'passkey-removed': 'Se quitó una llave de acceso',
  'app-added': 'Se agregó una aplicación de autenticación',
  'second-factor-cleared': 'Se quitó tu segundo factor',
  'recovery-code-used': 'Se usó uno de tus códigos de recuperación',
};

/** "3 facturas por MXN 1,000.00 y USD 20.00" */
const invoicesFor = (facts: NoticeFacts): string =>
  amountOf(facts) === '' ? invoices(facts.count) : `${invoices(facts.count)} por ${amountOf(facts)}`;

const texts: Readonly<Record<NoticeEvent, (facts: NoticeFacts) => NoticeText>> = {
  'sale-to-accept': (facts) => ({
    title: `${facts.label} dejó una venta por aceptar`,
    body: `Son ${invoicesFor(facts)}. No aparta crédito ni precio hasta que alguien la acepte.`,
  }),
  'prepared-returned': (facts) => ({
    title: `${facts.label} te regresó una venta`,
    body: `Son ${invoicesFor(facts)}. En la venta dice el motivo.`,
  }),
  'prepared-accepted': (facts) => ({
    title: `${facts.label} aceptó la venta que preparaste`,
    body: `Es la venta ${facts.objectId ?? ''}: el depósito es de ${amountOf(facts)}. Te avisamos lo que sigue.`,
  }),
  'prepared-withdrawn': (facts) => ({
    title: `${facts.label} retiró la venta que preparaste`,
    body: `Eran ${invoicesFor(facts)}. Las facturas siguen en tu lista.`,
  }),
  'prepared-expired': (facts) => ({
    title: 'Venció la venta que preparaste',
    body: `Eran ${invoicesFor(facts)}. Llegaron las fechas de sus facturas y nadie la aceptó.`,
  }),
  'prepared-sold': (facts) => ({
    title: 'Terminó la venta que preparaste',
    body: `Eran ${invoicesFor(facts)}. Sus facturas se vendieron en otra venta.`,
  }),
  'sale-sent': (facts) => ({
    title: `${facts.label} vendió ${invoices(facts.count)}`,
    body: `Venta ${facts.objectId ?? ''}: el depósito es de ${amountOf(facts)}. Si no la esperabas, llama a tu asesor.`,
  }),
  'sale-authorised': (facts) => ({
    title: `Autorizamos tu venta ${facts.label}`,
    body: `Vamos a depositar ${amountOf(facts)} por ${invoices(facts.count)}.`,
  }),
  'sale-rejected': (facts) => ({
    title: `No compramos ${invoices(facts.count)} de tu venta ${facts.label}`,
    body: `Importe: ${amountOf(facts)}. En la venta dice el motivo, y tu crédito quedó libre.`,
  }),
  'sale-returned': (facts) => ({
    title: `Corrige tu venta ${facts.label}`,
    body: `La venta de ${amountOf(facts)} espera una corrección y conserva su lugar.`,
  }),
  'sale-deposited': (facts) => ({
    title: `Depositamos ${amountOf(facts)}`,
    body: `Es el anticipo de tu venta ${facts.label}. Clave de rastreo: ${facts.trackingKey ?? ''}.`,
  }),
  'deposit-returned': (facts) => ({
    title: `No llegó el depósito de tu venta ${facts.label}`,
    body: `La transferencia de ${amountOf(facts)} con clave de rastreo ${facts.trackingKey ?? ''} regresó. La hacemos de nuevo.`,
  }),
  due: (facts) => ({
    title: `${aboutInvoices(facts)} ${verb(facts, 'vence', 'vencen')} ${until(facts)}`,
    body: `${amountOf(facts)} con vencimiento el ${dueOf(facts)}.`,
  }),
  overdue: (facts) => ({
    title: `${aboutInvoices(facts)} ${verb(facts, 'venció', 'vencieron')} hace ${formatDays(facts.step ?? 0)}`,
    body: `Faltan ${amountOf(facts)} con vencimiento el ${dueOf(facts)}.`,
  }),
  paid: (facts) => ({
    title: `${aboutInvoices(facts)} ${verb(facts, 'quedó pagada', 'quedaron pagadas')}`,
    body: `Recibimos ${amountOf(facts)} y tu crédito quedó libre.`,
  }),
  'part-paid': (facts) => ({
    title: `Llegó un pago de ${amountOf(facts)}`,
    body: `Lo aplicamos a ${ofInvoices(facts)}.${leftOf(facts)}`,
  }),
  'payment-reversed': (facts) => ({
    title: `Revertimos un pago de ${amountOf(facts)}`,
    body: `Lo habíamos aplicado a ${ofInvoices(facts)}: lo que pagó se debe otra vez.`,
  }),
  payout: (facts) => ({
    title: `Transferimos tu devolución de ${amountOf(facts)}`,
    body: `Corresponde a ${invoices(facts.count)}. Clave de rastreo: ${facts.trackingKey ?? ''}.`,
  }),
  'cfdi-issued': (facts) => ({
    title: `Emitimos el CFDI ${facts.label}`,
    body: amountOf(facts) === '' ? 'Ya puedes descargarlo.' : `Total: ${amountOf(facts)}. Ya puedes descargarlo.`,
  }),
  'contract-kept': (facts) => ({
    title: `El contrato de tu venta ${facts.label} tiene constancia`,
    body: 'La constancia de conservación (NOM-151) ya se puede descargar en la venta.',
  }),
  'reference-expiring': (facts) => ({
    title: `La referencia ${facts.label} vence ${until(facts)}`,
    body: `Cubre ${amountOf(facts)} hasta el ${dueOf(facts)}.`,
  }),
  'sync-lost': () => ({
    title: 'Dejamos de recibir tus facturas del SAT',
    body: 'El SAT ya no acepta tu acceso. Vuelve a conectarte para que las nuevas lleguen solas.',
  }),
  statement: (facts) => ({
    title: `Tu estado de cuenta de ${formatMonth(facts.objectId ?? '')} está listo`,
    body: 'Míralo y descárgalo en el portal.',
  }),
  'month-package': (facts) => ({
    title: `El paquete de ${formatMonth(facts.objectId ?? '')} está listo para tu contador`,
    body: 'Estado de cuenta, ventas, cobros, depósitos con su clave de rastreo, intereses con IVA y CFDI, en un solo archivo. Entra al portal para descargarlo.',
  }),
  'account-asked': (facts) => ({
    title: 'Alguien de tu empresa propuso otra cuenta para tus depósitos',
    body: `Cuenta: ${facts.label}. No recibe nada mientras la financiera no la apruebe. Si no la pidió tu empresa, retírala y llama a tu asesor.`,
  }),
  'request-answered': (facts) => ({
    title: facts.count === 1 ? `Aprobamos tu solicitud: ${facts.label}` : `No aprobamos tu solicitud: ${facts.label}`,
    body:
      facts.count === 1
        ? amountOf(facts) === ''
          ? 'Recibirá depósitos cuando termine su periodo de espera.'
          : `Tu línea es ahora de ${amountOf(facts)}.`
        : 'El motivo está en el portal.',
  }),
  'access-changed': ({ label }) => {
    const [title = '', can = ''] = label.split('\n');
    return { title, body: `${can} Si no lo esperabas, revisa los usuarios de tu empresa y llama a tu asesor.`.trim() };
  },
  'new-device': (facts) => ({
    title: 'Alguien entró con tu usuario desde un dispositivo nuevo',
    body: `Dispositivo: ${facts.label}. Si no fuiste tú, cierra esa sesión y define otra contraseña.`,
  }),
  'factor-changed': (facts) => ({
    title: factorChanges[facts.label] ?? 'Cambió tu segundo factor',
    body: 'Si no fuiste tú, define una contraseña nueva de inmediato, cierra tus sesiones y avisa a tu asesor.',
  }),
};

export const noticeText = (facts: NoticeFacts): NoticeText => texts[facts.event](facts);

/** The address of what a notice is about, in the portal. */
export function noticeAddress({ object, objectId }: Pick<NoticeFacts, 'object' | 'objectId'>): string {
  const id = encodeURIComponent(objectId ?? '');
  const addresses: Readonly<Record<NoticeObject, string>> = {
    sale: `/sales/${id}`,
    'prepared-sale': `/toAccept/${id}`,
    invoice: `/factura/${id}`,
    collections: '/collections',
    settled: '/invoices',
    'interest-invoices': '/invoicesHistory',
    references: '/paymentReferences',
    sync: '/',
    statement: `/statement?mes=${id}`,
    terms: '/terms',
    sessions: '/profile',
    people: '/profile',
  };
  return addresses[object];
}

/** The next step after an event, beside looking at it. */
export const noticeActions: Partial<
  Readonly<Record<NoticeEvent, { readonly label: string; readonly address: string }>>
> = { paid: { label: 'Vender otra vez', address: '/#vender-de-nuevo' } };

/** The label of the link. */
export const noticeLinks: Readonly<Record<NoticeObject, string>> = {
  sale: 'Ver la venta',
  'prepared-sale': 'Ver la venta',
  invoice: 'Ver la factura',
  collections: 'Ver mis cobros',
  settled: 'Ver facturas liquidadas',
  'interest-invoices': 'Ver mis CFDI',
  references: 'Ver mis referencias',
  sync: 'Volver a conectar',
  statement: 'Ver el estado de cuenta',
  terms: 'Ver mis solicitudes',
  sessions: 'Ver mis sesiones',
  people: 'Ver el perfil',
};

/** The events in a list to choose from. */
export const noticeNames: Readonly<Record<NoticeEvent, string>> = {
  'sale-to-accept': 'Venta por aceptar',
  'prepared-returned': 'Venta por aceptar que regresó',
  'prepared-accepted': 'Venta tuya que alguien aceptó',
  'prepared-withdrawn': 'Venta por aceptar que se retiró',
  'prepared-expired': 'Venta por aceptar que venció',
  'prepared-sold': 'Venta por aceptar que se vendió aparte',
  'sale-sent': 'Venta enviada por tu empresa',
  'sale-authorised': 'Venta autorizada',
  'sale-rejected': 'Facturas rechazadas',
  'sale-returned': 'Venta por corregir',
  'sale-deposited': 'Depósito de una venta',
  'deposit-returned': 'Depósito que regresó',
  due: 'Por vencer: 7, 3 y 1 días antes',
  overdue: 'Vencidas',
  paid: 'Pagos de tus facturas',
  'part-paid': 'Pago de una parte',
  'payment-reversed': 'Pago revertido',
  payout: 'Devolución transferida',
  'cfdi-issued': 'CFDI emitido',
  'contract-kept': 'Constancia del contrato',
  'reference-expiring': 'Referencia por vencer',
  'sync-lost': 'Sincronización perdida',
  statement: 'Estado de cuenta del mes',
  'month-package': 'Paquete del mes para tu contador',
  'account-asked': 'Cuenta propuesta para tus depósitos',
  'request-answered': 'Respuesta a una solicitud',
  'access-changed': 'Personas nuevas y permisos que cambian',
  'new-device': 'Entrada desde un dispositivo nuevo',
  'factor-changed': 'Cambio de tu segundo factor',
};
