/** Texts of the calendar. */
const dayAndMonth = new Intl.DateTimeFormat('es-MX', { timeZone: 'UTC', day: 'numeric', month: 'short' });

export const es = {
  title: 'Calendario',
  intro: 'Cuándo vencen tus facturas, cuándo se depositó y cuánto se te devuelve.',
  back: 'Tablero General',
  month: 'Mes',
  failed: 'No se pudo leer el calendario',
  days: (month: string) => `Días de ${month}`,
  weekdays: ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'],
  nothing: 'Nada vence ni se deposita este mes.',
  kinds: { due: 'Vence', expected: 'Devolución esperada', deposit: 'Depósito', release: 'Devolución' },
  weeks: {
    title: 'Próximas ocho semanas',
    of: (currency: string) => `Entra y vence por semana en ${currency}`,
    headings: ['Semana', 'Entra', 'Vence'],
    week: (from: string, to: string) => `${dayAndMonth.format(new Date(from))} – ${dayAndMonth.format(new Date(to))}`,
    overdue: 'Vencidas, con recargos',
    onTheWay: 'Ventas en camino',
    nothing: 'Nada entra ni vence en las próximas ocho semanas.',
    failed: 'No se pudieron leer las facturas de la semana',
  },
  link: {
    title: 'En tu propio calendario',
    text: 'Agrega esta dirección privada a Google Calendar, Outlook o tu teléfono y se mantiene al día sola. No la compartas: quien la tenga ve estas fechas e importes.',
    created: (at: string) => `Enlace creado el ${at}.`,
    create: 'Crear enlace',
    renew: 'Renovar enlace',
    renewText: 'Al renovarlo, el anterior deja de funcionar.',
    address: 'Dirección privada',
    once: 'Cópiala ahora: por seguridad no se vuelve a mostrar.',
    failed: 'No se pudo crear el enlace',
  },
} as const;
