import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { cancelledIn } from './packages.ts';

const RFC = 'EMI010101AA1';

describe('the metadata of a package', () => {
  const columns = 'Uuid~RfcEmisor~NombreEmisor~RfcReceptor~NombreReceptor~Monto~Estatus~FechaCancelacion';
  const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const row = (number: number, name = 'Receptora', status = '0') =>
    [uuid(number), RFC, 'Emisora', 'REC010101AA1', name, '1.00', status, ''].join('~');
  const cancelled = (files: Readonly<Record<string, string>>) =>
    cancelledIn(
      Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))),
      RFC,
    ).map((found) => found.uuid.at(-1));

  it.each([
    ['a line feed in a name', [columns, row(1, 'Receptora,\nS.A.'), row(2)].join('\r\n')],
    ['rows that end in a line feed', `${[columns, row(1), row(2)].join('\n')}\n`],
    ['a carriage return in a name', [columns, row(1, 'Receptora,\r\n'), row(2)].join('\n').replace('\r\n', '\r')],
    ['the separator in a name', [columns, row(1, 'A~B'), row(2), row(3, '0~1', '1')].join('\r\n')],
    ['a byte-order mark', `\uFEFF${[columns, row(1), row(2)].join('\r\n')}`],
  ])('[SAT-07] is read whole with %s', (_, text) => {
    expect(cancelled({ 'a_01.txt': text })).toEqual(['1', '2']);
  });

  it.each([
    ['of fewer cells', row(2).slice(0, -1)],
    ['with another status', row(2, 'Receptora', 'Cancelado')],
    ['without a fiscal UUID', row(2).slice(1)],
    ['split by a line feed', row(2, 'Receptora,\nS.A.')],
  ])('[SAT-07] is refused with the number of a row %s', (_, text) => {
    expect(() => cancelled({ 'a_01.txt': [columns, row(1), text].join('\n') })).toThrow(
      'row 3 of a package’s metadata',
    );
  });

  it('[SAT-07] is found beside other text files, and missed without one of its own', () => {
    const others = { 'a_00.txt': '', 'other.txt': 'not a table', '__MACOSX/._a_01.txt': `${columns}\nx` };
    expect(cancelled({ ...others, 'a_01.txt': [columns, row(1)].join('\n') })).toEqual(['1']);
    expect(() => cancelled(others)).toThrow('no metadata');
    expect(() => cancelled({ 'a_01.txt': columns.replace('Estatus', 'Estado') })).toThrow('other columns');
  });
});
