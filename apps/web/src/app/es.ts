/** Texts of the shell. */
export const es = {
  menu: {
    label: 'Menú principal',
    home: 'Tablero General',
    logout: 'Cerrar Sesión',
  },
  skip: 'Ir al contenido',
  copyright: (year: number) => `© ${year} Anticipa. Todos los derechos reservados.`,
  failure: {
    title: 'No se pudo mostrar esta página',
    text: 'Ocurrió un error inesperado. Lo que ya estaba guardado sigue guardado.',
    unreachableTitle: 'No hay conexión con el servidor',
    unreachable: 'No se perdió nada de lo guardado. Al volver la conexión basta con intentar de nuevo.',
    retry: 'Intentar de nuevo',
    reference: (id: string) => `Referencia para soporte: ${id}.`,
  },
  status: {
    offline:
      'Sin conexión a internet. Lo que está en pantalla se puede seguir consultando; nada de lo escrito se pierde.',
    serverDown: 'El servidor no responde. Se sigue intentando; nada de lo escrito se pierde.',
    ended: 'La sesión terminó. Lo que está en pantalla se conserva.',
    signInAgain: 'Iniciar sesión',
  },
  again: { title: 'Iniciar sesión de nuevo' },
} as const;
