/** Texts of the log, for the lender's operators. */
export const es = {
  explained:
    'Cada cambio, y cada consulta de los datos de un cliente. Cada renglón lleva la huella del anterior: uno alterado o borrado se descubre al verificar.',
  search: 'Buscar por cliente o RFC',
  who: 'Quién',
  kinds: { operator: 'Operadores', user: 'Usuarios de clientes', worker: 'El portal' },
  action: 'Qué',
  all: 'Todo',
  from: 'Desde',
  to: 'Hasta',
  backwards: 'La fecha final es anterior a la inicial',
  label: 'Bitácora',
  columns: {
    at: 'Cuándo',
    who: 'Quién y desde dónde',
    action: 'Qué',
    subject: 'Sobre',
    client: 'Cliente',
    changes: 'Antes → después',
    reason: 'Por qué',
    hash: 'Huella',
  },
  none: '—',
  more: 'Mostrar más',
  failed: 'No se pudo leer la bitácora',
  emptyTitle: 'No hay renglones así',
  empty: 'Prueba con otros filtros o fechas.',
} as const;
