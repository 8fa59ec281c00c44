/** Texts of the shell that the first screen starts without. */
export const es = {
  stepUp: {
    title: 'Confirma que eres tú',
    text: 'Este paso pide tu segundo factor. En cuanto lo confirmes, continúa solo.',
    none: 'Este paso pide un segundo factor y todavía no tienes uno. Actívalo aquí con tu contraseña; si prefieres hacerlo después, está en tu perfil.',
  },
  factorDue: {
    text: (day: string) => `Desde el ${day} necesitas un segundo factor para entrar.`,
    make: 'Activarlo ahora',
  },
  companies: {
    title: 'Tus empresas',
    shown: 'Empresa:',
    change: (waiting: number) =>
      `Cambiar de empresa${waiting > 0 ? `; ${waiting === 1 ? 'una invitación' : `${waiting} invitaciones`} por aceptar` : ''}`,
    waiting: {
      toAccept: (count: number) => (count === 1 ? '1 venta por aceptar' : `${count} ventas por aceptar`),
      overdue: (count: number) => (count === 1 ? '1 factura vencida' : `${count} facturas vencidas`),
      unread: (count: number) => (count === 1 ? '1 aviso sin leer' : `${count} avisos sin leer`),
    },
    accept: 'Aceptar y entrar',
    invited: 'Hasta que aceptas, no ves nada de esa empresa ni recibes sus correos. Si no la conoces, no aceptes.',
    failed: 'No se pudo cambiar de empresa',
    decline: 'Rechazar',
    declineOf: (company: string) => `Rechazar la invitación de ${company}`,
    declineText: 'La empresa sale de tu lista y quien te invitó lo sabe. Puede invitarte otra vez.',
    declined: (company: string) => `Rechazaste la invitación de ${company}.`,
    notDeclined: 'No se pudo rechazar la invitación',
    back: 'Volver',
  },
  otherCompany: {
    title: (company: string) => `Este aviso es de ${company}`,
    invited: (company: string) => `${company} te invitó`,
    text: (shown: string) => `Ahora ves ${shown}. Al cambiar, también cambian tus otras pestañas del portal.`,
    change: (company: string) => `Cambiar a ${company}`,
    stay: (shown: string) => `Seguir en ${shown}`,
    unknown: 'Este enlace es de una empresa a la que no perteneces',
    unknownText: (email: string) =>
      `Entraste con ${email}. Si el aviso te llegó a otro correo, cierra tu sesión y entra con ese usuario.`,
  },
} as const;
