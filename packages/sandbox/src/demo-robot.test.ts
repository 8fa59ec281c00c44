import { describe, expect, it } from 'vitest';
import { decisionOn, isLeftToPerson } from './demo-robot.ts';

const item = (folio: string | null, purchaseOrder: string | null) => ({
  documentId: '00000000-0000-4000-8000-000000000001',
  product: 'BI' as const,
  creditLineId: '00000000-0000-4000-8000-000000000002',
  receiverName: 'R',
  receiverRFC: 'AAA010101AAA',
  folio,
  serie: null,
  purchaseOrder,
  currency: 'MXN' as const,
  total: '100.00',
  emittedOn: '2026-03-01',
  dueDate: '2026-04-24',
  paymentDays: 45,
  interestRate: '24',
  porcentajeAdelanto: '90',
  diasBase: 360,
  earlyRebate: false,
  comision: '3.00',
  iva: '0.48',
  aforo: '10.00',
  adelanto: '90.00',
  initialDeposit: '87.00',
  effectiveAnnualCost: '31.65',
  creditAmount: '90.00',
  creditCurrency: 'MXN' as const,
  exchangeRate: '1',
});

describe('demo robot', () => {
  it('ignores a sale with a purchase order reserved for manual operators', () => {
    expect(isLeftToPerson({ items: [item('1', null), item('2', 'OC1')] })).toBe(false);
    expect(isLeftToPerson({ items: [item('1', 'OC1'), item('2', 'OPERADOR7')] })).toBe(true);
  });

  it.each([
    ['1012', 'OC1', true, null],
    [null, null, true, null],
    ['1013', 'OC1', false, 'LENDER_PAYER_DECLINED'],
    ['13', null, false, 'LENDER_PAYER_DECLINED'],
    ['1012', 'OCRECHAZO7', false, 'LENDER_DOCUMENTS'],
  ])('decides on folio %s and purchase order %s: %s, %s', (folio, purchaseOrder, authorised, motive) => {
    expect(decisionOn(item(folio, purchaseOrder))).toMatchObject({ authorised, motive });
  });
});
