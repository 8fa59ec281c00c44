/** Texts of the payer clients. The quoted ones are fixed by the specification. */
export const es = {
  explained: 'Cada cliente te paga a su propia CLABE y así sus pagos se identifican solos.',
  title: 'Mis clientes',
  back: 'Volver a Perfil',
  search: 'Buscar RFC, nombre o CLABE',
  clabeOf: (name: string) => `la CLABE de ${name}`,
  main: 'Principal',
  active: 'Activo',
  inactive: 'Inactivo',
  failed: 'No se pudieron leer tus clientes',
  notActivated: 'Esta función no está activada',
  askAdviser: 'Contacta a tu asesor para habilitar la función',
  call: (phone: string) => `Llamar al ${phone}`,
  emptyTitle: 'Todavía no hay clientes',
  empty: 'Cuando se dé de alta un cliente, aquí verás la CLABE a la que te paga. Consulta a tu asesor.',
  notFoundTitle: 'Ningún cliente coincide',
} as const;
