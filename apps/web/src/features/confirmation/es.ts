import type { ConfirmationVerdict } from '@anticipa/domain/confirmation';

export const es = {
  title: 'Confirma una factura',
  intro: (brand: string) =>
    `${brand} financia a tu proveedor y necesita saber si esta factura es correcta. No se te pide nada más: ni contraseñas ni datos bancarios.`,
  invoice: 'La factura',
  question: '¿Qué respondes?',
  choiceMissing: 'Elige una respuesta.',
  choices: {
    confirmed: 'La confirmo: es correcta y se pagará',
    'due-corrected': 'La confirmo, pero se paga otro día',
    objected: 'La objeto',
  } satisfies Record<ConfirmationVerdict, string>,
  dueOn: 'Día en que se paga',
  dueMissing: 'Elige el día en que se paga.',
  dueRefused: (earliest: string, latest: string) => `Elige un día del ${earliest} al ${latest}.`,
  reason: 'Motivo',
  reasonHelp: 'Por ejemplo: no se entregó, el importe es otro, ya se pagó.',
  reasonMissing: 'Escribe el motivo, con 5 letras o más.',
  person: 'Tu nombre',
  personMissing: 'Escribe tu nombre.',
  position: 'Tu puesto',
  positionMissing: 'Escribe tu puesto.',
  kept: 'Se guardan tu respuesta, la hora, la dirección de tu conexión y lo que ves aquí. Tu proveedor y la financiera los ven.',
  send: 'Enviar respuesta',
  failed: 'No se pudo enviar',
  invalidTitle: 'Esta liga ya no sirve',
  loadFailed: 'No se pudo abrir',
  copyright: (year: number, whose: string) => `© ${year} ${whose}. Todos los derechos reservados.`,
  retry: 'Reintentar',
  thanks: 'Gracias, quedó registrado',
  answered: {
    confirmed: 'Confirmaste la factura.',
    'due-corrected': 'Confirmaste la factura con otro día de pago.',
    objected: 'Objetaste la factura. Tu proveedor y la financiera ya lo saben.',
  } satisfies Record<ConfirmationVerdict, string>,
  another: 'Esta liga sirve una sola vez. Si algo cambia, pide otra a tu proveedor.',
};
