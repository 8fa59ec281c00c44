/** The log of the lender: its texts, and its table in exported files. */
import type { LogEntry } from '@anticipa/contract/log';
import { type AuditAction, type AuditActor, type AuditNoun, auditNouns } from '@anticipa/domain/audit';
import { fieldNames, valueText } from './log-values.ts';
import { instantColumn, type TableColumn, textColumn } from './table.ts';

export const auditTexts: Readonly<Record<AuditAction, string>> = {
  'adjustment.book': 'Registró un movimiento de una factura en crédito',
  'alert.close': 'Cerró una alerta',
  'calendar.link': 'Renovó la liga de su calendario',
  'client.closed': 'Cerró un cliente',
  'client.opened': 'Dio de alta un cliente',
  'client.payment-order-company': 'Cambió la empresa de órdenes de pago de un cliente',
  'client.product': 'Cambió un producto de un cliente',
  'client.read': 'Consultó un cliente',
  'client.reopened': 'Reabrió un cliente',
  'client.sync': 'Cambió si un cliente puede sincronizarse',
  'client.view': 'Abrió el portal como un cliente',
  'client.view-ended': 'Salió del portal de un cliente',
  'collection.register': 'Registró un cobro',
  'collection.reverse': 'Deshizo un cobro',
  'company.create': 'Receptor nuevo',
  'company.payment-days': 'Guardó cuándo paga un receptor',
  'complement.cancel': 'Canceló un complemento de pago',
  'complement.cancel-request': 'Pidió cancelar un complemento de pago',
  'cost-centre.create': 'Dio de alta un pagador',
  'cost-centre.refuse': 'El banco rechazó la CLABE de un pagador',
  'cost-centre.register': 'El banco registró la CLABE de un pagador',
  'exchange-rate.published': 'Publicó el tipo de cambio',
  'file.rename': 'Cambió el nombre de un archivo',
  'file.upload': 'Subió un archivo',
  'holiday.set': 'Cambió un día inhábil',
  'interest.cancel': 'Canceló un CFDI de intereses',
  'interest.cancel-request': 'Pidió cancelar un CFDI de intereses',
  'interest.credit': 'Emitió una nota de crédito',
  'invoice.delete': 'Borró una factura',
  'invoice.objection': 'Objeción del SAT a una factura',
  'invoice.purchase-order': 'Cambió una orden de compra',
  'invoice.related': 'Aplicó un CFDI relacionado a una factura',
  'invoice.restore': 'Recuperó una factura',
  'late-charges.invoice': 'Facturó recargos',
  'log.export': 'Exportó la bitácora',
  'message.repeat': 'Envió otra vez un correo',
  'month.cut': 'Cortó un mes',
  'operator.added': 'Agregó a un operador',
  'operator.changed': 'Cambió el acceso de un operador',
  'contact.erased': 'Borró los datos personales de un contacto de receptor',
  'contact.exported': 'Exportó los datos personales de un contacto de receptor',
  'operator.erased': 'Borró los datos personales de un operador',
  'operator.exported': 'Exportó los datos personales de un operador',
  'operator.invited': 'Invitó a un operador',
  'operator.sessions-ended': 'Cerró las sesiones de un operador',
  'passkey.added': 'Registró una llave de acceso',
  'passkey.removed': 'Quitó una llave de acceso',
  'password.changed': 'Cambió una contraseña',
  'payment-file.download': 'Descargó un archivo de pagos',
  'payment-file.make': 'Generó un archivo de pagos',
  'payment-file.withdraw': 'Retiró pagos de un archivo',
  'payment-layout.save': 'Guardó un formato de pagos',
  'payout.confirm': 'Confirmó una devolución',
  'payout.reverse': 'Deshizo el pago de una devolución',
  'proposal.decided': 'Decidió una propuesta',
  'proposal.made': 'Hizo una propuesta',
  'received-transfer.book': 'Aplicó una transferencia recibida',
  'received-transfer.keep': 'Recibió una transferencia sin identificar',
  'received-transfer.object': 'Recibió una transferencia con clave repetida',
  'received-transfer.return': 'El banco devolvió una transferencia recibida',
  'receiver.contact': 'Guardó un contacto de un receptor',
  'receiver.contact-removed': 'Borró un contacto de un receptor',
  'receiver.notice': 'Registró la notificación de la cesión a un receptor',
  'receiver.notice-withdrawn': 'Retiró la notificación de la cesión a un receptor',
  'receiver.limit': 'Cambió el límite de un receptor',
  'receiver.policy': 'Cambió los días de pago de un receptor',
  'receiver.programme': 'Cambió el programa de un receptor',
  'receiver.status': 'Decidió sobre un receptor',
  'dispute.close': 'Cerró una disputa',
  'dispute.open': 'Abrió una disputa',
  'extension.agree': 'Prorrogó un vencimiento',
  'promise.record': 'Registró una promesa de pago',
  'promise.take-back': 'Retiró una promesa de pago',
  'recovery.requested': 'Pidió recuperar una contraseña',
  'reference.cancel': 'Canceló una referencia de pago',
  'reference.create': 'Generó una referencia de pago',
  'sale.answer': 'Contestó una venta',
  'sale.cancel': 'Canceló una venta',
  'sale.confirm': 'Confirmó la respuesta a una venta',
  'sale.disburse': 'Depositó una venta',
  'sale.expire': 'Venció una venta sin enviar',
  'sale.hold': 'Apartó facturas para vender',
  'sale.process': 'Vio los términos de una venta',
  'sale.read': 'Consultó una venta',
  'sale.request': 'Envió una venta',
  'sale.resend': 'Corrigió una venta devuelta',
  'sale.return': 'Devolvió una venta para corregir',
  'sale.summary': 'Envió el resumen de una venta',
  'sale.withdraw': 'Retiró una autorización',
  'second-factor.cleared': 'Retiró un segundo factor',
  'second-factor.enrolled': 'Activó su segundo factor',
  'second-factor.recovered': 'Entró con un código de recuperación',
  'session.ended': 'Cerró una sesión',
  'session.refused': 'Intento de entrar rechazado',
  'session.started': 'Inició sesión',
  'setting.changed': 'Cambió un ajuste',
  'shortfall.close': 'Cerró un faltante',
  'shortfall.reverse': 'Reabrió un faltante',
  'cost-centre.mail': 'Envió una CLABE a su pagador',
  'statement.mail': 'Envió un estado de cuenta',
  'survey.export': 'Exportó respuestas a una encuesta',
  'survey.read': 'Consultó respuestas a una encuesta',
  'survey.start': 'Inició una encuesta',
  'survey.stop': 'Detuvo una encuesta',
  'survey.write': 'Escribió una encuesta',
  'survey.delete': 'Borró el borrador de una encuesta',
  'sync.broken': 'Se interrumpió la sincronización',
  'sync.connect': 'Conectó la sincronización',
  'sync.credential': 'Cambió la contraseña CIEC',
  'sync.disconnect': 'Desconectó la sincronización',
  'system.retry': 'Reintentó un sistema externo',
  'taxpayer-list.take-in': 'Tomó la lista del artículo 69-B',
  'transfer.accept': 'El banco aceptó una transferencia',
  'transfer.close': 'Cerró una transferencia que no apareció',
  'transfer.fail': 'Falló una transferencia',
  'transfer.order': 'Ordenó una transferencia',
  'transfer.restore': 'El banco pagó una transferencia que había devuelto',
  'transfer.return': 'El banco devolvió una transferencia',
  'transfer.settle': 'El banco liquidó una transferencia',
  'unidentified.identification': 'Identificó un cobro',
  'unidentified.reverse': 'Dejó otra vez sin identificar un cobro',
  'unidentified.return': 'Confirmó la devolución de un cobro',
  'unidentified.send-back': 'Devolvió un cobro sin identificar',
  'unidentified.unidentified': 'Recibió un cobro sin identificar',
  'user.created': 'Dio de alta a un usuario',
  'user.erased': 'Borró los datos personales de un usuario',
  'user.exported': 'Exportó los datos personales de un usuario',
  'user.invited': 'Invitó otra vez a un usuario',
  'user.sessions-ended': 'Cerró las sesiones de un usuario',
  'user.updated': 'Cambió a un usuario',
};

const actorTexts: Readonly<Record<AuditActor, string>> = {
  user: 'Usuario de un cliente',
  operator: 'Operador',
  worker: 'Portal, por sí mismo',
  system: 'Portal, al entrar',
};

/** Name of the person who acted, or the portal. */
export const actorOf = ({ actor }: Pick<LogEntry, 'actor'>): string => actor.name ?? actorTexts[actor.kind];

const nouns: Readonly<Record<AuditNoun, string>> = {
  alert: 'Alerta',
  client: 'Cliente',
  collection: 'Cobro',
  company: 'Receptor',
  'cost-centre': 'Pagador',
  cut: 'Lista',
  contact: 'Contacto de receptor',
  file: 'Archivo',
  'exchange-rate': 'Tipo de cambio',
  holiday: 'Día inhábil',
  'interest-invoice': 'CFDI de intereses',
  invoice: 'Factura',
  log: 'Bitácora',
  message: 'Correo',
  operator: 'Operador',
  'payment-file': 'Archivo de pagos',
  'payment-layout': 'Formato de pagos',
  'payment-complement': 'Complemento de pago',
  payout: 'Devolución',
  proposal: 'Propuesta',
  receiver: 'Receptor',
  reference: 'Referencia',
  sale: 'Venta',
  session: 'Sesión',
  setting: 'Ajuste',
  survey: 'Encuesta',
  system: 'Sistema',
  'received-transfer': 'Transferencia recibida',
  'unidentified-payment': 'Cobro sin identificar',
  user: 'Usuario',
};

/** Subject of an entry: a name, or a noun with the beginning of its id. */
export const subjectOf = ({ subject }: Pick<LogEntry, 'subject'>): string => {
  const [, noun = '', key = ''] = /^([a-z-]+)(?::(.*))?$/.exec(subject) ?? [];
  const known = auditNouns.find((one) => one === noun);
  const isId = /^[0-9a-f]{8}-/.test(key);
  return known === undefined ? subject : `${nouns[known]} ${isId ? key.slice(0, 8) : key}`.trim();
};

/** "límite: 5,000,000.00 → 3,000,000.00"; a fact without a value before is "folio: A1". */
const changeText = ({ field, before, after }: LogEntry['changes'][number], action: AuditAction): string => {
  const shown = (value: string | null): string => valueText(value, field, action);
  return `${fieldNames[field] ?? field}: ${before === null ? '' : `${shown(before)} → `}${shown(after)}`;
};

const isGiven = ({ before, after }: LogEntry['changes'][number]): boolean =>
  before !== null || (after !== null && after !== '[]');

export const changesOf = ({ changes, action }: Pick<LogEntry, 'changes' | 'action'>): string =>
  changes
    .filter(isGiven)
    .map((change) => changeText(change, action))
    .join('; ');

export const logTable: readonly TableColumn<LogEntry>[] = [
  instantColumn('at', 'Cuándo', ({ at }) => at),
  textColumn('actor', 'Quién', actorOf),
  textColumn('address', 'Desde dónde', ({ address }) => address),
  textColumn('action', 'Qué', ({ action }) => auditTexts[action]),
  textColumn('subject', 'Sobre', ({ subject }) => subject),
  textColumn('client', 'Cliente', ({ entityName }) => entityName),
  textColumn('changes', 'Antes → después', changesOf),
  textColumn('reason', 'Por qué', ({ reason }) => reason),
  textColumn('id', 'Renglón', ({ id }) => id),
  textColumn('link', 'Eslabón', ({ link }) => link),
  textColumn('hash', 'Huella', ({ hash }) => hash),
];
