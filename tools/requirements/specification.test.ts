import { describe, expect, it } from 'vitest';
import { projectOf } from '../check/project.ts';
import { linesIn, unprovenLines } from './specification.ts';
import { titlesOf } from './titles.ts';

const DECISION = '[0002](decisions/0002-x.md)';
const PATHS = new Set(['docs/decisions/0002-x.md']);

const titlesIn = (...files: readonly (readonly [path: string, text: string])[]) =>
  titlesOf(projectOf(files.map(([path, text]) => ({ path, text }))));
const TEST = titlesIn(['a.test.ts', "it('[VTA-01] sells once, of two', () => {});"]);

const row = (line: string, verdict = 'works', proof = '[VTA-01] sells once') =>
  `| ${line} | text | ${verdict} | ${proof} |`;
const numbers = ['A', 'I'].flatMap((half) =>
  Array.from({ length: half === 'A' ? 156 : 226 }, (_, index) => `${half}${index + 1}`),
);
/** The whole document, with other rows for line A7. */
const documentWith = (...rows: readonly string[]): string =>
  numbers.flatMap((line) => (line === 'A7' ? rows : [row(line)])).join('\n');
const findings = (document: string, titles = TEST) => unprovenLines(linesIn(document), titles, PATHS);

describe('the specified lines', () => {
  it('a test that is there once, or a decision, proves each specified line', () => {
    expect(findings(documentWith(row('A7')))).toEqual([]);
    expect(findings(documentWith(row('A7', 'decided', `${DECISION}; [VTA-01] of two`)))).toEqual([]);
  });

  it.each([
    ['is missing', [], 'line A7 is in docs/specification.md 0 times'],
    ['is there twice', [row('A7'), row('A7')], 'line A7 is in docs/specification.md 2 times'],
    ['has no such number', [row('A7'), row('A157')], 'line A157 is no line'],
    ['has no verdict', [row('A7', '')], 'line A7 has no verdict: works or decided'],
    ['has no test', [row('A7', 'works', DECISION)], 'line A7 works without a test'],
    ['has no decision', [row('A7', 'decided')], 'line A7 is decided without a decision'],
    [
      'names a decision that is not there',
      [row('A7', 'decided', '[0003](decisions/0003-x.md)')],
      'line A7: there is no docs/decisions/0003-x.md',
    ],
    [
      'names a test that is not there',
      [row('A7', 'works', '[VTA-01] sells twice')],
      'line A7: 0 tests in npm test are [VTA-01] sells twice',
    ],
    [
      'names a test of another requirement',
      [row('A7', 'works', '[VTA-02] sells once')],
      'line A7: 0 tests in npm test are [VTA-02] sells once',
    ],
  ])('fails when a specified line %s', (_what, rows, finding) => {
    expect(findings(documentWith(...rows))).toContain(finding);
  });

  it('fails when the test is renamed, or when its title fits another one too', () => {
    const renamed = titlesIn(['a.test.ts', "it('[VTA-01] sells one time, of two', () => {});"]);
    expect(findings(documentWith(row('A7')), renamed)).toHaveLength(382);
    const another = titlesIn(['b.test.ts', "it('[VTA-01] sells once again', () => {});"]);
    expect(findings(documentWith(row('A7')), [...TEST, ...another])).toHaveLength(382);
  });
});

describe('a title', () => {
  const titled = (text: string, ...more: readonly (readonly [string, string])[]) =>
    titlesIn(['apps/api/src/a.test.ts', text], ...more).map(({ id, title }) => `${id} ${title}`);

  it('proves what the group around it proves', () => {
    expect(titled("describe('[VTA-01] a sale', () => { it('ends', () => {}); });")).toEqual([
      'VTA-01 a sale',
      'VTA-01 ends',
    ]);
  });

  it('has the rows of its table, also of one declared elsewhere', () => {
    expect(titled("it.each(['one'])('[VTA-01] %s', () => {});")).toEqual(['VTA-01 %s', 'VTA-01 one']);
    expect(
      titled("import { calls } from '../testing/calls.ts';\nit.each(calls)('[VTA-01] $name', () => {});", [
        'apps/api/testing/calls.ts',
        "export const calls = [{ name: 'one' }];",
      ]),
    ).toEqual(['VTA-01 $name', 'VTA-01 one']);
  });

  it('counts only if `npm test` has it', () => {
    expect(titlesIn(['e2e/a.spec.ts', "test('[VTA-01] sells once', { tag: '@full' }, () => {});"])).toEqual([]);
  });
});
