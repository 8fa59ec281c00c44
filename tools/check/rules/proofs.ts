import { proofs } from '../../mutate/proofs.ts';
import { type Finding, isTest, type Project, type Rule } from '../project.ts';

const OWNED = /^(apps\/api|packages\/(?!sandbox\/)\w+)\/src\//;
const LIMIT = /^(?:export )?const ([A-Z][A-Z_]*_(?:MS|SECONDS|MINUTES|HOURS|DAYS|MONTHS)) = [\w *.]+;$/gm;
const UNIT = /^(SECOND|MINUTE|HOUR|DAY|YEAR)_MS$/;

/** A limit in time of the server, with the test file that proves it and a part of its titles. */
export interface Limit {
  readonly path: string;
  readonly name: string;
  readonly line: number;
  /** Null for a wait of the machine, undefined if the table does not have the limit. */
  readonly proof: { readonly file: string; readonly title: string } | null | undefined;
}

type Proofs = typeof proofs;

function proofOf(text: string): Limit['proof'] {
  const [file = '', title = ''] = text.split(/: (.*)/);
  return { file: `${file.startsWith('packages/') ? '' : 'apps/api/src/'}${file}.test.ts`, title };
}

export const limitsIn = ({ sources }: Project, table: Proofs = proofs): Limit[] =>
  sources
    .filter(({ path }) => OWNED.test(path) && !isTest(path))
    .flatMap(({ path, text, lineAt }) =>
      [...text.matchAll(LIMIT)].flatMap(({ 1: name = '', index }) => {
        if (UNIT.test(name)) return [];
        const proof = table[path]?.[name];
        return { path, name, line: lineAt(index), proof: typeof proof === 'string' ? proofOf(proof) : proof };
      }),
    );

/** Each limit in time names the test that proves it just before and exactly at its end; `npm run mutate -- limits` tries them. */
export const provenBy =
  (table: Proofs): Rule =>
  (project) => {
    const tests = new Map(project.texts.map(({ path, text }) => [path, text]));
    const limits = limitsIn(project, table);
    const unproven = limits.flatMap(({ path, name, line, proof }): Finding[] => {
      if (proof === undefined) return [{ path, line, message: `${name}: name its test in tools/mutate/proofs.ts.` }];
      if (proof === null || tests.get(proof.file)?.includes(proof.title)) return [];
      return [{ path, line, message: `${name}: ${proof.file} has no test "${proof.title}".` }];
    });
    const known = new Set(limits.map(({ path, name }) => `${path} ${name}`));
    const stale = Object.entries(table)
      .flatMap(([path, names]) => Object.keys(names).map((name) => `${path} ${name}`))
      .filter((limit) => !known.has(limit));
    return [
      ...unproven,
      ...stale.map((limit) => ({ path: 'tools/mutate/proofs.ts', line: 1, message: `${limit} does not exist.` })),
    ];
  };
