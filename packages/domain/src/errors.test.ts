import { describe, expect, expectTypeOf, it, test } from 'vitest';
import { done, type ErrorCode, errorCatalogue, type Outcome, refuse, refuseEach } from './errors.ts';
import { fileMotives, lenderMotives, rejectionMotiveOf, rejectionMotives, taxMotives } from './motives.ts';

describe('the catalogue of refusals', () => {
  test.each(Object.keys(errorCatalogue))('[API-03] %s is in upper snake case', (code) => {
    expect(code).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
  });

  it('[API-03] only transient errors are marked for retry', () => {
    const retriable = Object.values(errorCatalogue)
      .filter(({ retry }) => retry)
      .map(({ kind }) => kind);
    const permanent = ['malformed', 'unauthenticated', 'forbidden', 'too-large', 'unsupported-media', 'rule'];
    expect(retriable.filter((kind) => permanent.includes(kind))).toEqual([]);
  });

  it('[API-03] rejects unknown codes at compile time', () => {
    // @ts-expect-error not in the catalogue
    const unknownCode: ErrorCode = 'SOMETHING_ELSE';
    expect(unknownCode in errorCatalogue).toBe(false);
  });

  it('[API-03] an outcome holds a value, or a code with every failed item', () => {
    const sold: Outcome<number> = done(7);
    const refused: Outcome<number> = refuse('CREDIT_EXCEEDED', [
      { path: 'a', code: 'CREDIT_EXCEEDED', expected: '1.00' },
    ]);
    expect(sold).toEqual({ ok: true, value: 7 });
    expect(refused).toEqual({
      ok: false,
      code: 'CREDIT_EXCEEDED',
      failures: [{ path: 'a', code: 'CREDIT_EXCEEDED', expected: '1.00' }],
    });
    expect(refuse('NOT_FOUND').failures).toEqual([]);
    expectTypeOf(refused).toExtend<Outcome<number>>();
  });

  it('[API-03] several items refused alike are listed one by one', () => {
    expect(refuseEach('INVOICE_REJECTED', ['a', 'b'])).toEqual({
      ok: false,
      code: 'INVOICE_REJECTED',
      failures: [
        { path: 'a', code: 'INVOICE_REJECTED' },
        { path: 'b', code: 'INVOICE_REJECTED' },
      ],
    });
  });
});

describe('the catalogue of motives', () => {
  it('[CAR-02] has no duplicates', () => {
    for (const list of [fileMotives, rejectionMotives]) expect(new Set(list).size).toBe(list.length);
  });

  it('[CAR-02] only the currency motive applies to both files and invoices', () => {
    const rejections: ReadonlySet<string> = new Set(rejectionMotives);
    expect(fileMotives.filter((motive) => rejections.has(motive) && motive !== 'CURRENCY_UNSUPPORTED')).toEqual([]);
  });

  it('[EST-04] a stored motive is read, and one of a newer version is none', () => {
    expect(rejectionMotives.map(rejectionMotiveOf)).toEqual([...rejectionMotives]);
    expect([null, '', 'FILE_EMPTY', 'MOTIVE_OF_A_NEWER_VERSION'].map(rejectionMotiveOf)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('[EST-04] operators reject only with the lender’s motives', () => {
    const own = rejectionMotives.filter((motive) => /^(LENDER|PAYER)_/.test(motive));
    expect([...lenderMotives]).toEqual([...taxMotives, ...own]);
  });
});
