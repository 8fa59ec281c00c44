/** The screens of the menu, in its order. */
import { paths } from './paths.ts';

/** Titles fixed by the specification, except that of the account statement, and the key that opens the screen after G. */
export const screens = {
  home: { to: paths.home, title: 'Tablero General', icon: 'home', key: 't' },
  profile: { to: paths.profile, title: 'Perfil', icon: 'user', key: 'p' },
  references: { to: paths.references, title: 'Referencias de pago', icon: 'bank', key: 'r' },
  interestInvoices: { to: paths.interestInvoices, title: 'Historial de Facturación', icon: 'file', key: 'h' },
  interest: { to: paths.interest, title: 'Detalle de Intereses', icon: 'money', key: 'i' },
  settled: { to: paths.settled, title: 'Facturas Liquidadas', icon: 'check', key: 'l' },
  statement: { to: paths.statement, title: 'Estado de cuenta', icon: 'list', key: 'e' },
} as const;
