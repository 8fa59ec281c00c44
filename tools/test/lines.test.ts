import { expect, it } from 'vitest';
import { linesOf } from './lines.ts';

it('puts the name of its step before each line, whatever pieces it arrives in', () => {
  const written: string[] = [];
  const lines = linesOf('types', (text) => written.push(text));
  for (const piece of ['one\ntw', 'o\n', '\nthr', 'ee']) lines.add(piece);
  lines.end();
  lines.end();
  expect(written).toEqual(['types │ one\n', 'types │ two\n', 'types │ \n', 'types │ three\n']);
});
