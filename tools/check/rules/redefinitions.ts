import { basename } from 'node:path';
import type { Finding, Project } from '../project.ts';

/** Migrations that were written before this rule. */
const LAST_EXEMPT = '1232-bank-fees.sql';

interface Definition {
  readonly path: string;
  readonly text: string;
  readonly lines: ReadonlySet<string>;
}

const definition = /create (?:or replace )?function (\w+)\s*\([\s\S]*?\$(\w*)\$([\s\S]*?)\$\2\$/gi;
const linesOf = (body: string): Set<string> =>
  new Set(
    body
      .split('\n')
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
      .filter((line) => /\w{3}/.test(line) && !line.startsWith('--')),
  );

/**
 * A function of the database is defined again from its last text: taken from an earlier one it would lose, unnoticed, what was added
 * since. A definition therefore has each line that an earlier redefinition had added, and none that it had removed, unless a comment
 * `-- NAME changes what NNNN added` says that this is meant.
 */
export const redefinitions = ({ texts }: Project): Finding[] => {
  const found = texts
    .filter(({ path }) => /^apps\/api\/src\/migrations\/.*\.sql$/.test(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const defined = new Map<string, Definition[]>();
  for (const { path, text } of found)
    for (const [, name = '', , body = ''] of text.matchAll(definition))
      defined.set(name, [...(defined.get(name) ?? []), { path, text, lines: linesOf(body) }]);
  return [...defined].flatMap(([name, all]) =>
    all.flatMap(({ path, text, lines }, place) => {
      if (basename(path) <= LAST_EXEMPT) return [];
      return all.slice(1, place).flatMap((changed, at) => {
        const before = all[at]?.lines ?? new Set<string>();
        const number = basename(changed.path).slice(0, 4);
        const lost = [...changed.lines].find((one) => !before.has(one) && !lines.has(one));
        const restored = [...before].find((one) => !changed.lines.has(one) && lines.has(one));
        const line = lost ?? restored;
        if (line === undefined || text.includes(`-- ${name} changes what ${number} added`)) return [];
        const message = `${name} ${lost === undefined ? 'has again' : 'lacks'} "${line}", which ${number} ${
          lost === undefined ? 'removed' : 'added'
        }: begin with its last definition, or say \`-- ${name} changes what ${number} added\`.`;
        return [{ path, line: 1, message }];
      });
    }),
  );
};
