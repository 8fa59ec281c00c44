/** The terms in five lines, shown above their text. They follow the lender's standard clauses and replace none. */
export const termsInShort = [
  [
    'Qué vendes',
    'El derecho a cobrar cada factura que la financiera autorice. Las demás quedan como están, sin costo.',
  ],
  [
    'Qué recibes',
    'El anticipo menos el interés. El aforo te regresa cuando la factura se paga completa, menos el IVA del interés.',
  ],
  [
    'Si tu cliente paga tarde',
    'Hay recargos sobre el importe de la factura desde el día siguiente a su fecha de pago.',
  ],
  [
    'Si tu cliente no paga',
    'Respondes tú: restituyes el anticipo, el interés y los recargos en cinco días hábiles desde el aviso.',
  ],
  ['Si te arrepientes', 'Cancelas sin costo mientras la financiera no haya contestado.'],
] as const;
