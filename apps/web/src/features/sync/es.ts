/** Texts of the synchronisation with the tax authority. Those fixed by the specification are verbatim. */
export const es = {
  /** Shown for any failure to connect or disconnect. */
  failed: 'Tenemos problemas internos, por favor intenta más tarde',
  connect: 'Conectar con el SAT',
  disconnect: 'Desconectar del SAT',
  downloading: 'Descargando tus facturas del SAT',
  soon: {
    title: 'Muy pronto',
    text: 'Tus facturas llegarán solas desde el SAT, cada día y sin subir archivos. Tu usuario todavía no tiene esta función: pide el permiso al administrador de tu empresa o consulta a tu asesor.',
    ofAdministrator:
      'Tus facturas llegarán solas desde el SAT, cada día y sin subir archivos. Para conectarte, activa en tu perfil «Puede sincronizar facturas con el SAT».',
  },
  /** For a user without permission in a company that is connected. */
  notYours: {
    title: 'Tu empresa está conectada con el SAT',
    text: 'Las facturas siguen llegando cada día. Tu usuario no tiene permiso para cambiar la conexión: pídelo al administrador de tu empresa o consulta a tu asesor.',
    ofAdministrator:
      'Las facturas siguen llegando cada día. Para cambiar la conexión, activa en tu perfil «Puede sincronizar facturas con el SAT».',
  },
  toProfile: 'Ir a mi perfil',
  wizard: {
    title: 'Conectar con el SAT',
    step: (step: number) => `Paso ${step} de 3`,
    access: 'Datos de acceso',
    rfc: 'RFC',
    password: { ciec: 'Contraseña del SAT (CIEC)', efirma: 'Contraseña de la clave privada' },
    passwordHelp: {
      ciec: 'Solo se usa para descargar tus facturas.',
      efirma:
        'La contraseña no se guarda. Tu e.firma se guarda cifrada, solo para descargar tus facturas cada día, y se borra al desconectarte.',
    },
    certificate: 'Certificado de tu e.firma (.cer)',
    privateKey: 'Clave privada de tu e.firma (.key)',
    tooLarge: 'Es demasiado grande para ser un archivo de la e.firma.',
    required: 'Requerido',
    check: 'Continuar',
    checking: 'Verificando con el SAT',
    checkingHelp: 'El SAT puede tardar hasta medio minuto.',
    history: 'Antigüedad de las facturas',
    historyHelp: 'Descargamos las facturas que emitiste en este periodo y, después, las nuevas cada día.',
    days: (days: number) => `${days} días`,
    back: 'Regresar',
    next: 'Continuar',
    finish: 'Finalizar',
    finishTitle: 'Todo listo para conectar',
    summary: (days: number) =>
      `Descargaremos tus facturas de los últimos ${days} días. Puedes seguir usando el portal mientras tanto.`,
    notify: 'Avisarme por correo si se interrumpe la sincronización',
    connecting: 'Conectando',
    done: 'Estamos descargando tus facturas. Aparecerán en Facturas Preaprobadas.',
  },
  leave: {
    title: 'Desconectar del SAT',
    text: {
      ciec: 'Dejaremos de recibir tus facturas nuevas y se borrará tu contraseña del servicio que las descarga. Las facturas que ya tienes se quedan.',
      efirma:
        'Dejaremos de recibir tus facturas nuevas y se borrará tu e.firma del portal. Las facturas que ya tienes se quedan.',
    },
    no: 'Seguir conectado',
    yes: 'Desconectar',
    done: 'Tu empresa ya no está conectada con el SAT.',
    blockedTitle: 'Descarga en curso',
    blocked: 'Tus facturas se están descargando, no es posible desincronizar en este momento',
  },
  broken: {
    title: 'Se interrumpió la sincronización con el SAT',
    text: {
      ciec: 'El SAT ya no acepta la contraseña con la que se conectó tu empresa, y las facturas nuevas no llegan solas. Escribe la contraseña actual para reanudarla.',
      efirma:
        'El SAT ya no acepta la e.firma con la que se conectó tu empresa, y las facturas nuevas no llegan solas. Conéctate con la vigente para reanudarla.',
    },
    again: 'Volver a conectar',
  },
} as const;
