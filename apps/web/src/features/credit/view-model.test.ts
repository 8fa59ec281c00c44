import type { getCreditInformation } from '@anticipa/contract/credit';
import type { ResponseOf } from '@anticipa/contract/route';
import { moneyOf } from '@anticipa/domain/money';
import { describe, expect, it } from 'vitest';
import { aProduct } from '../../lib/test-builders.ts';
import { panelsOf } from './view-model.ts';

type Answer = ResponseOf<typeof getCreditInformation>;
type AnswerLine = Answer['lines'][number];

const id = '00000000-0000-4000-8000-000000000001';
const aLine = (over: Partial<AnswerLine>): AnswerLine => ({
  creditLineId: id,
  product: 'BI',
  productId: id,
  displayName: 'Anticipo Índice',
  moneda: 'MXN',
  limiteCredito: '1000.00',
  saldoCreditos: '300.00',
  creditLimit: '1000.00',
  creditCurrency: 'MXN',
  creditUsed: '200.00',
  creditHeld: '100.00',
  available: '700.00',
  availableMXN: '700.00',
  availableUSD: '35.00',
  multimoneda: false,
  diasBase: 360,
  interestRate: '24',
  porcentajeAdelanto: '90',
  ivaRate: '16',
  moratoryRate: '48',
  hasBankAccount: true,
  autorizado: true,
  active: true,
  ...over,
});
const answer = (over: Partial<Answer>): Answer => ({
  today: '2026-03-02',
  now: '2026-03-02T16:00:00Z',
  tipoCambio: '20',
  tipoCambioPublished: true,
  tipoCambioDate: '2026-03-02',
  tipoCambioSource: null,
  holidays: [],
  products: [aProduct({})],
  lines: [aLine({})],
  ...over,
});

describe('[TAB-01] credit panels', () => {
  it('shows what is left of each line with what makes it up', () => {
    expect(panelsOf(answer({}))[0]?.lines[0]).toMatchObject({
      available: moneyOf('700.00', 'MXN'),
      limit: moneyOf('1000.00', 'MXN'),
      used: moneyOf('200.00', 'MXN'),
      held: moneyOf('100.00', 'MXN'),
      equivalent: null,
    });
  });

  it('adds the other currency to a multi-currency line', () => {
    const [panel] = panelsOf(answer({ lines: [aLine({ multimoneda: true })] }));
    expect(panel?.lines[0]?.equivalent).toEqual(moneyOf('35.00', 'USD'));
  });

  it('[TAB-10] shows nothing left of a line whose limit was lowered under what is in use, and still how that comes about', () => {
    const over = { creditLimit: '100.00', available: '-200.00', availableUSD: '-10.00', multimoneda: true };
    expect(panelsOf(answer({ lines: [aLine(over)] }))[0]?.lines[0]).toMatchObject({
      available: moneyOf('0.00', 'MXN'),
      left: moneyOf('-200.00', 'MXN'),
      equivalent: moneyOf('0.00', 'USD'),
    });
  });

  it('keeps a product that is switched off and leaves out one that is not authorised', () => {
    const products = [aProduct({ active: false }), aProduct({ product: 'FB', autorizado: false })];
    expect(panelsOf(answer({ products })).map(({ product, active }) => [product, active])).toEqual([['BI', false]]);
  });
});
