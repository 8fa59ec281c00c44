import { readFileSync } from 'node:fs';
import { saleSteps } from '@anticipa/domain/sale';
import { expect, it } from 'vitest';
import { projectOf } from './project.ts';
import { documents } from './rules/documents.ts';

const findings = (readme: string) =>
  documents(
    projectOf([
      { path: 'package.json', text: '{"scripts":{"test":""}}' },
      { path: 'docs/a.md', text: '# One: `b` & two' },
      { path: 'README.md', text: readme },
    ]),
  ).map(({ line, message }) => `${line} ${message}`);

it('finds links and commands of the documentation that lead nowhere', () => {
  const right = '[a](docs/a.md#one-b--two) [docs](docs/) [here](#here) [x](https://x.mx)\n# Here\n`npm run test`';
  expect(findings(right)).toEqual([]);
  expect(findings('[a](docs/a.md#three) [b](docs/b.md)\n`npm run --silent start`')).toEqual([
    '1 docs/a.md has no heading #three.',
    '1 docs/b.md does not exist.',
    '2 npm run --silent start is no command.',
  ]);
});

it('finds the steps of a sale in the documentation as the table of the domain has them', () => {
  const rows = Object.entries(saleSteps).map(([step, { from, to }]) => [step, from.join(', '), to]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  const table = [['Step', 'From', 'To'], rule, ...rows].map(line).join('\n');
  expect(readFileSync('docs/how-a-sale-travels.md', 'utf8')).toContain(table);
});
