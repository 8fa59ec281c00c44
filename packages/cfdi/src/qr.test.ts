import { describe, expect, it, test } from 'vitest';
import { printedExpression, sealTailOf, statusPage } from './qr.ts';

const invoice = (total: string) => ({
  uuid: '5803EB8D-81CD-4557-8719-26632D2FA434',
  issuer: { rfc: 'P&M110228HT4', name: null },
  receiver: { rfc: 'Ñ&A030919P28', name: null, taxResidence: null, taxId: null },
  total,
  sealTail: 'rH8/bw==',
});

describe('the printed expression', () => {
  test.each([
    ['1000.00', '1000.0'],
    ['1000', '1000.0'],
    ['0.50', '0.5'],
    ['0012.345600', '12.3456'],
    ['0', '0.0'],
    ['999999999999999999.123456', '999999999999999999.123456'],
  ])('writes a total of %s as %s', (total, expected) => {
    expect(printedExpression(invoice(total))).toContain(`&tt=${expected}&`);
  });

  it('contains issuer, receiver, total, UUID and seal tail, with & escaped in both tax ids', () => {
    expect(printedExpression(invoice('1.10'))).toBe(
      '?re=P&amp;M110228HT4&rr=Ñ&amp;A030919P28&tt=1.1&id=5803EB8D-81CD-4557-8719-26632D2FA434&fe=rH8/bw==',
    );
  });

  it('links to the tax authority’s page', () => {
    expect(statusPage(invoice('1'))).toMatch(
      /^https:\/\/verificacfdi\.facturaelectronica\.sat\.gob\.mx\/default\.aspx\?re=/,
    );
  });

  it('takes the last eight characters of the seal', () => {
    expect(sealTailOf('abcdefghijkl')).toBe('efghijkl');
  });
});
