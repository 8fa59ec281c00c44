import type { Title } from './titles.ts';

/** Number of lines in each half of the specification. */
const LINES = { A: 156, I: 226 } as const;

/** A row of docs/specification.md. */
export interface SpecifiedLine {
  readonly line: string;
  readonly verdict: string;
  readonly tests: readonly { readonly id: string; readonly part: string }[];
  /** Paths of decisions. */
  readonly decisions: readonly string[];
}

const ROW = /^\| ([AI]\d+) *\|(.*)\|$/gm;
const TEST = /^\[([A-Z]{3}-\d{2,3})\] (.+)$/;
const DECISION = /^\[\d{4}\]\((decisions\/[\w.-]+)\)$/;

export const linesIn = (document: string): SpecifiedLine[] =>
  [...document.matchAll(ROW)].map(([, line = '', rest = '']) => {
    const [, verdict = '', proof = ''] = rest.split('|').map((cell) => cell.trim());
    const parts = proof.split(/; (?=\[)/);
    return {
      line,
      verdict,
      tests: parts.flatMap((part) => {
        const [, id, title] = TEST.exec(part) ?? [];
        return id === undefined || title === undefined ? [] : [{ id, part: title }];
      }),
      decisions: parts.flatMap((part) => DECISION.exec(part)?.[1] ?? []).map((path) => `docs/${path}`),
    };
  });

const numbered = Object.entries(LINES).flatMap(([half, count]) =>
  Array.from({ length: count }, (_, index) => `${half}${index + 1}`),
);

/** Lines that are missing or without a verdict, and verdicts whose proof is missing, a line each. */
export const unprovenLines = (
  lines: readonly SpecifiedLine[],
  titles: readonly Title[],
  paths: ReadonlySet<string>,
): string[] => {
  const byNumber = Map.groupBy(lines, ({ line }) => line);
  const counts = numbered.flatMap((line) => {
    const count = byNumber.get(line)?.length ?? 0;
    return count === 1 ? [] : [`line ${line} is in docs/specification.md ${count} times`];
  });
  const unknown = lines.filter(({ line }) => !numbered.includes(line)).map(({ line }) => `line ${line} is no line`);
  const byId = Map.groupBy(titles, ({ id }) => id);
  const proofs = lines.flatMap(({ line, verdict, tests, decisions }) => [
    ...(verdict === 'works' || verdict === 'decided' ? [] : [`line ${line} has no verdict: works or decided`]),
    ...(verdict === 'works' && tests.length === 0 ? [`line ${line} works without a test`] : []),
    ...(verdict === 'decided' && decisions.length === 0 ? [`line ${line} is decided without a decision`] : []),
    ...tests.flatMap(({ id, part }) => {
      const found = (byId.get(id) ?? []).filter(({ title }) => title.includes(part));
      const exact = found.filter(({ title }) => title === part);
      const count = exact.length === 1 ? 1 : found.length;
      return count === 1 ? [] : [`line ${line}: ${count} tests in npm test are [${id}] ${part}`];
    }),
    ...decisions.filter((path) => !paths.has(path)).map((path) => `line ${line}: there is no ${path}`),
  ]);
  return [...counts, ...unknown, ...proofs];
};
