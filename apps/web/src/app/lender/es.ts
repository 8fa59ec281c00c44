/** Texts of the desk's frame. */
export const es = {
  menu: 'Menú de la mesa',
  more: 'Más',
  groups: { sales: 'Ventas', money: 'Dinero', parties: 'Clientes y receptores', house: 'Financiera' },
  waits: 'por atender',
  logout: 'Cerrar sesión',
  papers: {
    statement: 'Estado de cuenta',
    invoices: 'Facturas vendidas',
    transfers: 'Transferencias',
    payments: 'Pagos recibidos',
    cfdi: 'CFDI',
    ofClient: 'Así lo lee el cliente en su portal.',
    failed: 'No se pudo leer la cuenta del cliente',
  },
  locked: {
    title: 'Mesa bloqueada',
    text: 'Se bloquea tras 15 minutos sin uso. Al iniciar sesión sigues donde estabas.',
  },
} as const;
