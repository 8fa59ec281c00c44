/** Texts of the satisfaction survey. The quoted ones are fixed by the specification. */
export const es = {
  title: 'ENCUESTA DE SATISFACCIÓN',
  optional: '(opcional)',
  required: '*Campo obligatorio',
  check: 'Revisa los campos obligatorios',
  tooLong: (most: number) => `*Escribe como máximo ${most} caracteres`,
  send: 'Enviar respuestas',
  sending: 'Enviando',
  later: 'Responder después',
  savedTitle: 'Datos guardados',
  thanks: '¡Gracias por tu tiempo!',
  failed: 'Acción no disponible de momento, intenta mas tarde',
} as const;
