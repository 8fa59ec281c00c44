import { consequenceKinds } from '@anticipa/domain/reversal';
import { expect, it } from 'vitest';
import { consequenceText } from './reversals.ts';

it('[DIN-43] each consequence of a reversal is a sentence that names what it affects', () => {
  const texts = consequenceKinds.map((kind) =>
    consequenceText({ kind, folio: 'A-1', amount: '11043.20', date: '2026-05-01' }, 'MXN'),
  );
  expect(new Set(texts).size).toBe(consequenceKinds.length);
  for (const text of texts) expect(text).toMatch(/^[A-Z].*(11,043\.20|A-1|01\/05\/2026|del mes).*\.$/);
  expect(texts).toContain(
    'La devolución de MXN 11,043.20 de la factura A-1 ya se pagó: queda como saldo a cargo del cliente.',
  );
});
