/** Purpose of each screen, and the words under which people look for it. */
import { paths } from '../../../lib/paths.ts';
import { screens } from '../../../lib/screens.ts';

interface Guide {
  readonly title: string;
  readonly text: string;
  /** Words for the screen's contents and actions, from its columns and buttons and from phone calls. */
  readonly keywords: readonly string[];
  readonly link: { readonly to: string; readonly search?: { readonly ver: 'clientes' } };
}

/** Screens for people who are signed in. 'Mis clientes' has no path of its own. */
type GuidedScreen =
  | Exclude<keyof typeof paths, 'login' | 'logout' | 'recoverPass' | 'preparedSale' | 'confirm' | 'otherCompany'>
  | 'payers';

/** [AYU-03] A screen without a guide does not compile. */
export const guides = {
  home: {
    title: screens.home.title,
    text: 'Lo que puedes recibir hoy, lo que te toca hacer, tus facturas por vender y en qué va cada una.',
    keywords: ['inicio', 'resumen', 'vender', 'vencidas', 'crédito disponible', 'estado de tus facturas', 'rechazadas'],
    link: { to: paths.home },
  },
  profile: {
    title: screens.profile.title,
    text: 'Los datos de tu empresa, tus teléfonos, los avisos por correo y los usuarios con sus permisos.',
    keywords: [
      'cambiar datos',
      'teléfono',
      'celular',
      'nombre',
      'correo',
      'email',
      'usuarios',
      'permisos',
      'sesiones',
      'avisos',
    ],
    link: { to: paths.profile },
  },
  payers: {
    title: 'Mis clientes',
    text: 'Los pagadores que tienen CLABE propia. Cópiala de ahí y compártela: lo que paguen a ella se aplica solo.',
    keywords: [
      'pagador',
      'cliente',
      'clabe',
      'cuenta',
      'interbancaria',
      'pago automático',
      'rfc',
      'excel',
      'exportar',
      'movimientos',
    ],
    link: { to: paths.profile, search: { ver: 'clientes' } },
  },
  references: {
    title: screens.references.title,
    text: 'Las referencias que se han generado, con su importe, su cuenta y su PDF.',
    keywords: [
      'referencia',
      'pago',
      'cobros',
      'transferencia',
      'clabe',
      'pdf',
      'imprimir',
      'concepto',
      'excel',
      'exportar',
    ],
    link: { to: paths.references },
  },
  collections: {
    title: 'Cobros',
    text: 'Lo vencido, lo que viene y dónde pagan tus clientes: sus referencias vivas y su CLABE.',
    keywords: [
      'cobros',
      'vencidas',
      'vencimientos',
      'por cobrar',
      'clabe',
      'referencia',
      'dónde pagan',
      'clientes',
      'recargos',
    ],
    link: { to: paths.collections },
  },
  interestInvoices: {
    title: screens.interestInvoices.title,
    text: 'Las facturas de intereses que la financiera te emite cada mes, en PDF y XML.',
    keywords: [
      'factura de intereses',
      'complemento',
      'cfdi',
      'egreso',
      'ingreso',
      'nota de crédito',
      'pdf',
      'xml',
      'periodo',
      'excel',
      'exportar',
      'contador',
    ],
    link: { to: paths.interestInvoices },
  },
  interest: {
    title: screens.interest.title,
    text: 'El interés y el IVA de cada factura vendida, por mes.',
    keywords: ['interés', 'iva', 'costo', 'mes', 'periodo', 'producto', 'excel', 'exportar', 'contador'],
    link: { to: paths.interest },
  },
  settled: {
    title: screens.settled.title,
    text: 'Las facturas que ya se pagaron, por mes, con su anticipo, interés, recargos y devolución.',
    keywords: [
      'liquidada',
      'pagada',
      'cobrada',
      'anticipo',
      'devolución',
      'recargos',
      'depósito',
      'mes de liquidación',
      'historial',
      'excel',
      'exportar',
    ],
    link: { to: paths.settled },
  },
  statement: {
    title: screens.statement.title,
    text: 'Los movimientos de un mes: lo que se te depositó, lo que se cobró y lo que se debe, en PDF o por correo.',
    keywords: [
      'movimientos',
      'saldo',
      'depósitos',
      'cargos',
      'mes',
      'pdf',
      'complemento de pago',
      'contador',
      'excel',
      'exportar',
      'correo',
    ],
    link: { to: paths.statement },
  },
  costs: {
    title: screens.costs.title,
    text: 'Lo que costó tu financiamiento por pagador y por mes: interés, recargos, comisión e IVA, la tasa que resulta y los días que tomó.',
    keywords: ['costo', 'tasa', 'efectiva', 'interés', 'caro', 'cat', 'días', 'pagador'],
    link: { to: paths.costs },
  },
  terms: {
    title: screens.terms.title,
    text: 'Tu contrato, tus líneas con sus tasas, qué cambió y desde cuándo, y tus constancias. Ahí pides más línea o propones otra cuenta.',
    keywords: [
      'contrato',
      'tasa',
      'aforo',
      'más línea',
      'línea',
      'límite',
      'constancia',
      'nom-151',
      'cuenta',
      'clabe',
      'solicitud',
    ],
    link: { to: paths.terms },
  },
  sales: {
    title: 'Mis ventas',
    text: 'Cada venta con su número, lo que se depositó, su contrato y su estado. Ahí también se cancela.',
    keywords: ['venta', 'número', 'contrato', 'cancelar', 'depósito', 'seguimiento', 'comprobante'],
    link: { to: paths.sales },
  },
  sale: {
    title: 'Una venta',
    text: 'Ábrela desde «Mis ventas»: en qué va, sus facturas, el contrato aceptado y el comprobante del depósito.',
    keywords: [
      'contrato',
      'términos',
      'comprobante',
      'cep',
      'clave de rastreo',
      'constancia',
      'nom-151',
      'cancelar venta',
    ],
    link: { to: paths.sales },
  },
  toAccept: {
    title: screens.toAccept.title,
    text: 'Ventas que una persona de tu empresa preparó y otra acepta: el precio de hoy, qué cambió, y regresarlas con un motivo.',
    keywords: [
      'preparar una venta',
      'aceptar',
      'permiso',
      'autorizar',
      'monto',
      'segunda persona',
      'regresar',
      'retirar',
    ],
    link: { to: paths.toAccept },
  },
  invoice: {
    title: 'Una factura',
    text: 'Abre una con su folio desde cualquier lista: su historia, su precio, lo que se debe hoy, el XML y el PDF.',
    keywords: ['folio', 'uuid', 'folio fiscal', 'xml', 'pdf', 'historia', 'importe', 'vencimiento', 'recargos', 'sat'],
    link: { to: paths.home },
  },
  notices: {
    title: 'Avisos',
    text: 'Lo que pasó con tus ventas, cobros y documentos. En el perfil eliges qué te llega por correo o WhatsApp.',
    keywords: ['campana', 'notificaciones', 'sin leer', 'correo', 'whatsapp', 'resumen del día', 'recordatorio'],
    link: { to: paths.notices },
  },
  imports: {
    title: 'Órdenes y plazos',
    text: 'Órdenes de compra de tus facturas y plazos de tus clientes, desde Excel o CSV; revisas antes de guardar.',
    keywords: ['excel', 'csv', 'importar', 'pegar', 'orden de compra', 'oc', 'plazo de pago', 'plantilla'],
    link: { to: paths.imports },
  },
  calendar: {
    title: 'Calendario',
    text: 'Los días en que vence cada factura y en que se espera una devolución; puedes llevarlos a tu calendario.',
    keywords: ['vencimientos', 'fecha', 'mes', 'semana', 'día inhábil', 'festivo', 'ics', 'outlook', 'google'],
    link: { to: paths.calendar },
  },
} as const satisfies Record<GuidedScreen, Guide>;
