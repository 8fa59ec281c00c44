/** All paths of the portal, defined only here. */
export const paths = {
  home: '/',
  profile: '/profile',
  references: '/paymentReferences',
  collections: '/collections',
  interestInvoices: '/invoicesHistory',
  interest: '/interestHistory',
  settled: '/invoices',
  statement: '/statement',
  costs: '/costs',
  terms: '/terms',
  sales: '/sales',
  sale: '/sales/$number',
  toAccept: '/toAccept',
  preparedSale: '/toAccept/$id',
  invoice: '/factura/$id',
  calendar: '/calendar',
  notices: '/avisos',
  imports: '/importar',
  otherCompany: '/otra-empresa',
  confirm: '/confirmar',
  logout: '/logout',
  login: '/login',
  recoverPass: '/recoverPass',
} as const;

/** The part of the home screen where invoices are chosen: `/#vender`. */
export const SELL_ANCHOR = 'vender';
/** Opens a sale of the invoices that the receivers of the last one owe; notices name it too. */
export const SELL_AGAIN_ANCHOR = 'vender-de-nuevo';

/** The ids of what the actions of the search press or focus. */
export type ActionButton =
  | 'subir-facturas'
  | 'cuanto-necesitas'
  | 'conectar-sat'
  | 'paquete-del-mes'
  | 'agregar-usuario'
  | 'crear-llave'
  | 'agregar-webhook'
  | 'avisos'
  | 'cambiar-empresa';

export type Path = (typeof paths)[keyof typeof paths];

/** Stands for the portal's own origin. */
const HERE = 'http://portal.invalid';

/** The address to continue at after signing in, parsed as browsers do; home unless it belongs to this portal. */
export function safeReturnTo(value: string | undefined): string {
  if (!value?.startsWith('/') || !URL.canParse(value, HERE)) return paths.home;
  const { origin, pathname, search, hash } = new URL(value, HERE);
  if (origin !== HERE || pathname.startsWith('//')) return paths.home;
  const screen = decoded(pathname).replace(/\/+$/, '').toLowerCase();
  return screen === paths.login || screen === paths.logout ? paths.home : `${pathname}${search}${hash}`;
}

/** A pathname as the router reads it. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
