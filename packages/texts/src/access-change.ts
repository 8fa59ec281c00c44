/** A change of what a person of a client may do, as its people are told: who did it, and below it what the person may do. */
import type { SaleGrant } from '@anticipa/domain/sale-right';
import { formatAmount } from './format.ts';

export interface Grants extends SaleGrant {
  readonly active: boolean;
  readonly isAdmin: boolean;
  readonly syncAllowed: boolean;
}

const sales = ({ saleRight, acceptUpTo }: Grants): string => {
  if (saleRight === 'consult') return 'consulta';
  if (saleRight === 'prepare') return 'prepara ventas';
  return acceptUpTo === null ? 'acepta ventas' : `acepta ventas hasta ${formatAmount(acceptUpTo, 'MXN')}`;
};

const may = (grants: Grants): string => {
  const all = [
    ...(grants.isAdmin ? ['es administrador'] : []),
    sales(grants),
    ...(grants.syncAllowed ? ['conecta con el SAT'] : []),
  ];
  return `${all.slice(0, -1).join(', ')}${all.length > 1 ? ' y ' : ''}${all.at(-1) ?? ''}`;
};

/** Two lines, the second one may be empty; null if nothing has changed. `before` is null for a new person. */
export function accessChange(
  { by, person }: { readonly by: string; readonly person: string },
  before: Grants | null,
  after: Grants,
): string | null {
  const now = may(after);
  if (before === null) return after.active ? `${by} agregó a ${person} a tu empresa\nAhora ${now}.` : null;
  if (before.active && !after.active) return `${by} quitó el acceso a ${person}\n`;
  if (!after.active) return null;
  if (!before.active) return `${by} devolvió el acceso a ${person}\nAhora ${now}.`;
  if (may(before) === now) return null;
  if (after.isAdmin && !before.isAdmin)
    return `${by} hizo administrador a ${person}\nAntes ${may(before)}; ahora ${now}.`;
  return `${by} cambió lo que puede hacer ${person}\nAntes ${may(before)}; ahora ${now}.`;
}
