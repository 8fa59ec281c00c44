import { dateOf } from '@anticipa/domain/calendar';
import { describe, expect, it } from 'vitest';
import { type BookedLine, conceptOf } from './movement.ts';

const DEBIT = true;
const CREDIT = false;

const written = (line: Pick<BookedLine, 'account' | 'event' | 'isDebit'> & Partial<BookedLine>): string =>
  conceptOf({
    isWithheldIva: false,
    isBuyBack: false,
    isReversal: false,
    cfdi: 'INT-7',
    valueDate: dateOf('2026-05-04'),
    dueDate: dateOf('2026-04-24'),
    isExtended: false,
    ...line,
  });

describe('[MOV-06] the concept of a movement', () => {
  it.each([
    ['invoices', 'authorisation', DEBIT, 'Anticipo de factura'],
    ['invoices', 'withdrawal', CREDIT, 'Anticipo retirado por la financiera'],
    ['invoices', 'collection', CREDIT, 'Cobro del deudor'],
    ['invoices', 'shortfall', CREDIT, 'Faltante cubierto con tu aforo'],
    ['aforo', 'authorisation', CREDIT, 'Aforo retenido'],
    ['aforo', 'withdrawal', DEBIT, 'Anticipo retirado por la financiera'],
    ['aforo', 'shortfall', DEBIT, 'Faltante cubierto con tu aforo'],
    ['aforo', 'release', DEBIT, 'Aforo liberado al liquidarse la factura'],
    ['yours', 'interest-invoice', DEBIT, 'Interés e IVA, CFDI INT-7'],
    ['yours', 'interest-invoice', CREDIT, 'Interés descontado al depositar'],
    ['yours', 'balance-payment', CREDIT, 'Pago de tu saldo'],
    ['yours', 'late-charges', DEBIT, 'Recargos por 10 días e IVA'],
    ['yours', 'late-charges', CREDIT, 'Ajuste de recargos por un pago anterior'],
    ['yours', 'collection', CREDIT, 'Pago por encima de la factura'],
    ['yours', 'payout-owed', DEBIT, 'Devolución de aforo ya pagada, a tu cargo'],
    ['yours', 'release', DEBIT, 'Saldo a tu favor devuelto'],
    ['yours', 'release', CREDIT, 'Cubierto con tu aforo'],
  ] as const)('the concept of %s: %s, debit %s, is "%s"', (account, event, isDebit, concept) => {
    expect(written({ account, event, isDebit })).toBe(concept);
  });

  it.each([
    ['invoices', 'collection', DEBIT, 'Se deshizo: Cobro del deudor'],
    ['aforo', 'release', CREDIT, 'Se deshizo: Aforo liberado al liquidarse la factura'],
    ['yours', 'late-charges', CREDIT, 'Se deshizo: Recargos por 10 días e IVA'],
  ] as const)('the reversal of %s: %s, debit %s, is "%s"', (account, event, isDebit, concept) => {
    expect(written({ account, event, isDebit, isReversal: true })).toBe(concept);
  });

  it.each([
    ['interest-invoice', DEBIT, 'IVA del interés, CFDI INT-7'],
    ['release', CREDIT, 'IVA del interés retenido de tu aforo'],
  ])('the concept of withheld IVA: %s, debit %s, is "%s"', (event, isDebit, concept) => {
    expect(written({ account: 'yours', event, isDebit, isWithheldIva: true })).toBe(concept);
  });

  it('[DIN-72] names the extension whose days are among them', () => {
    expect(written({ account: 'yours', event: 'late-charges', isDebit: DEBIT, isExtended: true })).toBe(
      'Prórroga y recargos por 10 días e IVA',
    );
  });

  it.each([
    ['recourse', DEBIT, 'Capital por recomprar'],
    ['recourse', CREDIT, 'Recompra cubierta con tu aforo o tu saldo'],
    ['collection', CREDIT, 'Pago de tu recompra'],
    ['paid-to-client', DEBIT, 'Por enviar: lo que te pagó el receptor'],
  ])('[DIN-60] the concept of capital to buy back: %s, debit %s, is "%s"', (event, isDebit, concept) => {
    expect(written({ account: 'invoices', event, isDebit, isBuyBack: true })).toBe(concept);
  });

  it('counts a single day', () => {
    const valueDate = dateOf('2026-04-25');
    expect(written({ account: 'yours', event: 'late-charges', isDebit: DEBIT, valueDate })).toBe(
      'Recargos por 1 día e IVA',
    );
  });
});
