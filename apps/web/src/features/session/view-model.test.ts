import { describe, expect, it } from 'vitest';
import { loginErrors } from './view-model.ts';

const invalid = 'Ingresa un email válido (Ejemplo: nombre@empresa.com)';

describe('the sign-in form', () => {
  it.each([
    ['', 'El email es requerido'],
    ['   ', 'El email es requerido'],
    ['ana lopez@empresa.mx', 'Los espacios no están permitidos'],
    ['ana', invalid],
    ['ana@empresa', invalid],
    ['@empresa.mx', invalid],
    ['ana@@empresa.mx', invalid],
  ])('[SES-05] says of the e-mail "%s": %s', (email, text) => {
    expect(loginErrors({ email, password: 'x' })).toEqual({ email: text });
  });

  it('[SES-05] asks for the password', () => {
    expect(loginErrors({ email: 'ana@empresa.mx', password: '' })).toEqual({ password: 'La contraseña es requerida' });
  });

  it.each(['ana@empresa.mx', ' ana+portal@sub.empresa.com.mx ', 'ñandú@empresa.mx'])('[SES-05] accepts %s', (email) => {
    expect(loginErrors({ email, password: ' ' })).toEqual({});
  });
});
