/** Every address of the portal: the only place where one is written down. */
export const paths = {
  home: '/',
  profile: '/profile',
  paymentReferences: '/paymentReferences',
  invoicesHistory: '/invoicesHistory',
  interestHistory: '/interestHistory',
  invoices: '/invoices',
  logout: '/logout',
  login: '/login',
  recoverPass: '/recoverPass',
} as const;

export type Path = (typeof paths)[keyof typeof paths];

/** The address to continue at after signing in: an address of this portal, or home for anything else. */
export function safeReturnTo(value: string | undefined): string {
  if (!value?.startsWith('/') || value.startsWith('//') || value.includes('\\')) return paths.home;
  const [pathname] = value.split(/[?#]/);
  return pathname === paths.login || pathname === paths.logout ? paths.home : value;
}
