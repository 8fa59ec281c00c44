import { type EvidenceFacts, evidenceRules } from '@anticipa/domain/evidence';
import { describe, expect, it } from 'vitest';
import { checksOf } from '../../../testing/evidence.ts';
import { item } from '../../../testing/sale-server.ts';
import { foundBy } from './check-text.ts';
import { type Check, inOrder, problemsOf, suggestedMotive, waysToAuthorise } from './review.ts';

describe('[OPE-03] the checks of an invoice', () => {
  it('checks come in the order of what needs attention', () => {
    const found = checksOf({ isProductOn: false, receiverStatus: 30, isStampVerified: false });
    expect(inOrder(found).map(({ rule }) => rule)).toEqual([
      'receiver',
      'stamp',
      'product',
      ...evidenceRules.filter((rule) => !['receiver', 'stamp', 'product'].includes(rule)),
    ]);
    expect(problemsOf(found)).toBe('receiver');
  });

  it('the checks decide how an invoice can be authorised', () => {
    expect(waysToAuthorise(checksOf())).toBe('free');
    expect(waysToAuthorise(checksOf({ isStampVerified: false }))).toBe('with-note');
    expect(waysToAuthorise(checksOf({ concentration: 31 }))).toBe('with-note');
    expect(waysToAuthorise(checksOf({ receiverStatus: 30 }))).toBe('blocked');
  });

  it.each<[Partial<EvidenceFacts>, string]>([
    [{}, 'LENDER_DOCUMENTS'],
    [{ isClaimed: false }, 'LENDER_DOCUMENTS'],
    [{ concentration: 31 }, 'LENDER_RISK_LIMIT'],
    [{ objection: 'CANCELLATION_IN_PROGRESS' }, 'CANCELLATION_IN_PROGRESS'],
    [{ objection: 'CANCELLED_AT_TAX_AUTHORITY' }, 'CANCELLED_AT_TAX_AUTHORITY'],
    [{ objection: 'RECEIVER_DISABLED' }, 'UNKNOWN_AT_TAX_AUTHORITY'],
    [{ isConfirmed: false }, 'UNKNOWN_AT_TAX_AUTHORITY'],
  ])('checks of %j suggest %s', (facts, motive) => {
    expect(suggestedMotive(checksOf(facts))).toBe(motive);
  });

  it.each<[Check['rule'], Partial<EvidenceFacts>, string]>([
    ['seal', {}, 'Correcto'],
    ['certificate', {}, 'Correcto'],
    ['stamp', {}, 'Correcto'],
    ['stamp', { isStampVerified: false }, 'Sello del SAT sin comprobar'],
    ['tax-status', {}, 'Vigente'],
    ['tax-status', { isConfirmed: false }, 'El SAT no ha contestado'],
    ['tax-status', { objection: 'CANCELLED_AT_TAX_AUTHORITY' }, 'La factura está cancelada ante el SAT'],
    ['issuer-listed', {}, 'No aparece'],
    ['issuer-listed', { issuerSituation: 'sentencia-favorable' }, 'Sentencia favorable'],
    ['receiver-listed', { receiverSituation: 'presunto' }, 'Presunto'],
    ['receiver-listed', { listedAt: null }, 'No hay una lista cargada'],
    ['duplicate', {}, 'Correcto'],
    ['duplicate', { isClaimed: false }, 'Otra factura viva tiene el mismo UUID, sello o datos'],
    ['duplicate', { isClaimed: null }, 'Rechazada: ya no está reservada'],
    ['related', {}, 'Correcto'],
    ['related', { relationMotive: 'REPLACED' }, 'Otra factura sustituye a esta'],
    ['related', { reducedTo: '58000.00' }, 'Quedan MXN 58,000.00 por cobrar de MXN 116,000.00'],
    ['receiver', {}, 'Aprobado'],
    ['receiver', { receiverStatus: 30 }, 'Deshabilitado'],
    ['product', {}, 'Correcto'],
    ['product', { isProductOn: false }, 'Apagado para este cliente'],
    ['credit-line', {}, 'USD 104,400.00 de USD 5,000,000.00'],
    ['receiver-limit', {}, 'Sin límite'],
    ['pair-limit', {}, 'MXN 116,000.00 de MXN 200,000.00'],
    ['purchase-order', {}, 'No se pide'],
    ['purchase-order', { product: 'FB' }, 'Falta'],
    ['purchase-order', { product: 'FB', purchaseOrder: 'OC-1' }, 'OC-1'],
    ['concentration', {}, '12.5\u00a0% (aviso 30\u00a0%)'],
    ['concentration', { concentration: 100 }, '100.0\u00a0% (aviso 30\u00a0%)'],
    ['late-payment', {}, 'Sin pagos anteriores'],
    ['late-payment', { delayDays: 7.5 }, '7.5 días en promedio (aviso 5)'],
  ])('the check %s of %j says %j', (rule, facts, text) => {
    const sold = { ...item, creditCurrency: 'USD' } as const;
    const [check] = checksOf(facts).filter((each) => each.rule === rule);
    expect(check && foundBy(check, sold)).toBe(text);
  });
});
