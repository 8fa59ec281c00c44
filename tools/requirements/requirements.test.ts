import { describe, expect, it } from 'vitest';
import { projectOf } from '../check/project.ts';
import { edgeCasesIn, requirementsIn } from './catalogue.ts';
import { findingsIn, unprovenIn } from './findings.ts';
import { type Kind, type Proof, proofsOf } from './proofs.ts';

const kindsOf = (files: Readonly<Record<string, string>>): string[] =>
  proofsOf(projectOf(Object.entries(files).map(([path, text]) => ({ path, text })))).map(
    ({ id, kind, isFull, test }) => `${id} ${kind}${isFull ? '*' : ''} ${test}`,
  );

describe('the proofs', () => {
  it.each([
    ['packages/domain/src/a.test.ts', 'U'],
    ['apps/web/src/lib/a.test.ts', 'U'],
    ['apps/web/src/features/users/a.browser.test.tsx', 'W'],
    ['e2e/a.spec.ts', 'W'],
  ])('proofs of %s are of kind %s', (path, kind) => {
    expect(kindsOf({ [path]: "it('[VTA-01] [RES-02] holds', () => {});" })).toEqual([
      `VTA-01 ${kind} ${path}: holds`,
      `RES-02 ${kind} ${path}: holds`,
    ]);
  });

  it.each([
    ['e2e/a.spec.ts', 'W*', "test('[VTA-01] x', { tag: '@full' }, async () => {});"],
    ['apps/api/src/a.rehearsal.test.ts', 'U*', "it('[VTA-01] x', () => {});"],
  ])('proofs of %s are marked as %s if only the full run has them', (path, kind, text) => {
    expect(kindsOf({ [path]: text })).toEqual([`VTA-01 ${kind} ${path}: x`]);
  });

  const api = 'apps/api/src/modules/sales/a.test.ts';
  const testing = {
    'apps/api/testing/portal.ts': 'export const startPortal = () => ({ signIn: () => app.inject({}) });',
    'apps/api/testing/steps.ts':
      'export const sell = (session: Session) => session.send(route);\nexport const mailed = () => ({ ask: () => sell(session) });',
  };
  const imports =
    "import { startPortal } from '../../../testing/portal.ts';\nimport { mailed, sell } from '../../../testing/steps.ts';\nlet portal; beforeAll(async () => { portal = await startPortal(); });\n";

  it.each([
    ['sends', "it('[VTA-01] x', () => session.call(route));", 'A'],
    [
      'sends through a function of its file',
      "const ask = () => portal.visitor.get('/x'); it('[VTA-01] x', () => ask());",
      'A',
    ],
    ['sends through a function for tests', "it('[VTA-01] x', () => sell(session));", 'A'],
    ['sends through a method of what such a function gives', "it('[VTA-01] x', () => mail.ask());", 'A'],
    ['has its title in a row', "it.each([['[VTA-01] x']])('%s', () => sell(session));", 'A'],
    ['calls a function alone', "it('[VTA-01] x', () => expect(price(1)).toBe(2));", 'U'],
    ['looks into a map', "it('[VTA-01] x', () => rates.get('MXN'));", 'U'],
    ['only reads the database', "it('[VTA-01] x', () => portal.db.owner.query('select'));", 'U'],
  ])('the proof of an API test that %s', (_what, text, kind) => {
    expect(kindsOf({ [api]: imports + text, ...testing })).toEqual([`VTA-01 ${kind} ${api}: x`]);
  });
});

describe('the catalogue', () => {
  it('reads the kinds of each row, and those that are not built', () => {
    const document =
      '| ID | What | Proof |\n| -- | -- | -- |\n| VTA-01 | x | A W |\n| VTA-02 | y | U (A W) |\n| VTA-03 | z | (W) |\n| VTA-04 | z | A W* |';
    expect(requirementsIn(document)).toEqual([
      { id: 'VTA-01', kinds: ['A', 'W'], full: [], unbuilt: [] },
      { id: 'VTA-02', kinds: ['U'], full: [], unbuilt: ['A', 'W'] },
      { id: 'VTA-03', kinds: [], full: [], unbuilt: ['W'] },
      { id: 'VTA-04', kinds: ['A'], full: ['W'], unbuilt: [] },
    ]);
  });

  it.each(['', 'X', 'A, W'])('refuses a row with "%s" for a proof', (proof) => {
    expect(() => requirementsIn(`| VTA-01 | x | ${proof} |`)).toThrow('VTA-01');
  });
});

describe('an edge case', () => {
  const cases = edgeCasesIn('| 7  | Twice at once | `a.test.ts`: sells once    |\n');
  const textOf = (title: string) => new Map([['a.test.ts', `it('[VTA-01] ${title}', () => {});`]]);

  it('is proven by a test of its file with such a title', () => {
    expect(unprovenIn(cases, textOf('sells once, of two'))).toEqual([]);
    const missing = ['edge case 7 has no test "sells once" in a.test.ts'];
    expect([unprovenIn(cases, textOf('sells')), unprovenIn(cases, new Map())]).toEqual([missing, missing]);
  });
});

describe('rows and tests disagree', () => {
  const row = (kinds: Kind[], unbuilt: Kind[] = []) => [{ id: 'VTA-01', kinds, full: [], unbuilt }];
  const starred = [{ id: 'VTA-01', kinds: [], full: ['W' as const], unbuilt: [] }];
  const proofs = (...kinds: Kind[]): Proof[] => kinds.map((kind) => ({ id: 'VTA-01', kind, isFull: false, test: 'x' }));
  const inFull = proofs('W').map((proof) => ({ ...proof, isFull: true }));

  it.each([
    ['a kind is missing', row(['A', 'W']), proofs('A', 'U'), 'VTA-01 has no journey or component test (W)'],
    ['only the full run has a kind', row(['W']), inFull, 'VTA-01 has no journey or component test (W)'],
    ['a kind of the full run is missing', starred, [], 'VTA-01 has no journey or component test (W)'],
    ['npm test has a kind of the full run', starred, proofs('W'), 'take the asterisk off'],
    ['there is no test', row(['U']), [], 'VTA-01 has no unit test (U)'],
    ['what is not built has a test', row([], ['W']), proofs('W'), 'VTA-01 has its journey or component test (W)'],
    ['a test names no row', [], proofs('U'), 'VTA-01 is no row: x'],
    ['a row is there twice', [...row(['U']), ...row(['U'])], proofs('U'), 'VTA-01 is there twice'],
  ])('rows and tests disagree when %s', (_when, rows, tests, finding) => {
    expect(findingsIn(rows, tests)).toEqual([expect.stringContaining(finding)]);
  });

  it('nowhere else', () => {
    expect(findingsIn(row(['A'], ['W']), proofs('A', 'U'))).toEqual([]);
    expect(findingsIn(starred, inFull)).toEqual([]);
  });
});
