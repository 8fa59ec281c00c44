import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ALWAYS_EXACT, type CashAim, type CashOffer, type CashRoom, mostOf, raise } from './cash-need.ts';
import { money } from './money.ts';

const mxn = (cents: number) => money(BigInt(cents), 'MXN');

/** `[deposit, cost]` in centavos; exposure and total are the deposit, unless given. */
interface Row {
  readonly deposit: number;
  readonly cost: number;
  readonly line?: string;
  readonly receiver?: string | null;
}

const offersOf = (rows: readonly Row[]): readonly CashOffer<'MXN'>[] =>
  rows.map(({ deposit, cost, line = 'a', receiver = null }, index) => ({
    id: String(index).padStart(2, '0'),
    deposit: mxn(deposit),
    cost: mxn(cost),
    line,
    exposure: mxn(deposit + cost),
    receiver,
    total: mxn(deposit + cost),
  }));

const roomOf = (lines: Record<string, number>, receivers: Record<string, number> = {}): CashRoom => ({
  lines: new Map(Object.entries(lines).map(([line, left]) => [line, BigInt(left)])),
  receivers: new Map(Object.entries(receivers).map(([receiver, left]) => [receiver, BigInt(left)])),
});

const ample = roomOf({ a: 1e9, b: 1e9 });

describe('[EFE-01] the invoices to sell for an amount', () => {
  const three = [
    { deposit: 100, cost: 3 },
    { deposit: 60, cost: 1 },
    { deposit: 50, cost: 1 },
  ];
  test.each<[string, readonly Row[], number, CashAim, CashRoom, readonly string[]]>([
    ['two cheap ones instead of a dear one', three, 100, 'cost', ample, ['01', '02']],
    ['one dear one, if invoices count', three, 100, 'count', ample, ['00']],
    ['what a line has left', three, 100, 'cost', roomOf({ a: 103 }), ['00']],
    [
      'what a receiver’s limit has left',
      three.map((row) => ({ ...row, receiver: row.deposit === 60 ? 'r' : null })),
      100,
      'cost',
      roomOf({ a: 1e9 }, { r: 60 }),
      ['00'],
    ],
    [
      'another line, if one is used up',
      [
        { deposit: 100, cost: 1 },
        { deposit: 100, cost: 9, line: 'b' },
      ],
      100,
      'cost',
      roomOf({ a: 100, b: 109 }),
      ['01'],
    ],
    [
      'the fewer of those that cost the same',
      [
        { deposit: 50, cost: 1 },
        { deposit: 50, cost: 1 },
        { deposit: 100, cost: 2 },
      ],
      100,
      'cost',
      ample,
      ['02'],
    ],
    [
      'the smaller deposit of those, so that more stays for later',
      [
        { deposit: 120, cost: 2 },
        { deposit: 101, cost: 2 },
      ],
      100,
      'cost',
      ample,
      ['01'],
    ],
    [
      'the first by name of two alike',
      [
        { deposit: 100, cost: 2 },
        { deposit: 100, cost: 2 },
      ],
      100,
      'count',
      ample,
      ['00'],
    ],
  ])('%s', (_case, rows, amount, aim, room, ids) => {
    expect(raise(offersOf(rows), mxn(amount), { room, aim })).toMatchObject({ ids, isExact: true });
  });

  it('is none if the lines do not reach, and the most that they give', () => {
    const offers = offersOf(three);
    const room = roomOf({ a: 110 });
    expect(raise(offers, mxn(104), { room, aim: 'cost' })).toBeNull();
    expect(mostOf(offers, 'MXN', room)).toMatchObject({ ids: ['00'], deposit: mxn(100), isExact: true });
    expect(mostOf([], 'MXN', room)).toMatchObject({ ids: [], deposit: mxn(0), isExact: true });
  });
});

const row = fc.record({
  deposit: fc.integer({ min: 1, max: 60 }),
  cost: fc.integer({ min: 0, max: 8 }),
  line: fc.constantFrom('a', 'b'),
  receiver: fc.constantFrom(null, 'r', 's'),
});
const left = fc.integer({ min: -10, max: 200 });
const room = fc.record({ a: left, b: left, r: left, s: left }).map(({ a, b, r, s }) => roomOf({ a, b }, { r, s }));

const ascending = (a: bigint, b: bigint): number => Number(a - b);
const greatest = (amounts: readonly bigint[]): bigint | undefined => amounts.toSorted(ascending).at(-1);

/** Every set that fits, by trying all. */
function setsThatFit(offers: readonly CashOffer<'MXN'>[], { lines, receivers }: CashRoom) {
  return Array.from({ length: 2 ** offers.length }, (_, bits) => offers.filter((__, index) => (bits >> index) & 1))
    .filter((set) =>
      set.every(
        ({ line, receiver }) =>
          sumOf(set.filter((each) => each.line === line).map(({ exposure }) => exposure)) <= (lines.get(line) ?? 0n) &&
          (receiver === null ||
            sumOf(set.filter((each) => each.receiver === receiver).map(({ total }) => total)) <=
              (receivers.get(receiver) ?? 0n)),
      ),
    )
    .map((set) => ({
      cost: sumOf(set.map(({ cost }) => cost)),
      count: BigInt(set.length),
      deposit: sumOf(set.map(({ deposit }) => deposit)),
    }));
}
const sumOf = (amounts: readonly { readonly cents: bigint }[]): bigint =>
  amounts.reduce((sum, { cents }) => sum + cents, 0n);

const byAim = (aim: CashAim, { cost, count, deposit }: { cost: bigint; count: bigint; deposit: bigint }) =>
  (aim === 'cost' ? [cost, count, deposit] : [count, cost, deposit])
    .map((part) => String(part).padStart(8, '0'))
    .join();

describe('[EFE-01] against every set, one by one', () => {
  it('is the best that fits, in any order of the invoices, and the most is the most', () => {
    const rows = fc.array(row, { maxLength: 9 });
    fc.assert(
      fc.property(
        rows,
        room,
        fc.integer({ min: 1, max: 250 }),
        fc.constantFrom('cost', 'count'),
        (all, left, amount, aim) => {
          const offers = offersOf(all);
          const fitting = setsThatFit(offers, left);
          const [wanted] = fitting
            .filter(({ deposit }) => deposit >= BigInt(amount))
            .map((set) => byAim(aim, set))
            .toSorted();
          const found = raise(offers, mxn(amount), { room: left, aim });
          const ofFound = found && {
            cost: found.cost.cents,
            count: BigInt(found.ids.length),
            deposit: found.deposit.cents,
          };
          expect(ofFound && byAim(aim, ofFound)).toBe(wanted ?? null);
          expect(found?.isExact ?? true).toBe(true);
          expect(raise(offers.toReversed(), mxn(amount), { room: left, aim })).toEqual(found);
          const most = mostOf(offers.toReversed(), 'MXN', left);
          expect(most.deposit.cents).toBe(greatest(fitting.map(({ deposit }) => deposit)));
          expect(most).toEqual(mostOf(offers, 'MXN', left));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('beyond the steps is a set that fits, and says how much better another can be', () => {
    // A thousand sets have the fewest invoices, so that no bound ends the search for the cheapest of them.
    const count = ALWAYS_EXACT + 3;
    const offers = offersOf(
      Array.from({ length: count }, (_, index) => ({
        deposit: 2000 + 2 * index,
        cost: 20 + (index % 3),
        receiver: 'r',
      })),
    );
    const left = roomOf({ a: 1e9 }, { r: 20_307 });
    const amount = 18_101;
    const rows = offers.map(({ deposit, cost }) => [Number(deposit.cents), Number(cost.cents)] as const);
    // The figures of each set from those of the set without its last invoice.
    const sets: (readonly [deposit: number, cost: number, count: number])[] = [[0, 0, 0]];
    for (const [deposit, cost] of rows)
      for (const [before, spent, members] of sets.slice()) sets.push([before + deposit, spent + cost, members + 1]);
    const reaching = sets.filter(([deposit, cost]) => deposit >= amount && deposit + cost <= 20_307);
    for (const aim of ['cost', 'count'] as const) {
      const found = raise(offers, mxn(amount), { room: left, aim });
      const ofFound = [Number(found?.deposit.cents), Number(found?.cost.cents), found?.ids.length].join();
      expect(reaching.some((set) => set.join() === ofFound)).toBe(true);
      expect(Number(found?.leastCost.cents)).toBeLessThanOrEqual(Math.min(...reaching.map(([, cost]) => cost)));
      expect(found?.leastCount).toBeLessThanOrEqual(Math.min(...reaching.map(([, , members]) => members)));
    }
    expect(raise(offers, mxn(amount), { room: left, aim: 'count' })?.isExact).toBe(false);
  });

  it('ends with ten thousand invoices', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      deposit: 5_000 + ((index * 7919) % 90_001),
      cost: 100 + ((index * 104_729) % 977),
    }));
    const found = raise(offersOf(rows), mxn(20_000_000), { room: ample, aim: 'cost' });
    expect(found?.deposit.cents).toBeGreaterThanOrEqual(20_000_000n);
    expect((found?.cost.cents ?? 0n) - (found?.leastCost.cents ?? 0n)).toBeLessThan(1_100n);
  });
});
