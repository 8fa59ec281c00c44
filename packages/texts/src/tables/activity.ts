/** The activity of a client's people: its words, and its table in exported files. */
import type { ActivityEntry } from '@anticipa/contract/activity';
import type { AuditAction } from '@anticipa/domain/audit';
import { auditTexts, changesOf } from './log.ts';
import { isNamed } from './log-values.ts';
import { instantColumn, type TableColumn, textColumn } from './table.ts';

/** Words that differ from those of the lender's log, which speaks of clients. */
const ownTexts: Readonly<Partial<Record<AuditAction, string>>> = {
  'calendar.link': 'Renovó la liga de su calendario',
  'cost-centre.create': 'Dio de alta a un pagador',
  'cost-centre.mail': 'Envió una CLABE a su pagador',
  'password.changed': 'Cambió su contraseña',
  'sale.cancel': 'Canceló una venta',
  'sale.request': 'Aceptó una venta',
  'session.ended': 'Cerró su sesión',
  'statement.mail': 'Se envió un estado de cuenta',
  'user.created': 'Agregó a un usuario',
  'user.updated': 'Cambió los datos o permisos de un usuario',
};

export const activityText = ({ action }: Pick<ActivityEntry, 'action'>): string =>
  ownTexts[action] ?? auditTexts[action];

/** An id of a row, a hash or a field without a name says nothing to a person of a client; nor does what an action did not do. */
const isForPeople = ({ field, before, after }: ActivityEntry['changes'][number]): boolean =>
  !/^(?:hash|sha256)$|Id$/.test(field) && isNamed(field) && !(before === null && (after === 'false' || after === '0'));

/** The values that were changed, and why. */
export const activityDetail = ({
  action,
  changes,
  reason,
}: Pick<ActivityEntry, 'action' | 'changes' | 'reason'>): string | null =>
  [changesOf({ action, changes: changes.filter(isForPeople) }), reason].filter(Boolean).join('; ') || null;

export const activityTable: readonly TableColumn<ActivityEntry>[] = [
  instantColumn('at', 'Cuándo', ({ at }) => at),
  textColumn('by', 'Quién', ({ by }) => by),
  textColumn('action', 'Qué hizo', activityText),
  textColumn('subject', 'Sobre', ({ subject }) => subject),
  textColumn('detail', 'Detalle', activityDetail),
];
