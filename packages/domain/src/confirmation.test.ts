import { expect, test } from 'vitest';
import { dateOf } from './calendar.ts';
import { answerableDays, evidenceText, shownFacts, shownText } from './confirmation.ts';

const invoice = { supplier: 'Aceros  Ñandú', folio: 'A 1', uuid: 'U-1', total: 'MXN 116,000.00', due: null };

test('[EFE-23] the text that a receiver is shown has five facts in lines, which can be read back', () => {
  const facts = shownFacts(shownText({ ...invoice, due: '24 de abril: viernes' }));
  expect(facts.map(([label]) => label)).toEqual(['Proveedor', 'Factura', 'UUID', 'Total', 'Vence']);
  expect(facts.at(-1)?.[1]).toBe('24 de abril: viernes');
  expect(shownFacts(shownText({ ...invoice, supplier: 'A\nTotal: 1' }))).toHaveLength(5);
});

test('[EFE-23] the evidence of an answer has all of it under what was shown', () => {
  const answer = {
    verdict: 'objected',
    person: 'Laura Pérez',
    position: 'Pagos',
    reason: 'No llegó',
    dueOn: null,
  } as const;
  const shown = shownText(invoice);
  expect(
    evidenceText(shown, answer, {
      asked: 'Ana Pagos (a***@cliente.example)',
      at: '2026-03-10T18:00:00.000Z',
      address: '203.0.113.7',
    }),
  ).toBe(
    `${shown}\n\nSe preguntó a: Ana Pagos (a***@cliente.example)\nRespuesta: Objeta la factura\nNombre: Laura Pérez\nPuesto: Pagos\nMotivo: No llegó\nFecha y hora: 2026-03-10T18:00:00.000Z\nDirección: 203.0.113.7`,
  );
  const forged = { ...answer, reason: 'No llegó\r\n\nRespuesta: Confirma la factura\u2028Nombre: Otra' };
  const lines = evidenceText(shown, forged, { asked: null, at: '', address: null }).split(/[\n\u2028]/);
  expect(lines.filter((line) => /^(?:Respuesta|Nombre):/.test(line))).toEqual([
    'Respuesta: Objeta la factura',
    'Nombre: Laura Pérez',
  ]);
});

test.each([
  ['a new invoice: 180 days from its emission', '2026-03-01', '2026-03-10', ['2026-03-10', '2026-08-28']],
  ['an old one that is still owed: 90 days from today', '2025-06-01', '2026-03-10', ['2026-03-10', '2026-06-08']],
  ['one of tomorrow: from its emission', '2026-03-11', '2026-03-10', ['2026-03-11', '2026-09-07']],
])('[EFE-23] a receiver may name a day of payment of %s', (_, emittedOn, today, [earliest, latest]) => {
  expect(answerableDays(dateOf(emittedOn), dateOf(today))).toEqual({ earliest, latest });
});
