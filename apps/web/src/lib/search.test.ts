import { describe, expect, it } from 'vitest';
import { loginAddress, loginSearch } from './search.ts';

const read = (address: string) =>
  loginSearch(Object.fromEntries(new URL(address, 'https://portal.example').searchParams));

describe('the address of the sign-in page', () => {
  it.each([
    {},
    { email: 'ana+ventas@norte.demo' },
    { returnTo: '/invoices?mes=2026-10&buscar=á#x' },
    { email: 'a@b.mx', returnTo: '/profile' },
  ])('[SES-02] preserves %o', (search) => {
    expect(read(loginAddress(search))).toEqual(search);
  });

  it('[SES-01] restores a hand-written plus', () => {
    expect(read('/login?email=ana+ventas@norte.demo')).toEqual({ email: 'ana+ventas@norte.demo' });
  });
});
