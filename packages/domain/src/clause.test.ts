import { expect, it } from 'vitest';
import { clauseOf } from './clause.ts';

it.each([
  ['7. Recompra. El cliente recompra la factura.', '7'],
  ['6. Pago\nEl receptor paga.\n7) Recurso\nEl cliente la recompra.', '7'],
  ['CLÁUSULA SÉPTIMA. RECOMPRA\nTexto', 'séptima'],
  ['Décima segunda.- El cliente recompra.', 'décima segunda'],
  ['## 7.2. Recompra', '7.2'],
  ['Cláusula 12: el cliente recompra.', '12'],
  ['El cliente recompra la factura.', null],
  ['7. El cliente responde.', null],
  // No heading, though it begins with a number or an ordinal within a word.
  ['5. Plazos\n10 días hábiles tiene para la recompra.', '5'],
  ['5. Plazos\nSegundas ventas y recompra.', '5'],
  ['', null],
])('[DIN-133] in %j it is clause %s that speaks of the buy-back', (terms, clause) => {
  expect(clauseOf(terms, 'recompra')).toBe(clause);
});
