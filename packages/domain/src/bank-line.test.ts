import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BankLine, balancesOf, bankText, compareLines, type KnownLine } from './bank-line.ts';
import { addDays, dateOf } from './calendar.ts';

const day = dateOf('2026-03-10');
const line = (over: Partial<BankLine> = {}): BankLine => ({
  date: day,
  cents: 11_600_000n,
  trackingKey: '',
  reference: '7',
  text: 'SPEI RECIBIDO PEÑA',
  balance: null,
  ...over,
});

/** A store of movements, to which files are added. */
const aStore = () => {
  const known: (KnownLine & { readonly isSure: boolean })[] = [];
  return {
    known,
    add: (lines: readonly BankLine[]) => {
      const read = compareLines(lines, known);
      read.forEach((as, at) => {
        const added = lines[at];
        if (added && as.kind !== 'known')
          known.push({ ...added, lineId: `${known.length}`, isSure: as.kind === 'new' });
      });
      return read.map(({ kind }) => kind);
    },
  };
};

describe('[DIN-34] [DIN-127] movements of a file', () => {
  it.each([
    ['the same file', [line(), line({ cents: -580n })], [line(), line({ cents: -580n })], ['known', 'known']],
    ['another encoding', [line()], [line({ text: 'spei  recibido PE?A' })], ['known']],
    ['as many equal ones', [line(), line()], [line(), line()], ['known', 'known']],
    ['one equal one more', [line()], [line(), line()], ['known', 'new']],
    ['the balance of another one', [line({ balance: 5n })], [line({ balance: 9n })], ['resembles']],
    [
      'an equal one with its balance',
      [line({ balance: 5n })],
      [line({ balance: 9n }), line({ balance: 5n })],
      ['new', 'known'],
    ],
    ['no balances any more', [line({ balance: 5n })], [line()], ['known']],
    ['another text', [line()], [line({ text: 'SPEI DEVUELTO' })], ['resembles']],
    ['another reference', [line()], [line({ reference: '8' })], ['resembles']],
    ['another one besides', [line()], [line({ reference: '8' }), line()], ['new', 'known']],
    ['another amount', [line()], [line({ cents: 11_600_001n })], ['new']],
    [
      'another amount under its key',
      [line({ trackingKey: 'KEY0001' })],
      [line({ trackingKey: 'KEY0001', cents: 1n })],
      ['resembles'],
    ],
    [
      'its key on the other side',
      [line({ trackingKey: 'KEY0001' })],
      [line({ trackingKey: 'KEY0001', cents: -1n })],
      ['new'],
    ],
    [
      'its key with a fee besides',
      [line({ trackingKey: 'KEY0001' })],
      [line({ trackingKey: 'KEY0001', cents: 5n }), line({ trackingKey: 'KEY0001' })],
      ['new', 'known'],
    ],
    ['another day', [line()], [line({ date: addDays(day, 1) })], ['new']],
  ] as const)('%s', (_, before, after, expected) => {
    const store = aStore();
    store.add(before);
    expect(store.add(after)).toEqual(expected);
  });

  it('reads thousands of equal movements', () => {
    const many = Array.from({ length: 5_000 }, () => line());
    const store = aStore();
    store.add(many);
    expect(new Set(store.add(many))).toEqual(new Set(['known']));
  });

  it('keeps one line of a text, without controls', () => {
    expect(bankText(' a\0b\r\nc \u202e=1  ')).toBe('a b c =1');
    expect(bankText('x'.repeat(400))).toHaveLength(300);
  });
});

const movements = fc
  .array(
    fc.record({
      days: fc.integer({ min: 0, max: 2 }),
      cents: fc.constantFrom(580n, -580n, 10_000n),
      text: fc.constantFrom('PEÑA', 'LUIS'),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((drawn) => {
    let balance = 1_000_000n;
    return drawn
      .toSorted((a, b) => a.days - b.days)
      .map(({ days, cents, text }) => {
        balance += cents;
        return line({ date: addDays(day, days), cents, text, balance });
      });
  });

/** Files of some of the movements each, in any order, as one bank may write them. */
const filesOf = (truth: readonly BankLine[]) =>
  fc.array(
    fc
      .tuple(fc.shuffledSubarray([...truth], { minLength: 1 }), fc.boolean())
      .map(([some, isDamaged]) =>
        some.map((one) => (isDamaged ? { ...one, text: one.text.replace('Ñ', '?') } : { ...one })),
      ),
    { maxLength: 6 },
  );

const sum = (lines: readonly BankLine[]): bigint => lines.reduce((total, { cents }) => total + cents, 0n);
const named = ({ date, cents, text, balance }: BankLine): string =>
  `${date} ${cents} ${text.replace(/[^A-Z]/g, '')} ${balance}`;

it('[DIN-34] no split, repetition or order of files adds a movement twice or loses one', () => {
  const cases = movements.chain((truth) => fc.tuple(fc.constant(truth), filesOf(truth)));
  fc.assert(
    fc.property(cases, ([truth, files]) => {
      const differing = new Set(truth.map(named));
      fc.pre(differing.size === truth.length);
      const store = aStore();
      for (const file of [...files, truth.map((one) => ({ ...one }))]) store.add(file);
      expect(store.known.map(named).toSorted()).toEqual(truth.map(named).toSorted());
      expect(sum(store.known)).toBe(sum(truth));
    }),
  );
});

it('[DIN-34] whole days without balances are added once, in any order and as often as they come', () => {
  const cases = movements.chain((truth) => {
    const days = [...Map.groupBy(truth, ({ date }) => date).values()];
    return fc.tuple(fc.constant(truth), fc.array(fc.shuffledSubarray(days), { maxLength: 5 }));
  });
  fc.assert(
    fc.property(cases, ([truth, files]) => {
      const bare = (lines: readonly BankLine[]) => lines.map((one) => ({ ...one, balance: null }));
      const store = aStore();
      for (const file of [...files, [truth]]) store.add(bare(file.flat()));
      expect(store.known.map(named).toSorted()).toEqual(bare(truth).map(named).toSorted());
      expect(store.known.every(({ isSure }) => isSure)).toBe(true);
    }),
  );
});

describe('[DIN-36] balances of a file', () => {
  const of = (...pairs: readonly (readonly [bigint, bigint | null])[]) =>
    balancesOf(pairs.map(([cents, balance]) => line({ cents, balance })));
  it.each([
    ['in order', of([5n, 105n], [-3n, 102n]), { opening: 100n, closing: 102n, adds: true }],
    ['newest first', of([-3n, 102n], [5n, 105n]), { opening: 100n, closing: 102n, adds: true }],
    ['a row is missing', of([5n, 105n], [-3n, 99n]), { opening: null, closing: null, adds: false }],
    ['not said', of([5n, 105n], [-3n, null]), null],
    ['no movement', of(), null],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected));
});
