/** Texts of the desk's frame. */
export const es = {
  menu: 'Menú de la mesa',
  more: 'Más',
  logout: 'Cerrar sesión',
  locked: {
    title: 'Mesa bloqueada',
    text: 'Se bloquea tras 15 minutos sin uso. Al iniciar sesión sigues donde estabas.',
  },
} as const;
