import type { NoticeEvent } from '@anticipa/domain/notice-event';
import { noticeNames } from '@anticipa/texts/notice-texts';

/** Texts of the notices and of their channels. */
export const es = {
  title: 'Avisos',
  bell: (unread: number) =>
    unread === 0 ? 'Avisos' : unread === 1 ? 'Avisos: 1 sin leer' : `Avisos: ${unread} sin leer`,
  many: '99+',
  readAll: 'Marcar todo como leído',
  filter: 'Mostrar',
  all: 'Todos los avisos',
  onlyUnread: 'Sin leer',
  unread: 'Sin leer',
  more: 'Ver más',
  toChoices: 'Elegir mis avisos',
  emptyTitle: 'No hay avisos',
  empty: 'Aquí verás lo que pasa con tus ventas, cobros y documentos.',
  nothingFound: 'No hay avisos con este filtro.',
  failed: 'No se pudieron leer tus avisos',
  events: noticeNames satisfies Record<NoticeEvent, string>,
  whatsapp: {
    text: 'También puedes recibir tus avisos por WhatsApp.',
    begin: 'Recibir avisos por WhatsApp',
    send: (code: string, until: string) =>
      `Envíanos el código ${code} desde el teléfono en el que los quieres, hasta el ${until}. Con eso aceptas recibirlos.`,
    message: (code: string) => `Quiero recibir los avisos de mi empresa por WhatsApp. Código: ${code}`,
    open: 'Abrir WhatsApp',
    confirmed: (digits: string) =>
      `Tus avisos llegan al WhatsApp que termina en ${digits}. Responde BAJA para dejar de recibirlos.`,
    end: 'Quitar WhatsApp',
  },
  push: {
    begin: 'Activar avisos en este navegador',
    end: 'Quitar avisos de este navegador',
    refused: 'Tu navegador no permite los avisos de este sitio. Cámbialo en su configuración.',
  },
  choices: {
    push: 'Navegador',
    whatsapp: 'WhatsApp',
    title: 'Mis avisos',
    text: 'Elige por dónde quieres enterarte de cada cosa. Se guarda al cambiar.',
    own: 'De las ventas: las que tú haces.',
    event: 'Aviso',
    portal: 'En el portal',
    mail: 'Correo',
    mails: { 'at-once': 'De inmediato', daily: 'Un resumen al día', none: 'No' },
    of: (channel: string, event: string) => `${channel}: ${event}`,
    locked: 'Es un aviso de seguridad: no se apaga en el portal ni en el correo.',
    remindersOff: 'Tu financiera no envía recordatorios de vencimiento: por ahora los ves solo en el portal.',
    failed: 'No se pudo leer por dónde recibes tus avisos',
  },
} as const;
