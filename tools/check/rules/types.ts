import { type Finding, isTest, type Project, type SyntaxNode, walk } from '../project.ts';

/** Files that turn the unproven into the proven, each with what it proves; everywhere else a cast hides a missing parser. */
const CASTS_ALLOWED: ReadonlyMap<string, string> = new Map([
  ['packages/domain/src/calendar.ts', 'brands: mints IsoDate from a text that Temporal has read'],
  ['packages/domain/src/month.ts', 'brands: mints Month from a text that it has checked'],
  ['apps/api/src/lib/session/context.ts', 'brands: mints ClientId at the session gate'],
  ['apps/api/src/lib/http/http.ts', "parser: joins what the route's schemas have parsed to the route's types"],
  ['apps/api/src/lib/transaction.ts', 'parser: reads back a stored answer that the same route rendered'],
  ['packages/sandbox/src/demo-robot.ts', "parser: types an answer that the route's own schema has read"],
  ['apps/web/src/lib/api-client.ts', "parser: the browser's edge, typed by the route that was called"],
]);

const isConst = (node: SyntaxNode): boolean => {
  const annotation = node.typeAnnotation;
  if (typeof annotation !== 'object' || annotation === null || !('typeName' in annotation)) return false;
  const { typeName } = annotation;
  return typeof typeName === 'object' && typeName !== null && 'name' in typeName && typeName.name === 'const';
};

const isCast = (node: SyntaxNode): boolean =>
  (node.type === 'TSAsExpression' && !isConst(node)) || node.type === 'TSTypeAssertion';

const problemOf = (node: SyntaxNode, castsAllowed: boolean): string | undefined => {
  if (node.type === 'TSAnyKeyword') return '`any` switches the compiler off: use `unknown` and parse it.';
  if (node.type === 'TSNonNullExpression') return '`!` is a promise nobody keeps: handle the missing value.';
  if (isCast(node)) {
    return castsAllowed
      ? undefined
      : 'a cast outside the parser and brand files: parse it, annotate it, or use `satisfies`.';
  }
  return undefined;
};

/** No any, no non-null assertion, casts only where something is proven, no comment that silences the compiler. */
export const types = ({ sources }: Project): Finding[] =>
  sources.flatMap((file) => {
    const findings: Finding[] = [];
    const isListed = CASTS_ALLOWED.has(file.path);
    let casts = 0;
    walk(file.program, (node) => {
      if (isCast(node)) casts += 1;
      const message = problemOf(node, isListed || isTest(file.path));
      if (message !== undefined) findings.push({ path: file.path, line: file.lineAt(node.start), message });
    });
    if (isListed && casts === 0)
      findings.push({
        path: file.path,
        line: 1,
        message: 'has no cast any more: take it off the list in tools/check.',
      });
    for (const comment of file.comments) {
      const silences =
        /@ts-(ignore|nocheck)/.test(comment.value) || (/@ts-expect-error/.test(comment.value) && !isTest(file.path));
      if (!silences) continue;
      const message = 'a comment that silences the compiler; only a type test may expect an error.';
      findings.push({ path: file.path, line: file.lineAt(comment.start), message });
    }
    return findings;
  });
