import { describe, expect, it } from 'vitest';
import { paths, safeReturnTo } from './paths.ts';

describe('paths', () => {
  it('[RUT-01] the paths are those of the specification, of the sales and of the calendar', () => {
    expect(Object.values(paths)).toEqual([
      '/',
      '/profile',
      '/paymentReferences',
      '/collections',
      '/invoicesHistory',
      '/interestHistory',
      '/invoices',
      '/statement',
      '/costs',
      '/terms',
      '/sales',
      '/sales/$number',
      '/toAccept',
      '/toAccept/$id',
      '/factura/$id',
      '/calendar',
      '/avisos',
      '/importar',
      '/otra-empresa',
      '/confirmar',
      '/logout',
      '/login',
      '/recoverPass',
    ]);
  });

  it.each(['/', '/invoices?q=%C3%B1', '/?tab=x#y', '/%'])('[RUT-05] returns to %s after signing in', (address) => {
    expect(safeReturnTo(address)).toBe(address);
  });

  it.each([
    undefined,
    '',
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    '/.//elsewhere.example',
    '/\n/[',
    '/login?a=1',
    '/login/',
    '/logout',
    '/Logout/',
    '/x/../logout',
    '/%6cogout',
    '/%4C%6Fgin/',
  ])('goes home instead of to %s', (address) => {
    expect(safeReturnTo(address)).toBe('/');
  });
});
