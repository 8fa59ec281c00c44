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
