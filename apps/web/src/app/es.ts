/** Texts of the shell. */
export const es = {
  menu: {
    label: 'Menú principal',
    home: 'Tablero General',
    logout: 'Cerrar Sesión',
  },
  uploadBlocked: 'Tienes deshabilitada esta función temporalmente. Si tienes dudas, consulta a tu asesor.',
  skip: 'Ir al contenido',
  copyright: (year: number) => `© ${year} Anticipa. Todos los derechos reservados.`,
  failure: {
    title: 'No se pudo mostrar esta página',
    text: 'Ocurrió un error inesperado. Lo que ya habías guardado sigue guardado.',
    unreachableTitle: 'No hay conexión con el servidor',
    unreachable: 'No se perdió nada de lo guardado. Revisa tu conexión e intenta de nuevo.',
    retry: 'Intentar de nuevo',
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
} as const;
