import { describe, expect, it } from 'vitest';
import { loginErrors, newPasswordErrors, recoveryErrors } from './view-model.ts';

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
  ])('[SES-05] judges the e-mail "%s" as %s', (email, text) => {
    expect(loginErrors({ email, password: 'x' })).toEqual({ email: text });
  });

  it('[SES-05] requires the password', () => {
    expect(loginErrors({ email: 'ana@empresa.mx', password: '' })).toEqual({ password: 'La contraseña es requerida' });
  });

  it.each(['ana@empresa.mx', ' ana+portal@sub.empresa.com.mx '])('[SES-05] accepts %s', (email) => {
    expect(loginErrors({ email, password: ' ' })).toEqual({});
  });
});

describe('recovering a password', () => {
  it('[REC-01] checks the e-mail like the sign-in form', () => {
    expect(recoveryErrors({ email: '' })).toEqual({ email: 'El email es requerido' });
    expect(recoveryErrors({ email: 'ana lopez@empresa.mx' })).toEqual({ email: 'Los espacios no están permitidos' });
    expect(recoveryErrors({ email: 'ana' })).toEqual({ email: invalid });
    expect(recoveryErrors({ email: ' ana@empresa.mx ' })).toEqual({});
  });

  it.each([
    ['', '', { password: 'La contraseña es requerida' }],
    ['clave segura', 'clave segura', { password: 'Los espacios no están permitidos' }],
    ['siete77', 'siete77', { password: 'La contraseña debe tener mínimo 8 caracteres' }],
    ['a'.repeat(129), 'a'.repeat(129), { password: 'La contraseña debe tener máximo 128 caracteres' }],
    ['ochoocho', 'ochoochO', { repeated: 'Las contraseñas no coinciden' }],
    ['ochoocho', '', { repeated: 'Las contraseñas no coinciden' }],
    ['ochoocho', 'ochoocho', {}],
    ['a'.repeat(128), 'a'.repeat(128), {}],
  ])('[REC-04] judges the new password "%s", "%s"', (password, repeated, errors) => {
    expect(newPasswordErrors({ password, repeated })).toEqual(errors);
  });
});
