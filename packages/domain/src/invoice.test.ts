import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, dateAt, dateOf } from './calendar.ts';
import {
  allows,
  dueLight,
  emissionProblem,
  type InvoiceStatusName,
  invoiceStatus,
  isDeletedByUser,
  type SellabilityFacts,
  statusName,
  type Transition,
  tileScores,
  transitions,
  whyUnsellable,
} from './invoice.ts';
import { rejectionMotives } from './motives.ts';

const statuses = ['RECHAZADA', 'REGISTRADO', 'AUTORIZADA', 'PREVENTA', 'CREDITO', 'LIQUIDADO'] as const;

describe('statuses', () => {
  it('[EST-02] statuses use the numbers of the wire format', () => {
    expect(invoiceStatus).toEqual({
      RECHAZADA: 0,
      REGISTRADO: 10,
      AUTORIZADA: 20,
      PREVENTA: 25,
      CREDITO: 30,
      LIQUIDADO: 40,
    });
  });

  test.each(statuses)('[EST-02] maps the number of %s back to its name', (name) => {
    expect(statusName(invoiceStatus[name])).toBe(name);
  });

  it('[EST-02] rejects any other number', () => {
    // @ts-expect-error 15 is no status
    expect(() => statusName(15)).toThrow(TypeError);
  });
});

/** One row per transition, one mark per status; every pair not marked yes is refused. */
const matrix: Record<Transition, string> = {
  //                RECH REGI AUTO PREV CRED LIQU
  hold: /*        */ 'yes yes yes no  no  no',
  release: /*     */ 'no  no  no  yes no  no',
  reject: /*      */ 'no  no  no  yes no  no',
  disburse: /*    */ 'no  no  no  yes no  no',
  load: /*        */ 'yes yes yes no  no  no',
  unload: /*      */ 'no  no  no  no  yes no',
  settle: /*      */ 'no  no  no  no  yes no',
  reopen: /*      */ 'no  no  no  no  no  yes',
  approveReceiver: 'no  yes no  no  no  no',
  failCheck: /*   */ 'no  yes yes no  no  no',
  deleteByUser: /**/ 'yes yes yes no  no  no',
  restoreByUser: /**/ 'yes no  no  no  no  no',
};
const pairs = Object.entries(matrix).flatMap(([name, row]) => {
  const transition = (Object.keys(transitions) as Transition[]).find((known) => known === name);
  if (!transition) throw new Error(`no transition ${name}`);
  return statuses.map((status, index) => ({ transition, status, allowed: row.split(/ +/)[index] === 'yes' }));
});

describe('transitions', () => {
  test.each(pairs)('[VTA-12] $transition from $status: $allowed', ({ transition, status, allowed }) => {
    expect(allows(status, transition)).toBe(allowed);
  });

  it('[VTA-12] the table covers every transition', () => {
    expect(Object.keys(matrix).toSorted()).toEqual(Object.keys(transitions).toSorted());
  });

  it('[VTA-12] only a reversal leaves LIQUIDADO, only the withdrawal of a load CREDITO unpaid, and nothing is sold twice', () => {
    const leaving = (status: InvoiceStatusName) => pairs.filter((pair) => pair.status === status && pair.allowed);
    expect(leaving('LIQUIDADO').map(({ transition }) => transition)).toEqual(['reopen']);
    expect(leaving('CREDITO').map(({ transition }) => transition)).toEqual(['unload', 'settle']);
    expect(leaving('PREVENTA').some(({ transition }) => transition === 'hold')).toBe(false);
  });

  it('[VTA-16] restores a deleted invoice to REGISTRADO and never deletes one in a sale', () => {
    expect(transitions.restoreByUser.to).toBe('REGISTRADO');
    expect(transitions.deleteByUser.to).toBe('RECHAZADA');
    expect(transitions.release.to).toBe('as before the sale');
  });
});

describe('[VTA-16] deletion by a user', () => {
  test.each([
    ['RECHAZADA', 'DELETED_BY_USER', true],
    ['RECHAZADA', 'LENDER_DOCUMENTS', false],
    ['RECHAZADA', null, false],
    ['REGISTRADO', null, false],
    ['PREVENTA', 'DELETED_BY_USER', false],
  ] as const)('a user may delete an invoice %s with motive %s: %s', (status, motive, isDeleted) => {
    expect(isDeletedByUser({ status, motive })).toBe(isDeleted);
  });
});

describe('sellability', () => {
  const today = dateOf('2026-11-20');
  const yesterday = addDays(today, -1);
  const product = { authorised: true, active: true, requiresPpd: false };
  const ppdOnly = { ...product, requiresPpd: true };
  const sellable: SellabilityFacts = {
    status: 'AUTORIZADA',
    motive: null,
    rejectedOn: null,
    paymentMethod: 'PUE',
    product,
    creditLine: 'open',
  };
  const rejected = { status: 'RECHAZADA', rejectedOn: today, motive: 'RECEIVER_DISABLED' } as const;
  const cases: readonly [string, Partial<SellabilityFacts>, ReturnType<typeof whyUnsellable>][] = [
    ['AUTORIZADA', {}, null],
    ['REGISTRADO', { status: 'REGISTRADO' }, null],
    ['rejected today by a rule', rejected, null],
    ['rejected today by the lender', { ...rejected, motive: 'LENDER_PAYER_DECLINED' }, null],
    ['rejected today, motive unknown', { ...rejected, motive: null }, null],
    ['rejected yesterday', { ...rejected, rejectedOn: yesterday }, 'REJECTED_BEFORE_TODAY'],
    ['rejected on an unknown day', { ...rejected, rejectedOn: null }, 'REJECTED_BEFORE_TODAY'],
    ['deleted by a user today', { ...rejected, motive: 'DELETED_BY_USER' }, 'DELETED'],
    ['deleted by a user yesterday', { ...rejected, motive: 'DELETED_BY_USER', rejectedOn: yesterday }, 'DELETED'],
    ['rejected yesterday and restored today', { status: 'REGISTRADO', rejectedOn: yesterday }, null],
    ['in a sale', { status: 'PREVENTA' }, 'STATUS'],
    ['in credit', { status: 'CREDITO' }, 'STATUS'],
    ['settled', { status: 'LIQUIDADO' }, 'STATUS'],
    ['product not authorised', { product: { ...product, authorised: false } }, 'PRODUCT_NOT_AUTHORISED'],
    ['product inactive', { product: { ...product, active: false } }, 'PRODUCT_INACTIVE'],
    [
      'neither authorised nor active',
      { product: { ...product, authorised: false, active: false } },
      'PRODUCT_NOT_AUTHORISED',
    ],
    [
      'product inactive and in a sale',
      { product: { ...product, active: false }, status: 'PREVENTA' },
      'PRODUCT_INACTIVE',
    ],
    ['PUE where the lender demands PPD', { product: ppdOnly }, 'PPD_REQUIRED'],
    ['PUE rejected for it today', { product: ppdOnly, ...rejected, motive: 'PPD_REQUIRED' }, 'PPD_REQUIRED'],
    ['without payment method where PPD is demanded', { product: ppdOnly, paymentMethod: null }, 'PPD_REQUIRED'],
    ['PPD where it is demanded', { product: ppdOnly, paymentMethod: 'PPD' }, null],
    ['PUE in credit, sold before the demand', { product: ppdOnly, status: 'CREDITO' }, 'STATUS'],
    ['no line for its currency', { creditLine: 'none' }, 'NO_CREDIT_LINE'],
    ['a line whose validity is over', { creditLine: 'ended' }, 'CREDIT_LINE_ENDED'],
    ['no line and in credit', { creditLine: 'none', status: 'CREDITO' }, 'STATUS'],
  ];
  test.each(cases)('[VTA-12] %s', (_case, facts, expected) => {
    expect(whyUnsellable({ ...sellable, ...facts }, today)).toBe(expected);
  });

  it('[VTA-12] deletion by a user is the only motive that prevents a sale on the same day', () => {
    const forbidding = rejectionMotives.filter(
      (motive) => whyUnsellable({ ...sellable, ...rejected, motive }, today) !== null,
    );
    expect(forbidding).toEqual(['DELETED_BY_USER']);
  });

  it('[VTA-12] an invoice rejected today is sellable until midnight in Mexico City', () => {
    const rejectedOn = dateAt(new Date('2026-11-20T16:00:00Z'), 'America/Mexico_City');
    const at = (instant: string) =>
      whyUnsellable({ ...sellable, ...rejected, rejectedOn }, dateAt(new Date(instant), 'America/Mexico_City'));
    expect(at('2026-11-21T05:59:59Z')).toBeNull();
    expect(at('2026-11-21T06:00:00Z')).toBe('REJECTED_BEFORE_TODAY');
  });
});

describe('tile scores', () => {
  const scores = (cents: readonly bigint[]) => [...scored(cents).values()];
  const scored = (cents: readonly bigint[]) => {
    const map = tileScores(cents.map((value, key) => ({ key, cents: value })));
    return new Map(cents.map((_value, key) => [key, map.get(key)]));
  };
  test.each([
    ['smallest first, 1 the largest', [10n, 20n, 30n, 40n], [4, 3, 2, 1]],
    ['in any given order', [40n, 10n, 30n, 20n], [1, 4, 2, 3]],
    ['exactly a quarter is no longer 4', [25n, 75n], [3, 1]],
    ['just under a quarter', [24n, 76n], [4, 1]],
    ['exactly a half is no longer 3', [50n, 50n], [2, 1]],
    ['just under a half', [49n, 51n], [3, 1]],
    ['exactly three quarters is no longer 2', [75n, 76n, 1n], [2, 1, 4]],
    ['exactly three quarters of the whole', [30n, 45n, 25n], [2, 1, 3]],
    ['a single group', [5n], [1]],
    ['a group with amount zero', [0n, 100n], [4, 1]],
    ['all groups with amount zero', [0n, 0n], [1, 1]],
    ['no groups', [], []],
  ])('[TAB-05] %s', (_case, cents, expected) => {
    expect(scores(cents)).toEqual(expected);
  });

  it('[TAB-05] the largest group scores 1, and scores follow size', () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(amounts, (cents) => {
        const score = scored(cents);
        const bySize = cents
          .map((value, key) => ({ value, key }))
          .toSorted((a, b) => Number(a.value - b.value) || a.key - b.key);
        const inOrder = bySize.map(({ key }) => score.get(key) ?? 0);
        expect(inOrder.at(-1)).toBe(1);
        expect(inOrder).toEqual(inOrder.toSorted((a, b) => b - a));
      }),
      { numRuns: 300 },
    );
  });
});

describe('due lights', () => {
  const today = dateOf('2026-11-20');
  test.each([
    ['due long ago', -40, 'red'],
    ['due yesterday', -1, 'red'],
    ['due today', 0, 'red'],
    ['due tomorrow', 1, 'yellow'],
    ['due in 7 days', 7, 'yellow'],
    ['due in 8 days', 8, 'green'],
    ['due in 180 days', 180, 'green'],
  ] as const)('[EST-03] %s', (_case, days, light) => {
    expect(dueLight(addDays(today, days), today)).toBe(light);
  });

  test.each([
    ['23:59 with UTC already tomorrow', '2026-11-21T05:59:00Z', 'yellow', 'green'],
    ['00:01 of the next day', '2026-11-21T06:01:00Z', 'red', 'yellow'],
  ])('[EST-03] the lights at %s in Mexico City', (_case, instant, dueThe21st, dueThe28th) => {
    const localToday = dateAt(new Date(instant), 'America/Mexico_City');
    expect(dueLight(dateOf('2026-11-21'), localToday)).toBe(dueThe21st);
    expect(dueLight(dateOf('2026-11-28'), localToday)).toBe(dueThe28th);
  });
});

describe('the emission date', () => {
  const today = dateOf('2026-11-20');
  test.each([
    ['tomorrow', 1, 'EMITTED_IN_FUTURE'],
    ['today', 0, null],
    ['179 days ago: a term of one day still fits', -179, null],
    ['180 days ago', -180, 'EMITTED_TOO_OLD'],
    ['years ago', -2000, 'EMITTED_TOO_OLD'],
  ] as const)('[VTA-06] emitted %s', (_case, days, expected) => {
    expect(emissionProblem(addDays(today, days), today)).toBe(expected);
  });
});
