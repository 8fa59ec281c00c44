import { describe, expect, it, test } from 'vitest';
import { isCommonPassword } from './common-password.ts';

const EMAIL = 'ana.perez@norte.demo';

describe('[REC-04] common passwords', () => {
  test.each([
    'password',
    'Password1',
    'P@ssw0rd',
    'p4$$w0rd!',
    'Contraseña1',
    'CONTRASEÑA2026',
    'contrasena123!',
    'qwerty123',
    'Qwertyuiop',
    'asdfghjkl',
    '1q2w3e4r5t',
    'zaq12wsx',
    'abcdefgh',
    '12345678',
    '87654321',
    '11111111',
    '19850412',
    'abcabcabc',
    'Aa1Aa1Aa1',
    'México2026',
    'mexico86',
    'Monterrey#1',
    'América2025!',
    'Guadalupe12',
    'Tequiero1',
    'iloveyou',
    'letmein!!',
    'Bienvenido1',
    'Bienvenidos2026',
    'Enero2026',
    'Viernes13',
    'Futbol2026',
    'dragon123',
    'Facturas2026',
    'Anticipa-2026',
    'admin1234',
    'Administrador1',
    'ana.perez@norte.demo',
    'AnaPerez1990',
    'ana.perez-2026',
    // Neighbouring keys and letters, in both directions.
    '2345678a',
    '0987654a',
    'wertyuio',
    'oiuytrew',
    'sdfghjk2',
    'kjhgfds2',
    'xcvbnm24',
    'mnbvcx24',
    'bcdefghi',
    'ihgfedcb',
    'q2w3e4r5',
    '5r4e3w2q',
    'mpwertyu',
    // Letters written as digits and symbols.
    '0axaca92',
    'am1gos92',
    'f3brero9',
    '4mericas',
    '5ecreto92',
    'fu7bol92',
    '8ienvenido',
    '$ecreto92',
    'ch!vas92',
    'con+rasena',
    // Six additions, on either side.
    'secreto927461',
    's3creto927461',
    '17s3creto',
    's3creto17',
  ])('%s is refused', (password) => {
    expect(isCommonPassword(password, EMAIL)).toBe(true);
  });

  test.each([
    'Lirio-77-caoba',
    'mi gato duerme'.replaceAll(' ', '-'),
    'correcto-caballo-batería',
    'xK9#mP2$vL',
    'Jacarandas94Tlalpan',
    'tres.tristes.tigres.7',
    'contraseñadelmolino',
    '8rT-qwerty-Lm4-zx',
    'f3b0c44298fc1c14',
    'año-nuevo-en-tepoztlán',
    'secreto9274618',
    's3creto9274618',
    'qwertmpl',
    'ababpqzk',
  ])('%s is accepted', (password) => {
    expect(isCommonPassword(password, EMAIL)).toBe(false);
  });

  it('an e-mail without letters rules out only itself', () => {
    expect(isCommonPassword('Lirio-77-caoba', '123@norte.demo')).toBe(false);
    expect(isCommonPassword('#$%&/()=?', '123@norte.demo')).toBe(false);
  });

  it('takes under 100 ms for the longest hostile text', () => {
    const before = process.threadCpuUsage();
    for (const text of ['a'.repeat(128), 'ab'.repeat(64), '1'.repeat(128), `${'abc'.repeat(42)}x`, '$'.repeat(128)])
      isCommonPassword(text, EMAIL);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(100);
  });
});
