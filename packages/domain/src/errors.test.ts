import { describe, expect, expectTypeOf, it, test } from 'vitest';
import { done, type ErrorCode, errorCatalogue, type Outcome, refuse } from './errors.ts';
import { fileMotives, lenderMotives, rejectionMotives, taxMotives } from './motives.ts';

describe('the catalogue of refusals', () => {
  test.each(Object.keys(errorCatalogue))('[API-03] %s is a fact in capitals', (code) => {
    expect(code).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
  });

  it('[API-03] only what may pass by itself invites a repetition', () => {
    const inviting = Object.values(errorCatalogue)
      .filter(({ retry }) => retry)
      .map(({ kind }) => kind);
    const lasting = ['malformed', 'unauthenticated', 'forbidden', 'too-large', 'unsupported-media', 'rule'];
    expect(inviting.filter((kind) => lasting.includes(kind))).toEqual([]);
  });

  it('[API-03] knows no code beyond it', () => {
    // @ts-expect-error not in the catalogue
    const stranger: ErrorCode = 'SOMETHING_ELSE';
    expect(stranger in errorCatalogue).toBe(false);
  });

  it('[API-03] an outcome is done with a value or refused with a code and every item that failed', () => {
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
});

describe('the catalogue of motives', () => {
  it('[CAR-02] names each motive once', () => {
    for (const list of [fileMotives, rejectionMotives]) expect(new Set(list).size).toBe(list.length);
  });

  it('[CAR-02] a motive belongs to a file or to an invoice; only the currency may be either’s', () => {
    const rejections: ReadonlySet<string> = new Set(rejectionMotives);
    expect(fileMotives.filter((motive) => rejections.has(motive) && motive !== 'CURRENCY_UNSUPPORTED')).toEqual([]);
  });

  it('[EST-04] an operator rejects only with the lender’s motives', () => {
    const own = rejectionMotives.filter((motive) => motive.startsWith('LENDER_'));
    expect([...lenderMotives]).toEqual([...taxMotives, ...own]);
  });
});
