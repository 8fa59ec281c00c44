/** Texts of the messages that the portal sends, for the lender's operators. */
export const es = {
  title: 'Mensajes enviados por el portal',
  explained:
    'Cada correo se intenta durante 72 horas con el mismo identificador, así que nadie lo recibe dos veces; «Enviado» es que lo tomó el servidor de correo. De WhatsApp se sabe si llegó y si se leyó, y lo que no llega se manda por correo. Un aviso a un teléfono no se reenvía.',
  search: 'Buscar cliente, destinatario o tipo',
  states: 'Estado',
  label: 'Mensajes enviados por el portal',
  repeat: {
    action: 'Reenviar',
    of: (kind: string, client: string) => `Reenviar: ${kind}, ${client}`,
    title: '¿Reenviar este correo?',
    text: (kind: string, client: string) =>
      `«${kind}», de ${client}. Se escribe de nuevo con los datos de hoy y va a la dirección que la persona tiene ahora; dice que es una copia y de cuándo. Queda en la bitácora.`,
    refused: (address: string) => `El servidor no aceptó ${address}. Confirma antes que la dirección sea correcta.`,
    done: 'El correo está por enviarse otra vez',
    was: 'Reenviado',
  },
  none: '—',
  byMail: 'El aviso se mandó por correo',
  failed: 'No se pudieron leer los mensajes',
  noneTitle: 'Todavía no hay mensajes',
  emptyTitle: 'No hay mensajes así',
  empty: 'Aparecerán aquí en cuanto el portal tenga algo que avisar.',
  notFoundTitle: 'Ningún mensaje coincide',
} as const;
