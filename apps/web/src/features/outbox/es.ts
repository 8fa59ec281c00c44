/** Texts of the messages that the portal sends, for the lender's operators. */
export const es = {
  title: 'Correos enviados por el portal',
  explained:
    'Cada correo se intenta durante 72 horas con el mismo identificador, así que nadie lo recibe dos veces. Aquí se ve en qué va.',
  search: 'Buscar cliente, correo o tipo',
  states: 'Estado',
  label: 'Correos enviados por el portal',
  none: '—',
  failed: 'No se pudieron leer los correos',
  emptyTitle: 'No hay correos así',
  empty: 'Aparecerán aquí en cuanto el portal tenga algo que avisar.',
  notFoundTitle: 'Ningún correo coincide',
} as const;
