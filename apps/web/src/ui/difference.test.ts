import { expect, it } from 'vitest';
import { differenceOf } from './difference.tsx';

it('[OPE-07] a difference keeps what stays, in the order of both texts', () => {
  const parts = differenceOf('Uno.\n\nDos.\n\nTres.', 'Uno.\n\nDos bis.\n\nTres.\n\nCuatro.');
  expect(parts.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same Uno.',
    'removed Dos.',
    'added Dos bis.',
    'same Tres.',
    'added Cuatro.',
  ]);
  expect(differenceOf('', 'Uno.')).toEqual([{ kind: 'added', text: 'Uno.' }]);
  expect(differenceOf('Uno.', 'Uno.')).toEqual([{ kind: 'same', text: 'Uno.' }]);
});
