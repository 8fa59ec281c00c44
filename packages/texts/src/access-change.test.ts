import { expect, it } from 'vitest';
import { accessChange, type Grants } from './access-change.ts';

const who = { by: 'Ana Ruiz', person: 'Luis Campos' };
const grants = (over: Partial<Grants> = {}): Grants => ({
  active: true,
  isAdmin: false,
  syncAllowed: false,
  saleRight: 'prepare',
  acceptUpTo: null,
  ...over,
});

it.each([
  [null, grants(), 'Ana Ruiz agregó a Luis Campos a tu empresa\nAhora prepara ventas.'],
  [null, grants({ active: false }), null],
  [grants(), grants(), null],
  [grants({ active: false }), grants({ active: false, saleRight: 'consult' }), null],
  [grants(), grants({ active: false }), 'Ana Ruiz quitó el acceso a Luis Campos\n'],
  [grants({ active: false }), grants(), 'Ana Ruiz devolvió el acceso a Luis Campos\nAhora prepara ventas.'],
  [
    grants({ saleRight: 'accept' }),
    grants({ saleRight: 'accept', isAdmin: true, syncAllowed: true }),
    'Ana Ruiz hizo administrador a Luis Campos\nAntes acepta ventas; ahora es administrador, acepta ventas y conecta con el SAT.',
  ],
  [
    grants({ saleRight: 'consult' }),
    grants({ saleRight: 'accept', acceptUpTo: '150000.00' }),
    'Ana Ruiz cambió lo que puede hacer Luis Campos\nAntes consulta; ahora acepta ventas hasta MXN 150,000.00.',
  ],
])('[AVI-19] the notice of a change says who made it, before and now: %j, %j', (before, after, text) => {
  expect(accessChange(who, before, after)).toBe(text);
});
