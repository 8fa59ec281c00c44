import { describe, expect, it, test } from 'vitest';
import { emailProblem, loginPasswordProblem, MAX_EMAIL, normaliseEmail } from './user.ts';

const atLength = (length: number): string => `a@${'b'.repeat(length - 6)}.com`;

describe('signing in', () => {
  test.each([
    ['a plain address', 'ana@norte.demo', null],
    ['with a tag and dots', 'ana.perez+facturas@correo.norte.com.mx', null],
    ['the longest', atLength(MAX_EMAIL), null],
    ['nothing', '', 'EMAIL_REQUIRED'],
    ['only spaces', '   ', 'EMAIL_REQUIRED'],
    ['a space inside', 'ana perez@norte.demo', 'EMAIL_WITH_SPACES'],
    ['a space at the end', 'ana@norte.demo ', 'EMAIL_WITH_SPACES'],
    ['a tab', 'ana\t@norte.demo', 'EMAIL_WITH_SPACES'],
    ['no at sign', 'ana.norte.demo', 'EMAIL_INVALID'],
    ['two at signs', 'ana@norte@demo.mx', 'EMAIL_INVALID'],
    ['no domain', 'ana@', 'EMAIL_INVALID'],
    ['no name', '@norte.demo', 'EMAIL_INVALID'],
    ['a domain without a dot', 'ana@norte', 'EMAIL_INVALID'],
    ['an empty part of the domain', 'ana@norte..demo', 'EMAIL_INVALID'],
    ['a dot at the end', 'ana@norte.demo.', 'EMAIL_INVALID'],
    ['a name of 65 characters', `${'a'.repeat(65)}@norte.demo`, 'EMAIL_INVALID'],
    ['one character too long', atLength(MAX_EMAIL + 1), 'EMAIL_INVALID'],
  ])('[SES-05] the e-mail: %s', (_case, email, problem) => {
    expect(emailProblem(email)).toBe(problem);
  });

  it('[SES-05] refuses a very long hostile e-mail quickly', () => {
    const before = process.threadCpuUsage();
    expect(emailProblem(`a@${'.a'.repeat(100_000)}@`)).toBe('EMAIL_INVALID');
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(200);
  });

  it('[SES-05] requires a password of any content', () => {
    expect(loginPasswordProblem('')).toBe('PASSWORD_REQUIRED');
    expect(loginPasswordProblem(' ')).toBeNull();
  });

  test.each(['ana@norte.demo', 'ANA@Norte.Demo', '  ana@norte.demo '])(
    '[SES-01] %j normalises to the same e-mail',
    (email) => {
      expect(normaliseEmail(email)).toBe('ana@norte.demo');
    },
  );
});
