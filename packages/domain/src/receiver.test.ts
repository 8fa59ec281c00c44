import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type AliasParty,
  aliasProblem,
  canBePayer,
  cleanName,
  cleanRfc,
  companyStatus,
  FOREIGN_RFC,
  isRfc,
  newReceiverProblem,
  normaliseName,
  PUBLIC_RFC,
  receiverKey,
  rfcCheckDigitMatches,
} from './receiver.ts';

/** Fictional tax ids that the tax authority publishes with its test certificates. */
const published = ['EKU9003173C9', 'IIA040805DZ4', 'URE180429TM6', 'LAN7008173R5', 'OÑO120726RX3', 'CACX7605101P8'];

describe('format of a tax id', () => {
  test.each([
    ['a company', 'EKU9003173C9', true],
    ['a person', 'CACX7605101P8', true],
    ['with Ñ', 'OÑO120726RX3', true],
    ['with &', 'A&B010101AA0', true],
    ['the generic foreign one', FOREIGN_RFC, true],
    ['the generic public one', PUBLIC_RFC, true],
    ['eleven characters', 'EKU9003173C', false],
    ['fourteen characters', 'EKUXX9003173C9', false],
    ['lower case', 'eku9003173c9', false],
    ['a letter in the date', 'EKU90O3173C9', false],
    ['a check digit that is neither digit nor A', 'EKU9003173CB', false],
    ['a hyphen', 'EKU-900317-3C9', false],
    ['surrounding spaces', ' EKU9003173C9', false],
    ['a line break', 'EKU9003173C9\n', false],
    ['nothing', '', false],
  ])('[CAR-03] %s', (_case, text, expected) => {
    expect(isRfc(text)).toBe(expected);
  });

  test.each([
    [' eku-900317-3c9 ', 'EKU9003173C9'],
    ['a&b 010101 aa0', 'A&B010101AA0'],
    ['oño120726rx3', 'OÑO120726RX3'],
    ['on\u0303o120726rx3', 'OÑO120726RX3'],
    ['EKU_9003173C9.', 'EKU9003173C9'],
    ['ÁÉ1', '1'],
    ['', ''],
  ])('[CLI-03] cleans %j to %j', (typed, cleaned) => {
    expect(cleanRfc(typed)).toBe(cleaned);
    expect(cleanRfc(cleaned)).toBe(cleaned);
  });
});

describe('check digit of a tax id', () => {
  test.each(published)('[CAR-03] %s matches', (rfc) => {
    expect(rfcCheckDigitMatches(rfc)).toBe(true);
  });

  it('[CAR-03] fails for the generic public id, as for some real ones', () => {
    expect(isRfc(PUBLIC_RFC)).toBe(true);
    expect(rfcCheckDigitMatches(PUBLIC_RFC)).toBe(false);
    expect(rfcCheckDigitMatches(FOREIGN_RFC)).toBe(true);
  });

  it('[CAR-03] exactly one of the eleven endings matches', () => {
    for (const rfc of published) {
      const agreeing = [...'0123456789A'].filter((digit) => rfcCheckDigitMatches(rfc.slice(0, -1) + digit));
      expect(agreeing).toEqual([rfc.slice(-1)]);
    }
  });

  it('[CAR-03] agrees with the published table of values', () => {
    const values = new Map([...'0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'].map((char, value) => [char, value]));
    const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZÑ&');
    const digit = fc.constantFrom(...'0123456789');
    const body = fc
      .tuple(fc.array(letter, { minLength: 3, maxLength: 4 }), fc.array(digit, { minLength: 8, maxLength: 8 }))
      .map(([name, digits]) => [...name, ...digits].join(''));
    fc.assert(
      fc.property(body, (text) => {
        const twelve = text.length === 11 ? ` ${text}` : text;
        let total = 0;
        for (let at = 0; at < 12; at += 1) total += (values.get(twelve.charAt(at)) ?? Number.NaN) * (13 - at);
        const wanted = total % 11 === 0 ? '0' : total % 11 === 1 ? 'A' : String(11 - (total % 11));
        for (const digit of '0123456789A') expect(rfcCheckDigitMatches(text + digit)).toBe(digit === wanted);
      }),
      { numRuns: 500 },
    );
  });

  it('[CAR-03] rejects anything that is not a tax id', () => {
    expect(rfcCheckDigitMatches('')).toBe(false);
    // Its last character is the digit that its other ten ask for, were they a tax id.
    expect([...'0123456789A'].filter((digit) => rfcCheckDigitMatches(`EKU9003173${digit}`))).toEqual([]);
  });
});

describe('receiver key', () => {
  const foreign = (name: string, taxId: string | null = null) => ({ rfc: FOREIGN_RFC, name, taxId });
  test.each([
    ['case', foreign('ACME Tools'), foreign('acme tools'), true],
    ['accents', foreign('Société Générale'), foreign('SOCIETE GENERALE'), true],
    ['combining accents', foreign('Socie\u0301te\u0301'), foreign('Société'), true],
    ['double and surrounding spaces', foreign('ACME   Tools '), foreign(' ACME Tools'), true],
    ['another name', foreign('ACME Tools'), foreign('ACME Toys'), false],
    ['another tax registration', foreign('ACME', '12-34'), foreign('ACME', '56-78'), false],
    ['with and without a tax registration', foreign('ACME', '12-34'), foreign('ACME'), false],
    ['an empty tax registration and none', foreign('ACME', ''), foreign('ACME'), true],
    ['a tax registration that runs into the name', foreign('CME', '12A'), foreign('ACME', '12'), false],
    [
      'a domestic tax id with different names',
      { rfc: 'EKU9003173C9', name: 'A', taxId: null },
      { rfc: 'EKU9003173C9', name: 'B', taxId: '1' },
      true,
    ],
    [
      'two domestic tax ids with the same name',
      { rfc: 'EKU9003173C9', name: 'A', taxId: null },
      { rfc: 'IIA040805DZ4', name: 'A', taxId: null },
      false,
    ],
  ])('[TAB-04] %s', (_case, one, other, together) => {
    expect(receiverKey(one) === receiverKey(other)).toBe(together);
  });

  it('[TAB-04] normalises names', () => {
    expect(normaliseName('  Señora   Ávila &\tHijos ')).toBe('SENORA AVILA & HIJOS');
  });
});

describe('[CLI-03] a receiver to register', () => {
  test.each([
    ['', 'RFC_REQUIRED'],
    [' -', 'RFC_REQUIRED'],
    ['xexx 010101 000', 'RFC_FOREIGN'],
    ['ABC010101AB', 'RFC_TOO_SHORT'],
    ['ABCD010101AB12', 'RFC_TOO_LONG'],
    ['XAXX010101000', 'RFC_INVALID'],
    ['ABCDEFGHIJKL', 'RFC_INVALID'],
    ['own 010101-ab3', 'RFC_INVALID'],
    ['abc 010101-ab9', null],
    ['Ñ&B010101AB9', null],
    ['ABCD010101AB1', null],
  ] as const)('a receiver with the tax id %j: %s', (typed, problem) => {
    expect(newReceiverProblem(cleanRfc(typed), 'OWN010101AB3')).toBe(problem);
  });
});

describe('[CLI-04] the name of a receiver', () => {
  test.each([
    ['  Comercial   Nueva ', 'COMERCIAL NUEVA'],
    ['señora\táÑa', 'SEÑORA ÁÑA'],
    [' \n ', ''],
  ])('%j is kept as %j', (typed, kept) => {
    expect(cleanName(typed)).toBe(kept);
  });
});

describe('[CLI-05] a payer', () => {
  test.each([
    ['REJECTED', true],
    ['REJECTED_FOR_SHELL_COMPANY', false],
    ['REJECTED_FOR_PLD', false],
    ['PENDING', true],
    ['APPROVED', true],
    ['DISABLED', true],
  ] as const)('may be a receiver with status %s: %s', (name, expected) => {
    expect(canBePayer(companyStatus[name])).toBe(expected);
  });
});

describe('[OPE-06] an alias of a receiver', () => {
  const { APPROVED, DISABLED, PENDING, REJECTED } = companyStatus;
  const party = (over: Partial<AliasParty> = {}): AliasParty => ({
    companyId: 'alias',
    rfc: FOREIGN_RFC,
    status: APPROVED,
    isAlias: false,
    hasAliases: false,
    ...over,
  });
  const domestic = { rfc: 'EKU9003173C9' };
  const renamed = { rfc: 'MNO150401AB9' };

  test.each([
    ['approved, of an approved one', {}, {}, null],
    ['new, of an approved one', { status: PENDING }, {}, null],
    ['new, of a disabled one', { status: PENDING }, { status: DISABLED }, null],
    ['approved, of a rejected one', {}, { status: REJECTED }, null],
    ['rejected, of a disabled one', { status: REJECTED }, { status: DISABLED }, null],
    ['of one that has others', {}, { hasAliases: true }, null],
    ['of itself', {}, { companyId: 'alias' }, 'ALIAS_OF_ITSELF'],
    ['with a former RFC', domestic, renamed, null],
    ['with an RFC, of one abroad', domestic, {}, 'ALIAS_ABROAD_AND_DOMESTIC'],
    ['abroad, of one with an RFC', {}, domestic, 'ALIAS_ABROAD_AND_DOMESTIC'],
    ['that is one already', { isAlias: true }, {}, 'RECEIVER_IS_ALIAS'],
    ['of an alias', {}, { isAlias: true }, 'RECEIVER_IS_ALIAS'],
    ['that has others', { hasAliases: true }, {}, 'RECEIVER_HAS_ALIASES'],
    ['of a new one', {}, { status: PENDING }, 'ALIAS_UNDECIDED'],
    ['rejected, of an approved one', { status: REJECTED }, {}, 'ALIAS_UNDECIDED'],
    ['disabled, of an approved one', { status: DISABLED }, {}, 'ALIAS_UNDECIDED'],
  ] as const)('%s', (_case, alias, main, problem) => {
    expect(aliasProblem(party(alias), party({ companyId: 'main', ...main }))).toBe(problem);
  });
});
