import type { Sale } from '@anticipa/contract/sales';
import { describe, expect, it } from 'vitest';
import { contractText } from './contract-text.ts';
import { formatAmount, formatDate, formatFolio } from './format.ts';

describe('formatting', () => {
  it.each([
    ['0.00', 'MXN 0.00'],
    ['999.99', 'MXN 999.99'],
    ['1000.00', 'MXN 1,000.00'],
    ['116000.00', 'MXN 116,000.00'],
    ['9999999999999999.99', 'MXN 9,999,999,999,999,999.99'],
    ['-1234.50', 'MXN -1,234.50'],
  ])('[PRE-04] formats the amount %s as %s', (decimal, written) => {
    expect(formatAmount(decimal, 'MXN')).toBe(written);
  });

  it('[PRE-04] formats dates day first', () => {
    expect(formatDate('2026-03-01')).toBe('01/03/2026');
  });

  it.each([
    [{ serie: 'A', folio: '7' }, 'A-7'],
    [{ serie: null, folio: '7' }, '7'],
    [{ serie: 'A', folio: null }, 'A'],
    [{ serie: '', folio: '' }, 'S/F'],
    [{ serie: null, folio: null }, 'S/F'],
    [{ serie: 'א', folio: '900298780' }, 'א\u200e-900298780'],
  ])('formats a folio from the available parts: %o', (invoice, written) => {
    expect(formatFolio(invoice)).toBe(written);
  });
});

describe('the contract text', () => {
  const sale: Sale = {
    saleId: '11111111-1111-4111-8111-111111111111',
    numberOfSale: 12,
    product: 'FB',
    currency: 'MXN',
    state: 'held',
    expiresAt: null,
    totals: {
      total: '116000.00',
      comision: '3480.00',
      iva: '556.80',
      aforo: '11600.00',
      adelanto: '104400.00',
      initialDeposit: '100920.00',
    },
    items: [
      {
        documentId: '22222222-2222-4222-8222-222222222222',
        product: 'FB',
        creditLineId: '33333333-3333-4333-8333-333333333333',
        receiverName: 'PEÑA & HIJOS',
        receiverRFC: 'PEH150401AB9',
        folio: '7',
        serie: 'A',
        purchaseOrder: 'AB12',
        currency: 'MXN',
        total: '116000.00',
        emittedOn: '2026-03-10',
        dueDate: '2026-04-24',
        paymentDays: 45,
        interestRate: '24',
        porcentajeAdelanto: '90',
        diasBase: 360,
        earlyRebate: false,
        comision: '3480.00',
        iva: '556.80',
        aforo: '11600.00',
        adelanto: '104400.00',
        initialDeposit: '100920.00',
        effectiveAnnualCost: '31.65',
        creditAmount: '104400.00',
        creditCurrency: 'MXN',
        exchangeRate: '1',
      },
    ],
  };
  const party = { entityName: 'Manufacturas', rfc: 'MNO150401AB1' };
  const text = contractText('Términos.\n', party, [sale]);

  it('[RES-02] states the rebate of an early payment in words and amount where the sale grants one', () => {
    const [item] = sale.items;
    if (!item) throw new Error('an item is needed');
    const rebated = contractText('Términos.', party, [{ ...sale, items: [{ ...item, earlyRebate: true }] }]);
    expect(text).not.toContain('si se paga antes');
    expect(rebated).toContain(
      'depósito MXN 100,920.00; si se paga antes, se devuelve el interés de los días que falten: MXN 77.33 por día.',
    );
  });

  it('[LIB-94] says what LIVA 1-C asks where the terms of the sale were decided', () => {
    expect(text).not.toContain('LIVA');
    const stated = { ivaRegime: 'exento', ivaOnCollection: false, collectedBy: 'client', withRecourse: false } as const;
    expect(contractText('Términos.', party, [{ ...sale, terms: stated }])).toContain(
      'El interés está exento de IVA; el cedente paga el IVA de las facturas cedidas al cederlas, sin la opción del artículo 1-C de la LIVA; la cobranza está a cargo del cedente; la cesión es sin recurso.',
    );
  });

  it('[LIB-98] states the commission that a deposit keeps back, of the sale and of each invoice', () => {
    const charged = { openingCommission: '1000.00', openingIva: '160.00', initialDeposit: '99760.00' };
    const items = sale.items.map((item) => ({ ...item, ...charged }));
    const stated = contractText('Términos.', party, [{ ...sale, totals: { ...sale.totals, ...charged }, items }]);
    const said =
      'comisión por apertura MXN 1,000.00 más IVA MXN 160.00, que se retienen del depósito; depósito MXN 99,760.00.';
    expect(stated.split('\n').filter((line) => line.includes(said))).toHaveLength(2);
    expect(text).not.toContain('comisión');
  });

  it('[RES-02] contains the terms, the party and every figure of every invoice', () => {
    expect(text).toBe(
      [
        'Términos.',
        '',
        'Cedente: Manufacturas, RFC MNO150401AB1',
        '',
        'Operación 12: Factoraje, 1 factura en MXN',
        'Total MXN 116,000.00; interés MXN 3,480.00; IVA del interés MXN 556.80; aforo MXN 11,600.00; depósito MXN 100,920.00.',
        '1. Factura «A-7» a cargo de «PEÑA & HIJOS» (PEH150401AB9); orden de compra «AB12»; emitida el 10/03/2026, con pago el 24/04/2026 (45 días); total MXN 116,000.00, tasa anual 24 % sobre base 360; interés MXN 3,480.00, aforo MXN 11,600.00, depósito MXN 100,920.00.',
      ].join('\n'),
    );
  });

  it.each([
    [1, '(1 día)'],
    [2, '(2 días)'],
  ])('[RES-02] states a term of %i day(s) as %s', (paymentDays, written) => {
    const items = sale.items.map((item) => ({ ...item, paymentDays }));
    expect(contractText('Términos.', party, [{ ...sale, items }])).toContain(`con pago el 24/04/2026 ${written};`);
  });

  it('keeps a text from an invoice within its quotes', () => {
    const [item] = sale.items;
    if (!item) throw new Error('the sale is empty');
    const receiverName = 'X» (AAA010101AAA); el cedente renuncia a «Y';
    const hostile = contractText('Términos.', party, [{ ...sale, items: [{ ...item, receiverName }] }]);
    expect(hostile).toContain('a cargo de «X" (AAA010101AAA); el cedente renuncia a "Y» (PEH150401AB9)');
  });

  it('changes with any figure', () => {
    const cheaper = { ...sale, totals: { ...sale.totals, comision: '3479.99' } };
    expect(contractText('Términos.', party, [cheaper])).not.toBe(text);
    expect(contractText('Términos.', party, [sale])).toBe(text);
  });
});
