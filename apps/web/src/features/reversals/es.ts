/** Texts of reversals. */
export const es = {
  action: 'Deshacer',
  title: (folio: string) => `Deshacer · ${folio}`,
  what: 'Qué se deshace',
  option: (event: string, amount: string, day: string) => `${event} de ${amount}, ${day}`,
  money: 'El dinero',
  moved: 'Es de otra factura: se mueve en un solo paso',
  targetMissing: 'Elige al menos una factura.',
  second: 'Otra persona debe aprobarlo.',
  submit: 'Enviar a aprobación',
  done: 'Se envió a aprobación.',
} as const;
