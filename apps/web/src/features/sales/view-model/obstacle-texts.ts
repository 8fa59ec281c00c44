/** Texts of what keeps a client from receiving money. */
import type { Obstacle } from '@anticipa/domain/receiving';
import { unsellableTexts } from '@anticipa/texts/offer-texts';
import { formatCount, formatTableDate } from '../../../lib/format.ts';
import type { Market } from './market.ts';
import type { Waiting } from './receivable.ts';

/** Names an obstacle and says who ends it. */
interface ObstacleTexts {
  readonly title: (of: { readonly product: string; readonly where: string; readonly when: string }) => string;
  readonly next: string;
}

const byObstacle = {
  PRODUCT_NOT_AUTHORISED: {
    title: ({ product }) => `Tu empresa no tiene autorizado ${product}`,
    next: 'Consulta a tu asesor.',
  },
  PRODUCT_INACTIVE: {
    title: ({ product }) => `${product} está deshabilitado`,
    next: unsellableTexts.PRODUCT_INACTIVE,
  },
  NO_CREDIT_LINE: {
    title: ({ where }) => `Falta tu línea de crédito en ${where}`,
    next: 'La abre tu asesor.',
  },
  CREDIT_LINE_ENDED: {
    title: ({ where }) => `Terminó la vigencia de tu línea de crédito en ${where}`,
    next: 'La renueva tu asesor.',
  },
  NO_ACCOUNT: {
    title: ({ where }) => `Falta tu cuenta bancaria en ${where}`,
    next: 'La registra tu asesor; sin ella no hay a dónde depositar.',
  },
  EXCHANGE_RATE_MISSING: {
    title: () => 'Hoy no hay tipo de cambio publicado',
    next: 'Se podrán vender en cuanto la financiera lo publique.',
  },
  CREDIT_USED_UP: {
    title: ({ where }) => `Tu crédito en ${where} está en uso`,
    next: 'Se libera cuando tus clientes pagan. Si necesitas más, consulta a tu asesor.',
  },
  ACCOUNT_HELD: {
    title: ({ where, when }) => `Tu cuenta en ${where} recibe depósitos desde el ${when}`,
    next: 'Cambió hace menos de 24 horas. Puedes vender hoy; el depósito llega después.',
  },
  ACCOUNT_BLOCKED: {
    title: ({ where }) => `El último depósito a tu cuenta en ${where} regresó`,
    next: 'Revisa la cuenta con tu asesor. Puedes vender hoy; el depósito llega cuando la cuenta esté confirmada.',
  },
} as const satisfies Record<Obstacle, ObstacleTexts>;

export const obstacleTexts = {
  ...byObstacle,
  adviser: 'Escribir a tu asesor',
  where: (currency: string, product: string) => `${currency} para ${product}`,
  waiting: (count: number) =>
    count === 1 ? '1 factura espera.' : `${formatCount(count, 'factura', 'facturas')} esperan.`,
} as const;

/** "Falta tu cuenta bancaria en MXN". The product is named if the obstacle is only that of one of several. */
export function obstacleTitle(members: readonly Waiting[], { products }: Market): string {
  const [first] = members;
  if (!first) return '';
  const authorised = [...products.values()].filter((product) => product.authorised);
  const product = products.get(first.product)?.displayName ?? '';
  const isShared = members.length >= authorised.length;
  return obstacleTexts[first.why].title({
    product,
    where: isShared ? first.currency : obstacleTexts.where(first.currency, product),
    when: first.until ? formatTableDate(first.until) : '',
  });
}
