/** The screens that a key opens after G. */
import { paths } from './paths.ts';

/** [RUT-03] The screens of the menu, in its order, with titles fixed by the specification. */
const menuScreens = {
  home: { to: paths.home, title: 'Tablero General', icon: 'home', key: 't' },
  profile: { to: paths.profile, title: 'Perfil', icon: 'user', key: 'p' },
  references: { to: paths.references, title: 'Referencias de pago', icon: 'bank', key: 'r' },
  interestInvoices: { to: paths.interestInvoices, title: 'Historial de Facturación', icon: 'file', key: 'h' },
  interest: { to: paths.interest, title: 'Detalle de Intereses', icon: 'money', key: 'i' },
  settled: { to: paths.settled, title: 'Facturas Liquidadas', icon: 'check', key: 'l' },
} as const;

export const screens = {
  ...menuScreens,
  statement: { to: paths.statement, title: 'Estado de cuenta', icon: 'list', key: 'e' },
  sales: { to: paths.sales, title: 'Mis ventas', icon: 'money', key: 'v' },
  toAccept: { to: paths.toAccept, title: 'Por aceptar', icon: 'clock', key: 'a' },
  calendar: { to: paths.calendar, title: 'Calendario', icon: 'calendar', key: 'c' },
  costs: { to: paths.costs, title: 'Costos', icon: 'graph', key: 'k' },
  terms: { to: paths.terms, title: 'Contrato y tasas', icon: 'book', key: 'o' },
} as const;
