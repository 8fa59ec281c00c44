/** Rights of the signed-in person. The server decides at each call; this spares a refusal and says who can. */
import { hasSaleRight, type SaleRight } from '@anticipa/domain/sale-right';
import { useQuery } from '@tanstack/react-query';
import { preparedSalesQuery } from './queries.ts';
import { useSession } from './session.ts';

const list = new Intl.ListFormat('es-MX', { type: 'disjunction' });

const texts = {
  consult: 'Tu permiso es de consulta',
  prepare: 'Tu permiso es de preparar',
  who: (names: readonly string[]) =>
    names.length === 0 ? 'pídelo a un administrador' : `puede hacerlo ${list.format(names)}`,
};

/** The right of the person on this page; that to sell where nobody has signed in, as in a part of a screen. */
function useOwnRight(): SaleRight {
  const session = useSession();
  return 'user' in session ? session.user.saleRight : 'accept';
}

/** Whether the person only consults. */
export const useConsults = (): boolean => useOwnRight() === 'consult';

/** Why the person may not do what needs a right, and who may; undefined for a person who may. */
export function useLacking(needed: SaleRight): string | undefined {
  const saleRight = useOwnRight();
  const isLacking = !hasSaleRight(saleRight, needed);
  const { data } = useQuery({ ...preparedSalesQuery, enabled: isLacking });
  if (!isLacking || saleRight === 'accept') return undefined;
  return `${texts[saleRight]}: ${texts.who(data?.acceptors.map(({ name }) => name) ?? [])}.`;
}
