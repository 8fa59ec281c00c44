import { expect, it } from 'vitest';
import { oldNamesIn } from './old-names.ts';

const before = { name: 'Crédito Aurora', legalName: 'Crédito Aurora, S.A. de C.V.' };
const brisa = { name: 'Capital Brisa', legalName: 'Capital Brisa, S.A. de C.V.' };

it.each([
  ['Crédito Aurora cuida tus datos.', brisa, ['Crédito Aurora']],
  ['CREDITO  AURORA cuida tus datos.', brisa, ['Crédito Aurora']],
  ['Responsable: Crédito Aurora, S.A. de C.V.', brisa, ['Crédito Aurora, S.A. de C.V.']],
  ['Capital Brisa cuida tus datos.', brisa, []],
  ['Crédito Auroral cuida tus datos.', brisa, []],
  ['Crédito Aurora cuida tus datos.', before, []],
  ['Crédito Aurora Norte cuida tus datos.', { name: 'Crédito Aurora Norte', legalName: before.legalName }, []],
  [
    'Crédito Aurora cuida tus datos.',
    { name: 'Crédito Aurora Norte', legalName: before.legalName },
    ['Crédito Aurora'],
  ],
  ['Crédito Aurora es Crédito Aurora, S.A. de C.V.', brisa, ['Crédito Aurora, S.A. de C.V.', 'Crédito Aurora']],
  ['', brisa, []],
] as const)('[MAR-14] %j after a change to %o still has %j', (text, proposed, names) => {
  expect(oldNamesIn(text, before, proposed)).toEqual(names);
});
