/** Texts of the messages that the portal sends, for the lender's operators. */
export const es = {
  title: 'Correos enviados por el portal',
  explained:
    'Cada correo se intenta durante 72 horas con el mismo identificador, así que nadie lo recibe dos veces. Si el servidor rechaza la dirección en definitiva, el correo queda rebotado.',
  search: 'Buscar cliente, correo o tipo',
  states: 'Estado',
  label: 'Correos enviados por el portal',
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
  failed: 'No se pudieron leer los correos',
  noneTitle: 'Todavía no hay correos',
  emptyTitle: 'No hay correos así',
  empty: 'Aparecerán aquí en cuanto el portal tenga algo que avisar.',
  notFoundTitle: 'Ningún correo coincide',
} as const;
