/** Texts of the lender's operators. */
export const es = {
  explained:
    'Quitar el acceso y cerrar sesiones vale en el momento. Lo demás lo aprueba otro administrador, si lo hay, en Propuestas.',
  duties: {
    title: 'Separación de funciones',
    fine: 'Nadie tiene los dos lados de una función, y lo que necesita a dos personas las tiene.',
    held: {
      'authorise-and-pay': 'autoriza ventas y las paga',
      'collect-and-pay': 'registra cobros y paga devoluciones',
      'collect-and-invoice': 'registra cobros y lleva los CFDI',
      'access-and-money': 'da accesos y mueve dinero',
    },
    alone: (roles: string) => `Falta una segunda persona con el rol ${roles}: lo que la necesita no se puede aprobar.`,
    ofRoles: (duty: string) => `Una sola persona con estos roles: ${duty}.`,
  },
  list: 'Operadores',
  failed: 'No se pudieron leer los operadores',
  invite: 'Invitar operador',
  states: {
    active: 'Con acceso',
    invited: 'Invitación enviada',
    disabled: 'Sin acceso',
  },
  you: 'Tu usuario',
  noFactor: 'Sin segundo factor registrado',
  factor: (codes: number) =>
    `Segundo factor registrado · ${codes} ${codes === 1 ? 'código' : 'códigos'} de recuperación`,
  lastUsed: (when: string) => `Último uso ${when}`,
  never: 'Nunca ha entrado',
  actionOf: (action: string, name: string) => `${action}: ${name}`,
  actions: {
    roles: 'Cambiar roles',
    repair: 'Reparar segundo factor',
    enable: 'Dar acceso otra vez',
    disable: 'Quitar acceso',
  },
  endSessions: (count: number) => `Cerrar ${count} ${count === 1 ? 'sesión' : 'sesiones'}`,
  inviteAgain: 'Invitar otra vez',
  ended: (name: string) => `Se cerraron las sesiones de ${name}.`,
  invited: (email: string) => `La invitación va otra vez a ${email}.`,
  explain: {
    invite: 'Recibe por correo una liga para definir su contraseña, y al entrar registra un segundo factor.',
    roles: 'Un rol que se quita termina con la siguiente acción de la persona.',
    repair:
      'Para quien perdió su aplicación y sus códigos de recuperación. Se cierran sus sesiones; al entrar con su contraseña registra un segundo factor nuevo. Confirma antes su identidad.',
    enable: 'Podrá entrar con su contraseña y los roles que tenía.',
    disable: 'No podrá entrar y se cierran sus sesiones ahora. Para volver hacen falta dos administradores.',
  },
  fields: {
    name: 'Nombre',
    email: 'Correo',
    roles: 'Roles',
  },
  missing: 'Falta este dato.',
  noRole: 'Elige al menos un rol.',
  propose: 'Enviar a aprobación',
  apply: 'Aplicar',
  proposed: 'Enviada; vale cuando otro administrador la apruebe.',
  applied: 'Hecho.',
} as const;
