import { expect, it } from 'vitest';
import { linkIn } from './recovery-link.ts';

it.each([
  ['its fragment', { hash: '#k=llave-1&e=ana%40norte.demo', search: '' }],
  ['its query', { hash: '', search: '?k=llave-1&e=ana%40norte.demo' }],
  ['its query beside another fragment', { hash: '#top', search: '?e=ana@norte.demo&k=llave-1' }],
])('[REC-02] reads key and e-mail of an address in %s', (_where, address) => {
  expect(linkIn(address)).toEqual({ key: 'llave-1', email: 'ana@norte.demo' });
});

it.each([
  { hash: '#k=llave-1', search: '?e=ana@norte.demo' },
  { hash: '', search: '?k=&e=ana@norte.demo' },
])('[REC-02] reads nothing of an address without both: %o', (address) => {
  expect(linkIn(address)).toBeNull();
});
