/** Texts of the calendar. */
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
