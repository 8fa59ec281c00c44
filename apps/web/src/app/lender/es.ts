/** Texts of the desk's frame. */
export const es = {
  menu: 'Menú de la mesa',
  more: 'Más',
  logout: 'Cerrar sesión',
  inbox: 'Ventas',
  overview: 'Tablero',
  proposals: 'Propuestas',
  clients: 'Clientes',
  receivers: 'Receptores',
  calendar: 'Calendario',
  calendarTitle: 'Calendario y tipo de cambio',
  operators: 'Operadores',
  messages: 'Mensajes',
  settings: 'Ajustes',
  log: 'Bitácora',
  taxpayerList: 'Lista 69-B',
  systems: 'Sistemas',
  account: 'Mi cuenta',
  locked: {
    title: 'Mesa bloqueada',
    text: 'Se bloquea tras 15 minutos sin uso. Al iniciar sesión sigues donde estabas.',
  },
} as const;
