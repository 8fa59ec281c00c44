import { describe, expect, it } from 'vitest';
import { loginAddress, loginSearch, queueSearch } from './search.ts';

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

it('[DIN-87] the address keeps the queue of any screen of the desk, and nothing that is not a name', () => {
  for (const cola of ['unidentified', 'applied', 'payouts', 'asof']) expect(queueSearch({ cola })).toEqual({ cola });
  for (const cola of [7, '', '../x', 'A B']) expect(queueSearch({ cola })).toEqual({});
});
