const searchKey = /Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
const FIND = 'Buscar en el portal';

/** Texts of the shell. */
export const es = {
  view: {
    text: (client: string, until: string) => `Ves el portal como ${client}, sin poder cambiar nada, hasta el ${until}.`,
    leave: 'Salir',
  },
  closed: (until: string) =>
    `La cuenta de tu empresa está cerrada. Puedes consultar y descargar todo hasta el ${until}; no se puede cambiar nada.`,
  menu: {
    label: 'Menú principal',
    logout: 'Cerrar Sesión',
  },
  overdue: {
    pay: 'Pagar',
    see: 'Ver referencia',
    seeAll: 'Ver referencias',
    clabe: 'Ver CLABE',
  },
  phone: {
    home: 'Inicio',
    sell: 'Vender',
    collections: 'Cobros',
    more: 'Más',
    adviser: (phone: string) => `Llamar a tu asesor: ${phone}`,
  },
  collections: {
    title: 'Cobros',
    failed: 'No se pudieron leer tus vencimientos',
    nothingLate: 'Nada está vencido.',
  },
  uploadBlocked: 'Tienes deshabilitada esta función temporalmente. Si tienes dudas, consulta a tu asesor.',
  skip: 'Ir al contenido',
  help: 'Ayuda',
  letterhead: (whose: string, when: string) => `${whose} · Impreso el ${when}`,
  goHome: 'Ir al Tablero General',
  goToDesk: 'Ir a Hoy',
  copyright: (year: number) => `© ${year} Anticipa. Todos los derechos reservados.`,
  failure: {
    title: 'No se pudo mostrar esta página',
    text: 'Ocurrió un error inesperado. Lo que ya habías guardado sigue guardado.',
    unreachableTitle: 'No hay conexión con el servidor',
    unreachable: 'No se perdió nada de lo guardado. Revisa tu conexión e intenta de nuevo.',
    downTitle: 'El portal no está disponible',
    down: 'Intenta de nuevo en unos minutos. Lo guardado sigue guardado. Si te urge, llama a tu asesor.',
    retry: 'Intentar de nuevo',
    reload: 'Recargar la página',
    outdatedTitle: 'No se pudo cargar esta parte del portal',
    outdated: 'Puede que haya una versión nueva. Recarga la página para continuar.',
    reference: (id: string) => `Referencia para soporte: ${id}.`,
  },
  status: {
    offline:
      'Sin conexión a internet. Puedes seguir consultando lo que está en pantalla; nada de lo que escribiste se pierde.',
    serverDown: 'El servidor no responde. Nada de lo que escribiste se pierde; intenta de nuevo en un momento.',
    ended: 'Tu sesión terminó. Lo que está en pantalla se conserva.',
    signInAgain: 'Iniciar sesión',
  },
  again: { title: 'Iniciar sesión de nuevo' },
  otherUser: (name: string, client: string | undefined) => `Ahora estás como ${name}${client ? `, de ${client}` : ''}.`,
  theme: {
    legend: 'Apariencia',
    button: (chosen: string) => `Apariencia: ${chosen}`,
    options: { auto: 'Automática', light: 'Clara', dark: 'Oscura' },
    help: 'Se guarda en este dispositivo.',
  },
  testBanner: 'Ambiente de pruebas: lo que se haga aquí no tiene efecto real.',
  search: { open: 'Buscar', key: searchKey, find: FIND },
  shortcuts: {
    title: 'Atajos de teclado',
    andThen: 'luego',
    singleKeys: 'Usar los atajos de una sola tecla',
    singleKeysHelp: 'Se guarda en este dispositivo. Los demás funcionan siempre.',
    single: 'De una sola tecla',
    sheet: 'Mostrar esta lista',
    search: 'Ir al buscador de la pantalla',
    everything: { keys: [searchKey], text: FIND },
    goTo: (title: string) => `Ir a ${title}`,
    groups: [
      {
        title: 'En cualquier lugar',
        rows: [
          { keys: ['Esc'], text: 'Cerrar lo que está encima: una ventana, un panel o el calendario' },
          { keys: ['Tab'], text: 'Avanzar; con Mayús, retroceder' },
          { keys: ['Enter'], text: 'Enviar el formulario' },
        ],
      },
      {
        title: 'En una tabla',
        rows: [
          { keys: ['↑', '↓'], text: 'Cambiar de renglón' },
          { keys: ['Inicio', 'Fin'], text: 'Ir al primero o al último' },
          { keys: ['Espacio'], text: 'Seleccionar el renglón; con Mayús, hasta ese renglón' },
          { keys: ['Ctrl A'], text: 'Seleccionar todo' },
          { keys: ['Ctrl C'], text: 'Copiar los renglones' },
        ],
      },
    ],
  },
} as const;
