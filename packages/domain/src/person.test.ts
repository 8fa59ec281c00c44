import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  changeAccess,
  emailProblem,
  formatPhone,
  isPersonName,
  isPhone,
  losesLastAdministrator,
  newPasswordProblem,
  parsePhone,
  personName,
  phoneDigits,
} from './user.ts';

describe('phone numbers', () => {
  test.each([
    ['', ''],
    ['   ', ''],
    ['8112345678', '8112345678'],
    ['(811)-234-56-78', '8112345678'],
    ['+52 811 234 5678', '8112345678'],
    ['+52 1 811 234 5678', '8112345678'],
    ['52.811.234.56.78', '8112345678'],
    ['5212345678', null],
    ['0112345678', null],
    ['1112345678', null],
    ['044 811 234 5678', '8112345678'],
    ['045-811-234-5678', '8112345678'],
    ['01 811 234 5678', '8112345678'],
    ['52 1 811 234 5678', '8112345678'],
    ['811234567', null],
    ['81123456789', null],
    ['+1 202 555 0123', null],
    ['no tengo', null],
    ['８１１２３４５６７８', null],
    ['8112345678 ext. 5', null],
    ['tel. 8112345678', null],
  ])('[PER-04] parses %j from a request as %j', (text, digits) => {
    expect(parsePhone(text)).toBe(digits);
  });

  test.each([
    ['', ''],
    ['8', '(8)'],
    ['8112', '(811)-2'],
    ['+52 (811) 234 5678', '(811)-234-56-78'],
    ['+52 811 234 567', '(811)-234-56-7'],
    ['+52 1 811 234 5678', '(811)-234-56-78'],
    ['1 811 234 5678', '(811)-234-56-78'],
    ['81-5550-0110 ext 12', '(815)-550-01-10'],
    ['81 5550 0110 Ext. 12', '(815)-550-01-10'],
    ['81 5550 0110 #12', '(815)-550-01-10'],
    ['044', ''],
    ['044 8112', '(811)-2'],
    ['8112345678901', '(811)-234-56-78'],
    ['5281 1234', '(528)-112-34'],
  ])('[PER-04] formats %j as %j', (text, shown) => {
    expect(formatPhone(text)).toBe(shown);
  });

  it('[PER-04] the server parses what the mask shows', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[2-46-9]\d{9}$/), (digits) => {
        expect(parsePhone(formatPhone(digits))).toBe(digits);
        expect(isPhone(phoneDigits(formatPhone(digits)))).toBe(true);
      }),
    );
  });
});

test.each([
  ['', true],
  ['8112345678', true],
  ['0112345678', false],
  ['5212345678', false],
  ['5512345678', true],
  ['811234567', false],
  ['81123456789', false],
  ['811234567x', false],
  ['x8112345678', false],
])('[PER-04] %j is absent or complete: %s', (text, accepted) => {
  expect(isPhone(text)).toBe(accepted);
});

test.each([
  ['Ana María', true],
  ["D'Angelo-Ñúñez", true],
  ['J.A. Ma. de la Cruz', true],
  ['http://evil.example/x', false],
  ['www.evil.example', false],
  ['ana@evil', false],
  ['<b>Ana</b>', false],
])('[PER-09] %j can be the name of a person: %s', (text, accepted) => {
  expect(isPersonName(text)).toBe(accepted);
});

describe('names', () => {
  test.each([
    ['  Ana  María ', 'Ana María'],
    ["O'Farrill", "O'Farrill"],
    ['Mun\u0303oz', 'Muñoz'],
    ['\u00a0', ''],
    ['\u200b\u200b', ''],
    ['Ana\u202e\u200b', 'Ana'],
  ])('[PER-09] %j is kept as %j', (text, kept) => {
    expect(personName(text)).toBe(kept);
  });
});

describe('access', () => {
  const access = fc.record({ active: fc.boolean(), isAdmin: fc.boolean() });
  const change = fc.record({ active: fc.boolean(), isAdmin: fc.boolean() }, { requiredKeys: [] });

  it('[PER-10] an administrator always has access, after any change', () => {
    fc.assert(
      fc.property(access, change, (now, wanted) => {
        const after = changeAccess(now, wanted);
        expect(after.isAdmin && !after.active).toBe(false);
        if (wanted.isAdmin === true) expect(after).toEqual({ active: true, isAdmin: true });
        else if (wanted.active === false) expect(after).toEqual({ active: false, isAdmin: false });
        else if (wanted.isAdmin === undefined && now.active) expect(after).toEqual(now);
      }),
    );
  });

  test.each([
    ['turning off the last one', { active: true, isAdmin: true }, { active: true, isAdmin: false }, 1, true],
    ['revoking the last one’s access', { active: true, isAdmin: true }, { active: false, isAdmin: false }, 1, true],
    ['one of two', { active: true, isAdmin: true }, { active: true, isAdmin: false }, 2, false],
    ['one who was not an administrator', { active: true, isAdmin: false }, { active: false, isAdmin: false }, 1, false],
    ['nothing changed', { active: true, isAdmin: true }, { active: true, isAdmin: true }, 1, false],
  ])('[PER-11] %s', (_case, before, after, count, loses) => {
    expect(losesLastAdministrator(before, after, count)).toBe(loses);
  });
});

describe('new passwords', () => {
  test.each([
    ['', '', 'PASSWORD_REQUIRED'],
    ['Lirio 77 caoba', 'Lirio 77 caoba', 'PASSWORD_WITH_SPACES'],
    ['Lirio-7', 'Lirio-7', 'PASSWORD_TOO_SHORT'],
    ['Lirio-77', 'Lirio-77', null],
    ['x'.repeat(128), 'x'.repeat(128), null],
    ['x'.repeat(129), 'x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['Lirio-77-caoba', 'Lirio-77-caobA', 'PASSWORDS_DIFFER'],
  ])('[REC-04] %j repeated as %j: %s', (password, repeated, problem) => {
    expect(newPasswordProblem(password, repeated)).toBe(problem);
  });
});

test.each([
  'аna@norte.demo',
  'ana@nоrte.demo',
  'ana＠norte.demo',
  'ana@norte.démo',
  '"a@b"@norte.demo',
  'a,b@norte.demo',
  'ana@norte.demo\u0000',
])('[PER-13] refuses the non-ASCII or malformed e-mail %j', (email) => {
  expect(emailProblem(email)).not.toBeNull();
});
