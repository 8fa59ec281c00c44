/** Reads the sources: a render of each screen for each role would take a hundred pages, and miss what needs data to show. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { approvalRoles } from '@anticipa/contract/approvals';
import type { Route } from '@anticipa/contract/route';
import { routes } from '@anticipa/contract/routes';
import { figureRoles, todayFigures } from '@anticipa/contract/today';
import { type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import { describe, expect, it } from 'vitest';
import { places } from '../../features/today/view-model.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { deskActions, deskActionsOf } from './actions.ts';
import { type DeskScreen, deskScreens } from './screens.ts';

const root = join(import.meta.dirname, '../..');
const sources = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);
const sourceOf = (path: string): string => sources.get(path) ?? '';
const matches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

/** A file with all that it imports, now or later. */
function reachedFrom(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path) || !sources.has(path)) return seen;
  seen.add(path);
  for (const to of matches(sourceOf(path), /(?:from|import\()\s*'(\.[^']+\.tsx?)'/g))
    reachedFrom(join(dirname(path), to), seen);
  return seen;
}

/** The calls in a text, by their names in the contract. */
const callsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\bcall(?:ForFile)?(?:<typeof \w+\.(\w+)>)?\((\w+)/g)].map(
    ([, named, given = '']) => named ?? given,
  );

/** The calls of a named query, also of one that it spreads. */
function callsOf(path: string, name: string): readonly string[] {
  const [own = ''] =
    new RegExp(`\\n(?:export )?const ${name}\\b[^]*?(?=\\n(?:export|const|/\\*\\*)|$)`).exec(sourceOf(path)) ?? [];
  return [...callsIn(own), ...matches(own, /\.\.\.(\w+)/g).flatMap((other) => callsOf(path, other))];
}

/** Queries that a file reads as soon as it is shown. */
function readBy(path: string): readonly string[] {
  const text = sourceOf(path);
  return [...text.matchAll(/\buse(?:Infinite)?Query\((?:\{\s*\.\.\.)?(\w+)?/g)].flatMap(([, query]) => {
    if (query === undefined) return callsIn(text);
    const [, from] = new RegExp(`import \\{[^}]*\\b${query}\\b[^}]*\\} from '(\\.[^']+)'`).exec(text) ?? [];
    const calls = callsOf(from === undefined ? path : join(dirname(path), from), query);
    return calls.length === 0 ? [`${query} of ${path}`] : calls;
  });
}

const known: Readonly<Record<string, Route>> = routes;
const paths: Readonly<Record<string, string>> = lenderPaths;

/** Each screen with the sources that it may run. */
const screens = Object.entries<DeskScreen>(deskScreens).map(([name, { path, reads }]) => {
  const [block = ''] = new RegExp(`\\n  ${name}: \\{[^]*?\\n  \\},`).exec(sourceOf('app/lender/screens.ts')) ?? [];
  const parts = matches(block, /import\('(\.[^']+)'\)/g).map((file) => join('app/lender', file));
  return { name, path, reads, parts, files: new Set(parts.flatMap((file) => [...reachedFrom(file)])) };
});
/** The frame around them; its menu names the screens without running them. */
const frame = reachedFrom('app/lender/shell.tsx', new Set(['app/lender/screens.ts']));
const readFirst = (path: string): DeskScreen['reads'] => screens.find((screen) => screen.path === path)?.reads;
const mayOpen = (path: string): readonly OperatorRole[] => readFirst(path)?.roles ?? operatorRoles;

/** Whether a file asks for the role that a screen needs. */
function asksFor(file: string, path: string): boolean {
  // Its figures are given only to roles that may open their places.
  if (file.startsWith('features/today/')) return true;
  const read = Object.keys(known).find((name) => known[name] === readFirst(path));
  return new RegExp(`\\buseMay\\((?:${read}\\)|\\{ roles)`).test(sourceOf(file));
}

/** The parameters of an address that each parser of routes lets through. */
const parametersOf: Readonly<Record<string, readonly string[]>> = {
  queueSearch: ['cola'],
  inboxSearch: ['cola'],
  listSearch: ['buscar'],
  monthSearch: ['mes'],
  daysSearch: ['desde', 'hasta', 'conocido', 'moneda', 'cuenta'],
  adjustmentSearch: ['ajuste'],
};

/** Calls for operators that no screen makes. */
const withoutScreen: Readonly<Record<string, string>> = {
  listDuePayouts: 'for programs; the screen reads them with all that is to be paid',
  listLenderSales: 'for programs; the screens read queues in pages',
  listUnidentifiedPayments: 'for programs; the screen reads it with what is proposed',
};

it('[DIN-09] every call for operators is made by a screen of the desk, or has a reason why not', () => {
  const made = new Set([...sources.values()].flatMap((text) => matches(text, /\b(\w+)\b/g)));
  const uncalled = Object.entries(known).flatMap(([name, { roles }]) => (roles && !made.has(name) ? [name] : []));
  expect(uncalled.toSorted()).toEqual(Object.keys(withoutScreen));
});

describe('[OPE-25] the screens of the desk', () => {
  it('the table names all screens of the desk, each with its route and its code', () => {
    const { home: _, ...others } = lenderPaths;
    expect(new Set(screens.map(({ path }) => path))).toEqual(new Set(Object.values(others)));
    expect(screens.filter(({ files }) => files.size === 0)).toEqual([]);
    expect(matches(sourceOf('app/lender/router.ts'), /shown\(screens\.(\w+)/g)).toEqual(Object.keys(deskScreens));
  });

  it('[LIB-50] the route of each screen lets through what the screen keeps in its address', () => {
    const parts = new Set(screens.flatMap((screen) => screen.parts));
    const lost = screens.flatMap(({ name, path, files, parts: own }) => {
      const [route = ''] =
        new RegExp(`path: screens\\.${name}\\.path[^]*?shown\\(`).exec(sourceOf('app/lender/router.ts')) ?? [];
      const known = new Set(matches(route, /\b(\w+Search)\b/g).flatMap((parser) => parametersOf[parser] ?? []));
      return (
        [...files]
          // Only the columns of another screen are used.
          .filter((file) => own.includes(file) || !parts.has(file))
          .flatMap((file) => matches(sourceOf(file), /\buseSearchParam\('(\w+)'\)/g))
          .flatMap((parameter) => (known.has(parameter) ? [] : [`${path} loses ${parameter}`]))
      );
    });
    expect(lost).toEqual([]);
  });

  it('screens read nothing that is refused to a role that may open them', () => {
    const refused = screens.flatMap(({ path, files }) =>
      [...new Set([...files, ...frame].flatMap(readBy))].flatMap((name) => {
        const { roles = operatorRoles } = known[name] ?? { roles: [] };
        const others = mayOpen(path).filter((role) => !roles.includes(role));
        return others.length === 0 ? [] : [`${path} reads ${name}, refused to ${others.join()}`];
      }),
    );
    expect(refused).toEqual([]);
  });

  it('screens lead a role only to screens that it may open', () => {
    const wrong = screens.flatMap(({ path, files }) =>
      [...files].flatMap((file) =>
        matches(sourceOf(file), /\blenderPaths\.(\w+)/g).flatMap((name) => {
          const to = paths[name] ?? '';
          const others = mayOpen(path).filter((role) => !mayOpen(to).includes(role));
          return others.length === 0 || asksFor(file, to) ? [] : [`${path} leads to ${to}: ${others.join()}`];
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('[BUS-03] the search offers a role only actions whose call it may make and whose screen it may open', () => {
    const wrong = operatorRoles.flatMap((role) =>
      deskActionsOf([role]).flatMap(({ title, needs, link }) =>
        needs.roles.includes(role) && mayOpen(link.to).includes(role) ? [] : [`${title}: ${role}`],
      ),
    );
    expect(wrong).toEqual([]);
    // Each role that changes something has an action, an auditor has those that only read, and together they have all.
    expect(operatorRoles.filter((role) => deskActionsOf([role]).length === 0)).toEqual([]);
    expect(new Set(operatorRoles.flatMap((role) => deskActionsOf([role])))).toEqual(new Set(deskActions));
    const roles = new Set<object>(Object.values(known).map((route) => route.roles ?? []));
    expect(
      deskActions.filter(
        ({ needs }) => !roles.has(needs.roles) && !Object.values<object>(approvalRoles).includes(needs.roles),
      ),
    ).toEqual([]);
  });

  it('[DIN-51] the figures of today are given only to roles that may open the screen where they lead', () => {
    const closed = todayFigures.flatMap((figure) =>
      figureRoles[figure].read
        .filter((role) => !mayOpen(places[figure].to).includes(role))
        .map((role) => `${figure}: ${role}`),
    );
    expect(closed).toEqual([]);
  });
});
