/**
 * The terms in five lines, shown above their text. They follow the lender's standard clauses and replace none. `lateRates`:
 * the annual rates of late charges of the lines that the sale draws on, in per cent.
 */
export const termsInShort = (lateRates: readonly string[]) =>
  [
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
      `Hay recargos${lateRates.length > 0 ? ` del ${lateRates.join(' o ')} % anual` : ''} sobre el importe de la factura, más IVA, desde el día siguiente a su fecha de pago.`,
    ],
    [
      'Si tu cliente no paga',
      'Respondes tú: restituyes el anticipo, el interés y los recargos en cinco días hábiles desde el aviso.',
    ],
    ['Si te arrepientes', 'Cancelas sin costo mientras la financiera no haya contestado.'],
  ] as const;
