/** Texts of the activity of a company's people. */
export const es = {
  title: 'Actividad',
  text: 'Quién de tu empresa hizo qué y cuándo. Solo la ven los administradores.',
  label: 'Actividad de tu empresa',
  from: 'Desde',
  to: 'Hasta',
  backwards: 'Es anterior a la fecha de inicio',
  emptyTitle: 'Sin actividad en estas fechas',
  empty: 'Elige otras fechas.',
  more: 'Ver más',
  failed: 'No se pudo leer la actividad',
  none: '—',
} as const;
