/** Every address of the portal: the only place where one is written down. */
export const paths = {
  home: '/',
  profile: '/profile',
  references: '/paymentReferences',
  interestInvoices: '/invoicesHistory',
  interest: '/interestHistory',
  settled: '/invoices',
  logout: '/logout',
  login: '/login',
  recoverPass: '/recoverPass',
} as const;

export type Path = (typeof paths)[keyof typeof paths];

/** Stands for the portal's own origin, wherever it is served. */
const HERE = 'http://portal.invalid';

/** The address to continue at after signing in, read as a browser reads it: one of this portal, or home for anything else. */
export function safeReturnTo(value: string | undefined): string {
  if (!value?.startsWith('/') || !URL.canParse(value, HERE)) return paths.home;
  const { origin, pathname, search, hash } = new URL(value, HERE);
  if (origin !== HERE || pathname.startsWith('//')) return paths.home;
  const screen = pathname.replace(/\/+$/, '').toLowerCase();
  return screen === paths.login || screen === paths.logout ? paths.home : `${pathname}${search}${hash}`;
}
